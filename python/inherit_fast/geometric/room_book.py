"""Ids of rooms that outlive every new segmentation of their floor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast import kernels
from inherit_fast.geometric.label_grid import Cells, LabelGrid
from inherit_fast.graph.graph import id_number


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
    _last: kernels.RoomLabels = field(default_factory=lambda: _drawn([]))
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
        labels = kernels.RoomLabels(grid.labels, origin=grid.origin)
        common = labels.overlap(self._last)
        sizes = common.sum(axis=0)
        claims = self._claims(common, sizes)
        names: dict[int, str] = {}
        for label in (np.flatnonzero(sizes[1:]) + 1).tolist():
            if label in claims:
                names[label] = claims[label][0]
                continue
            revived = self._revived(grid, label, int(sizes[label]), set(names.values()))
            names[label] = revived or f"room_{next_number}"
            next_number += revived is None
        self._bury(claims, set(names.values()))
        self._note(labels, names, self._unchanged(names, common, sizes))
        self._last, self._last_names = labels, names
        return names

    def _note(
        self, labels: kernels.RoomLabels, names: Mapping[int, str], unchanged: set[int]
    ) -> None:
        """Keep the cells of all rooms that are not as they were."""
        changed = [label for label in names if label not in unchanged]
        cells, ends = labels.cells(np.array(changed, np.int32))
        for label, part in zip(changed, np.split(cells, ends[:-1]), strict=False):
            self.rooms[names[label]] = KnownRoom(names[label], part)

    def _unchanged(
        self, names: Mapping[int, str], common: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]
    ) -> set[int]:
        """Labels whose room has exactly the cells that it had."""
        before = {name: last for last, name in self._last_names.items()}
        return {
            label
            for label, name in names.items()
            if name in before
            and common[before[name], label] == sizes[label] == len(self.rooms[name].cells)
        }

    def _claims(
        self, common: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]
    ) -> dict[int, list[str]]:
        """Label -> standing rooms whose largest part it now holds, oldest first."""
        claims: dict[int, list[str]] = {}
        if common.shape[1] < 2:
            return claims
        for last, name in sorted(self._last_names.items(), key=lambda item: id_number(item[1])):
            label = int(common[last].argmax())
            held, known = common[last, label], len(self.rooms[name].cells)
            if held > 0 and held >= self.config.claim_share * min(known, sizes[label]):
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


def _drawn(rooms: list[Cells]) -> kernels.RoomLabels:
    """Label i on the cells of the i-th room, counted from 1."""
    if not rooms:
        return kernels.RoomLabels(np.zeros((0, 0), np.int32), origin=np.zeros(2, np.int32))
    cells = np.concatenate(rooms)
    origin = cells.min(axis=0)
    width, height = cells.max(axis=0) - origin + 1
    labels = np.zeros((height, width), np.int32)
    for label, part in enumerate(rooms, start=1):
        col, row = (part - origin).T
        labels[row, col] = label
    return kernels.RoomLabels(labels, origin=origin)
