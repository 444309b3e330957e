"""The rooms of one floor while it is being mapped."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.geometric.grid import GridMap
from inherit_fast.geometric.label_grid import LabelGrid
from inherit_fast.geometric.lintels import LintelsConfig
from inherit_fast.geometric.room_book import RoomBook, RoomBookConfig
from inherit_fast.geometric.room_finder import clear_height_m, find_rooms
from inherit_fast.geometric.room_shapes import RoomShapesConfig
from inherit_fast.geometric.rooms import RoomsConfig
from inherit_fast.graph import Doorway, FloorNode, RoomNode
from inherit_fast.graph.graph import id_number


@dataclass(frozen=True, slots=True)
class FloorRoomsConfig:
    """How rooms are found, named and brought up to date.

    Attributes:
        every_s: the rooms of the present floor are found anew this often, but
        every_frames: only after this many frames on it.
        under_camera_m: the floor right below a camera is out of its sight: the nearest room
            within this distance is the one it is in.
    """

    segment: RoomsConfig = field(default_factory=RoomsConfig)
    book: RoomBookConfig = field(default_factory=RoomBookConfig)
    lintels: LintelsConfig = field(default_factory=LintelsConfig)
    shapes: RoomShapesConfig = field(default_factory=RoomShapesConfig)
    every_s: float = 1.0
    every_frames: int = 4
    under_camera_m: float = 0.5


class FloorRooms:
    """Finds the rooms of a floor's grid and keeps their ids from one time to the next."""

    def __init__(self, config: FloorRoomsConfig, floor_id: str) -> None:
        self._config = config
        self._floor_id = floor_id
        self._book = RoomBook(config.book)
        self._grid: GridMap | None = None
        self._clear_m: float | None = None  # of the last update
        self._labels = np.zeros((0, 0), np.int32)
        self._rooms: tuple[RoomNode, ...] = ()
        self._doorways: tuple[Doorway, ...] = ()

    @property
    def aliases(self) -> dict[str, str]:
        """Rooms merged into others -> the room that took them in."""
        return self._book.aliases

    def update(self, floor: FloorNode, grid: GridMap, next_number: int) -> int:
        """Find the rooms of ``grid``; returns the number of the next new room.

        Ids, and the cells of rooms that are as they were, are taken over; where the grid is as it
        was, there is nothing to do.
        """
        if self._is_known(floor, grid):
            return next_number
        config = self._config
        found = find_rooms(
            grid, clear_height_m(floor), config.segment, config.lintels, config.shapes
        )
        labels = LabelGrid(grid.origin, found.labels)
        names = self._book.update(labels, next_number)
        self._grid, self._labels = grid, found.labels
        self._clear_m = clear_height_m(floor)
        corner_m = grid.origin * grid.cell_m
        self._rooms = tuple(
            self._room(name, found.outlines_m[label - 1] + corner_m)
            for label, name in sorted(names.items())
        )
        self._doorways = tuple(
            Doorway(
                names[passage.labels[0]],
                names[passage.labels[1]],
                (passage.middle + grid.origin) * grid.cell_m,
                passage.width * grid.cell_m,
            )
            for passage in found.passages
        )
        known = [id_number(name) for name in names.values()]
        return max([next_number - 1, *known]) + 1

    def _is_known(self, floor: FloorNode, grid: GridMap) -> bool:
        last = self._grid
        return (
            last is not None
            and self._clear_m == clear_height_m(floor)
            and np.array_equal(last.origin, grid.origin)
            and np.array_equal(last.height_bits, grid.height_bits)
            and np.array_equal(last.free, grid.free)
            and np.array_equal(last.wall, grid.wall)
        )

    def room_at(self, x_m: float, y_m: float) -> str | None:
        """The room there, or within arm's length of there."""
        if self._grid is None:
            return None
        cell_m = self._grid.cell_m
        cell = np.floor(np.array([x_m, y_m]) / cell_m).astype(np.int32)
        grid = LabelGrid(self._grid.origin, self._labels)
        label = grid.nearest(cell, self._config.under_camera_m / cell_m)
        return self._rooms[label - 1].id if label else None

    def map(self, floor: FloorNode, grid: GridMap) -> FloorMap:
        """The floor as it is now; ``grid`` stands in where no rooms were looked for yet."""
        if self._grid is None:
            return FloorMap(floor, grid, np.zeros(grid.free.shape, np.int32))
        return FloorMap(
            floor,
            self._grid,
            self._labels,
            self._rooms,
            self._doorways,
            tuple(self.aliases.items()),
        )

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later: JSON-able values and arrays."""
        grid = None
        if self._grid is not None:
            names = ("origin", "free", "wall", "height_bits", "slice_m", "cell_m")
            grid = {name: getattr(self._grid, name) for name in names}
        return {
            "book": self._book.state(),
            "grid": grid,
            "clear_m": self._clear_m,
            "labels": self._labels,
            "rooms": [{"id": room.id, "polygon_m": room.polygon_m} for room in self._rooms],
            "doorways": [
                [d.room_a, d.room_b, d.position_m.tolist(), d.width_m] for d in self._doorways
            ],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._book.restore(state["book"])
        self._grid = None if state["grid"] is None else GridMap(**state["grid"])
        self._clear_m = state.get("clear_m")
        self._labels = state["labels"]
        self._rooms = tuple(self._room(item["id"], item["polygon_m"]) for item in state["rooms"])
        self._doorways = tuple(
            Doorway(a, b, np.array(at), width) for a, b, at, width in state["doorways"]
        )

    def _room(self, name: str, polygon_m: npt.NDArray[np.float64]) -> RoomNode:
        cells = self._book.rooms[name].cells
        return RoomNode(name, self._floor_id, polygon_m=polygon_m, cells=cells)
