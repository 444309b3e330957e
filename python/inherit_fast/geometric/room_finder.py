"""Rooms of one grid: parted by walls and by what hangs over the passages between them."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.geometric.grid import GridMap
from inherit_fast.geometric.lintels import (
    LintelsConfig,
    Passage,
    find_lintels,
    find_passages,
    spread_labels,
    widen,
)
from inherit_fast.geometric.room_shapes import RoomShapesConfig, regularise
from inherit_fast.geometric.rooms import Doorway, RoomsConfig, segment
from inherit_fast.graph import FloorNode

FULL_HEIGHT = np.uint8(16)  # slices of a wall that leaves no way through
Labels = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class FoundRooms:
    """Rooms before they have ids.

    Attributes:
        labels: (H, W) of the grid's cells, 0 for none, from 1 on without gaps.
        passages: between two rooms, in cells.
        outlines_m: by label, from the corner of the first cell.
    """

    labels: Labels
    passages: list[Passage]
    outlines_m: list[npt.NDArray[np.float64]]


def find_rooms(
    grid: GridMap,
    clear_m: float | None,
    segmenting: RoomsConfig,
    lintels: LintelsConfig,
    shapes: RoomShapesConfig,
) -> FoundRooms:
    """The rooms of a floor's grid.

    Args:
        grid: the floor's cells.
        clear_m: height of the ceiling over the floor, if it is known.
        segmenting: how walls part rooms.
        lintels: what hangs over a passage.
        shapes: how masks are cleaned.
    """
    lintel = find_lintels(grid.height_bits, slice_m=grid.slice_m, clear_m=clear_m, config=lintels)
    below = widen(lintel, round(lintels.widen_m / grid.cell_m))
    free, wall, likeness = grid.free, grid.wall, grid.wall_likeness
    if below.any():
        free, wall = free & ~below, wall | below
        likeness = np.where(below, FULL_HEIGHT, likeness)
    rooms = segment(free.view(np.uint8), wall.view(np.uint8), likeness, grid.cell_m, segmenting)
    labels = spread_labels(rooms.labels, below & (grid.free | lintel))
    passages = [
        *find_passages(labels, below, lintels, grid.cell_m),
        *(_passage(doorway, grid.cell_m) for doorway in rooms.doorways),
    ]
    distinct = _distinct(passages, lintels.same_m / grid.cell_m)
    return _squared(labels, distinct, grid.cell_m, shapes)


def clear_height_m(floor: FloorNode) -> float | None:
    """From the floor to its ceiling, if that is known."""
    return None if floor.ceiling_m is None else floor.ceiling_m - floor.height_m


def _distinct(passages: Iterable[Passage], apart: float) -> list[Passage]:
    """Of passages between the same rooms, no two within ``apart`` cells; the first one stays."""
    kept: list[Passage] = []
    near: dict[tuple[int, int], list[Passage]] = {}
    for passage in passages:
        known = near.setdefault(passage.labels, [])
        if not any(_same(passage, other, apart) for other in known):
            known.append(passage)
            kept.append(passage)
    return kept


def _squared(
    labels: Labels, passages: list[Passage], cell_m: float, shapes: RoomShapesConfig
) -> FoundRooms:
    """Clean masks with outlines at right angles; labels count on from 1 without gaps."""
    clean = regularise(labels, cell_m, shapes)
    new = {shape.room: i for i, shape in enumerate(clean.shapes, start=1)}
    kept = clean.labels
    if any(old != label for old, label in new.items()):
        table = np.zeros(max(new) + 1, np.int32)
        table[list(new)] = list(new.values())
        kept = table[kept]
    renamed = [
        Passage((new[a], new[b]), passage.middle, passage.width)
        for passage in passages
        for a, b in [passage.labels]
        if a in new and b in new
    ]
    return FoundRooms(kept, renamed, [shape.rings_m[0] for shape in clean.shapes])


def _passage(doorway: Doorway, cell_m: float) -> Passage:
    middle = np.mean(np.array(doorway.ends_m), axis=0) / cell_m
    return Passage(doorway.rooms, middle, doorway.width_m / cell_m)


def _same(a: Passage, b: Passage, apart: float) -> bool:
    return float(np.linalg.norm(a.middle - b.middle)) <= apart
