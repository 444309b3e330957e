"""Ids of rooms that outlive every new segmentation of their floor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.graph.graph import id_number

Cells = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class RoomBookConfig:
    """When a room is the one that was known before.

    Attributes:
        claim_share: a room lives on in the mask that holds most of it, if that is at least this
            share of the one or the other.
        revive_iou: a room that had vanished or was merged returns under its id if its old mask
            and the new one overlap by this much.
    """

    claim_share: float = 0.3
    revive_iou: float = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class LabelGrid:
    """Labels of a rectangle of cells; row r, column c is cell (origin[0] + c, origin[1] + r).

    Attributes:
        origin: (2,) int32 ix, iy.
        labels: (H, W) int32, 0 for no room.
    """

    origin: Cells
    labels: npt.NDArray[np.int32]

    def at(self, cells: Cells) -> npt.NDArray[np.int32]:
        """(N,) labels of (N, 2) cells ix, iy; 0 outside."""
        col, row = (cells - self.origin).T
        height, width = self.labels.shape
        inside = (row >= 0) & (row < height) & (col >= 0) & (col < width)
        found = np.zeros(len(cells), np.int32)
        found[inside] = self.labels[row[inside], col[inside]]
        return found

    def nearest(self, cell: Cells, reach: float) -> int:
        """Label of the labelled cell nearest to ``cell``, within ``reach`` cells; 0 if none is."""
        col, row = (int(v) for v in cell - self.origin)
        span = int(np.ceil(reach))
        top, left = max(row - span, 0), max(col - span, 0)
        around = self.labels[top : max(row + span + 1, 0), left : max(col + span + 1, 0)]
        rows, cols = np.nonzero(around)
        if not len(rows):
            return 0
        squares = (rows + top - row) ** 2 + (cols + left - col) ** 2
        best = int(squares.argmin())
        return int(around[rows[best], cols[best]]) if squares[best] <= reach**2 else 0

    def cells(self) -> dict[int, Cells]:
        """(N, 2) int32 cells ix, iy of every label from 1 on, each in row-major order."""
        flat = self.labels.reshape(-1)
        at = np.flatnonzero(flat)
        at = at[np.argsort(flat[at].astype(np.uint16), kind="stable")]
        row, col = np.divmod(at, max(self.labels.shape[1], 1))
        cells = np.empty((len(at), 2), np.int32)
        cells[:, 0], cells[:, 1] = col + self.origin[0], row + self.origin[1]
        sizes = np.bincount(flat[at])
        parts = np.split(cells, np.cumsum(sizes)[:-1]) if len(at) else []
        return {label: part for label, part in enumerate(parts) if len(part)}

    def overlaps(self, other: "LabelGrid") -> npt.NDArray[np.int64]:
        """(A, B) cells that have label a here and label b there, 0 included."""
        corner = np.maximum(self.origin, other.origin)
        ends = [g.origin + np.array(g.labels.shape[::-1]) for g in (self, other)]
        size = np.maximum(np.minimum(*ends) - corner, 0)
        mine, theirs = (
            g.labels[r : r + size[1], c : c + size[0]]
            for g in (self, other)
            for c, r in [(corner - g.origin).tolist()]
        )
        count_a, count_b = (int(g.labels.max(initial=0)) + 1 for g in (self, other))
        pairs = mine.astype(np.int64) * count_b + theirs
        table = np.bincount(pairs.reshape(-1), minlength=count_a * count_b)
        return table.reshape(count_a, count_b)


@dataclass(frozen=True, slots=True, eq=False)
class KnownRoom:
    """A room as it was last seen.

    Attributes:
        merged_into: the room that took it in; None while it stands or where it just vanished.
        standing: False for a tombstone.
    """

    id: str
    cells: Cells
    standing: bool = True
    merged_into: str | None = None


@dataclass(slots=True, eq=False)
class RoomBook:
    """The rooms of one floor by id.

    A split keeps the id on the larger part, a merge keeps the older id, a vanished room leaves a
    tombstone; ids are never given to another room.
    """

    config: RoomBookConfig
    rooms: dict[str, KnownRoom] = field(default_factory=dict)
    _last: LabelGrid | None = None
    _last_names: dict[int, str] = field(default_factory=dict)

    @property
    def aliases(self) -> dict[str, str]:
        """Merged room -> the room that took it in."""
        return {r.id: r.merged_into for r in self.rooms.values() if r.merged_into is not None}

    def update(self, grid: LabelGrid, next_number: int) -> dict[int, str]:
        """Give every label of ``grid`` its id.

        Args:
            grid: a new segmentation of the floor.
            next_number: number of the next new room.

        Returns:
            Label -> id, for all labels from 1 on that have cells. New ids count up from
            ``next_number`` in the order of labels.
        """
        cells = grid.cells()
        sizes = np.zeros(max(cells, default=0) + 1, np.int64)
        sizes[list(cells)] = [len(part) for part in cells.values()]
        claims = self._claims(grid, sizes)
        names: dict[int, str] = {}
        for label in cells:
            if label in claims:
                names[label] = claims[label][0]
                continue
            revived = self._revived(grid, label, len(cells[label]), set(names.values()))
            names[label] = revived or f"room_{next_number}"
            next_number += revived is None
        self._bury(claims, set(names.values()))
        for label, name in names.items():
            self.rooms[name] = KnownRoom(name, cells[label])
        self._last, self._last_names = grid, names
        return names

    def _claims(self, grid: LabelGrid, sizes: npt.NDArray[np.int64]) -> dict[int, list[str]]:
        """Label -> standing rooms whose largest part it now holds, oldest first."""
        if self._last is None or len(sizes) < 2:
            return {}
        table = self._last.overlaps(grid)
        table[:, 0] = 0
        claims: dict[int, list[str]] = {}
        for last, name in sorted(self._last_names.items(), key=lambda item: id_number(item[1])):
            label = int(table[last].argmax())
            common, known = table[last, label], len(self.rooms[name].cells)
            if common > 0 and common >= self.config.claim_share * min(known, sizes[label]):
                claims.setdefault(label, []).append(name)
        return claims

    def _revived(self, grid: LabelGrid, label: int, size: int, taken: set[str]) -> str | None:
        """The tombstone that lies best under an unclaimed label."""
        best, best_iou = None, self.config.revive_iou
        for room in self.rooms.values():
            if room.standing or room.id in taken:
                continue
            common = int((grid.at(room.cells) == label).sum())
            iou = common / (len(room.cells) + size - common)
            if iou >= best_iou:
                best, best_iou = room.id, iou
        return best

    def _bury(self, claims: Mapping[int, list[str]], living: set[str]) -> None:
        """Turn standing rooms that got no label into tombstones."""
        heir = {loser: ids[0] for ids in claims.values() for loser in ids[1:]}
        for room in list(self.rooms.values()):
            if room.standing and room.id not in living:
                self.rooms[room.id] = KnownRoom(room.id, room.cells, False, heir.get(room.id))

    def state(self) -> list[dict[str, Any]]:
        """All rooms, JSON-able but for their cells."""
        return [
            {
                "id": room.id,
                "cells": room.cells,
                "standing": room.standing,
                "merged_into": room.merged_into,
            }
            for room in self.rooms.values()
        ]

    def restore(self, state: list[Mapping[str, Any]]) -> None:
        """Go on where ``state`` was taken."""
        self.rooms = {
            item["id"]: KnownRoom(
                item["id"],
                np.array(item["cells"], np.int32).reshape(-1, 2),
                item["standing"],
                item["merged_into"],
            )
            for item in state
        }
        standing = [room for room in self.rooms.values() if room.standing]
        self._last_names = {i: room.id for i, room in enumerate(standing, start=1)}
        self._last = _drawn([room.cells for room in standing])


def _drawn(rooms: list[Cells]) -> LabelGrid | None:
    """A grid with label i on the cells of the i-th room, counted from 1."""
    if not rooms:
        return None
    cells = np.concatenate(rooms)
    origin = cells.min(axis=0)
    width, height = cells.max(axis=0) - origin + 1
    labels = np.zeros((height, width), np.int32)
    for label, part in enumerate(rooms, start=1):
        col, row = (part - origin).T
        labels[row, col] = label
    return LabelGrid(origin, labels)
