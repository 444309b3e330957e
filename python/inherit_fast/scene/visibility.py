"""What a viewpoint sees of its floor: rays over a grid made of the rooms' outlines."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.graph import Box, SceneGraph
from inherit_fast.kernels import visible_cells
from inherit_fast.scene.types import Vector3


@dataclass(frozen=True, slots=True)
class VisibilityConfig:
    """How far and how finely one looks.

    Attributes:
        cell_m: of a grid that is made of outlines.
        range_m: things further away are not seen.
        wall_m: walls between rooms are at most so thick: a doorway opens that much around it.
        wall_slices: in a mapper's grid, obstacles with fewer solid height slices hide nothing.
    """

    cell_m: float = 0.1
    range_m: float = 8.0
    wall_m: float = 0.4
    wall_slices: int = 6


@dataclass(frozen=True, slots=True, eq=False)
class FloorRaster:
    """One floor as cells; row r, column c covers x in origin[0] + [c, c + 1) cells, y likewise.

    Attributes:
        origin: (2,) cells of the first column and row.
        blocked: (H, W) uint8, non-zero hides what is behind.
        labels: (H, W) int32, room of each cell, counted from 1 in order of ``room_ids``.
    """

    origin: tuple[int, int]
    cell_m: float
    blocked: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int32]
    room_ids: tuple[str, ...]

    def seen_from(self, place: Vector3, range_m: float) -> npt.NDArray[np.bool_]:
        """(H, W) cells that rays from a place reach; walls are seen, not what is behind."""
        every = np.arange(self.labels.size, dtype=np.int32).reshape(self.labels.shape)
        counts = visible_cells(
            self.blocked,
            every,
            column=place.x / self.cell_m - self.origin[0],
            row=place.y / self.cell_m - self.origin[1],
            heading_rad=0.0,
            fov_rad=2.0 * math.pi,
            range_cells=min(range_m / self.cell_m, 4096.0),
            label_count=every.size,
        )
        return (counts > 0).reshape(self.labels.shape)

    def share(self, seen: npt.NDArray[np.bool_], room_id: str) -> float:
        """Share of a room's cells that is among the seen ones."""
        mine = self.labels == self.room_ids.index(room_id) + 1
        return float(np.count_nonzero(seen & mine)) / max(int(np.count_nonzero(mine)), 1)

    def shows(self, seen: npt.NDArray[np.bool_], box: Box) -> bool:
        """Whether any cell below a box, or right beside it, is among the seen ones."""
        half = np.abs(box.R_world_box[:2]) @ box.extent_m / 2 + self.cell_m
        low = np.floor((box.center_m[:2] - half) / self.cell_m).astype(int) - self.origin
        high = np.floor((box.center_m[:2] + half) / self.cell_m).astype(int) - self.origin
        (x0, y0), (x1, y1) = np.maximum(low, 0), high
        return bool(seen[y0 : max(y1 + 1, 0), x0 : max(x1 + 1, 0)].any())


def raster_of_map(floor_map: FloorMap, config: VisibilityConfig) -> FloorRaster:
    """The grid that the mapper measured."""
    grid = floor_map.grid
    walls = grid.wall & (grid.wall_likeness >= config.wall_slices)
    return FloorRaster(
        (int(grid.origin[0]), int(grid.origin[1])),
        grid.cell_m,
        np.ascontiguousarray(walls, np.uint8),
        floor_map.labels,
        tuple(room.id for room in floor_map.rooms),
    )


def raster_of_graph(
    graph: SceneGraph, floor_id: str, config: VisibilityConfig
) -> FloorRaster | None:
    """Rooms open, all else wall, doorways cut into it; None without outlines."""
    rooms = [r for r in graph.rooms.values() if r.floor_id == floor_id and len(r.polygon_m) >= 3]
    if not rooms:
        return None
    corners = np.concatenate([room.polygon_m for room in rooms])
    low = np.floor((corners.min(axis=0) - 2 * config.wall_m) / config.cell_m).astype(int)
    high = np.ceil((corners.max(axis=0) + 2 * config.wall_m) / config.cell_m).astype(int)
    labels = np.zeros((high[1] - low[1], high[0] - low[0]), np.int32)
    x = (np.arange(low[0], high[0]) + 0.5) * config.cell_m
    y = (np.arange(low[1], high[1]) + 0.5) * config.cell_m
    for number, room in enumerate(rooms, 1):
        labels[inside(room.polygon_m, x, y)] = number
    blocked = (labels == 0).astype(np.uint8)
    ids = {room.id for room in rooms}
    for door in graph.doorways:
        if door.room_a in ids or door.room_b in ids:
            half = max(door.width_m, config.wall_m) / 2
            near = np.abs(x - door.position_m[0]) <= half
            blocked[np.ix_(np.abs(y - door.position_m[1]) <= half, near)] = 0
    origin = (int(low[0]), int(low[1]))
    return FloorRaster(origin, config.cell_m, blocked, labels, tuple(r.id for r in rooms))


def inside(
    polygon_m: npt.NDArray[np.float64], x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]
) -> npt.NDArray[np.bool_]:
    """(len(y), len(x)) whether grid points lie in an (N, 2) outline; even-odd rule."""
    result = np.zeros((len(y), len(x)), bool)
    for (x0, y0), (x1, y1) in zip(polygon_m, np.roll(polygon_m, -1, axis=0), strict=True):
        crosses = (y0 > y) != (y1 > y)
        if crosses.any():
            at = x0 + (y[crosses] - y0) * (x1 - x0) / (y1 - y0)
            result[crosses] ^= x < at[:, None]
    return result
