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

    def cells(self) -> dict[int, Cells]:
        """(N, 2) int32 cells ix, iy of every label from 1 on, each in row-major order."""
        row, col = np.nonzero(self.labels > 0)
        labels = self.labels[row, col]
        order = np.argsort(labels, kind="stable")
        cells = np.stack([col, row], axis=1).astype(np.int32)[order] + self.origin
        found, starts = np.unique(labels[order], return_index=True)
        parts = np.split(cells, starts[1:])
        return {int(label): part for label, part in zip(found, parts, strict=False)}


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
        return names

    def _claims(self, grid: LabelGrid, sizes: npt.NDArray[np.int64]) -> dict[int, list[str]]:
        """Label -> standing rooms whose largest part it now holds, oldest first."""
        claims: dict[int, list[str]] = {}
        for room in sorted(self.rooms.values(), key=lambda r: id_number(r.id)):
            counts = np.bincount(grid.at(room.cells), minlength=len(sizes))
            counts[0] = 0
            label = int(counts.argmax())
            share = self.config.claim_share
            enough = min(share * len(room.cells), share * sizes[label]) if len(sizes) else 0
            if room.standing and counts[label] and counts[label] >= enough:
                claims.setdefault(label, []).append(room.id)
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
