"""What the geometric stream knows of one floor at one moment, for the updates to read."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.geometric.grid import GridMap
from inherit_fast.geometric.label_grid import LabelGrid
from inherit_fast.graph import Doorway, FloorNode, RoomNode


@dataclass(frozen=True, slots=True, eq=False)
class FloorMap:
    """One floor with its rooms; never changed once made, so threads may share it.

    Attributes:
        floor: the storey.
        grid: free and occupied cells.
        labels: room of every cell of ``grid``; label i is ``rooms[i - 1]``.
        rooms: the rooms that stand.
        doorways: passages between them.
        aliases: rooms merged into others -> the room that took them in.
    """

    floor: FloorNode
    grid: GridMap
    labels: npt.NDArray[np.int32]
    rooms: tuple[RoomNode, ...] = ()
    doorways: tuple[Doorway, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()

    def floor_height_at(self, x_m: float, y_m: float) -> float:
        """World height of the floor there, with its tilt where that was measured."""
        evidence = self.floor.evidence
        if "height_at_origin_m" not in evidence:
            return self.floor.height_m
        slope = evidence["slope_x"] * x_m + evidence["slope_y"] * y_m
        return float(evidence["height_at_origin_m"] + slope)

    def cells_of(self, points_m: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
        """(N, 2) cells ix, iy below (N, 2) or (N, 3) world points."""
        return np.floor(points_m[:, :2] / self.grid.cell_m).astype(np.int32)

    def labels_at(self, points_m: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
        """(N,) labels below (N, 2) or (N, 3) world points; 0 where there is no room."""
        return LabelGrid(self.grid.origin, self.labels).at(self.cells_of(points_m))

    def nearest_label(self, point_m: npt.NDArray[np.float64], reach_m: float) -> int:
        """Label of the room nearest to (2,) or (3,) world point within reach; 0 if none is."""
        grid = LabelGrid(self.grid.origin, self.labels)
        return grid.nearest(self.cells_of(point_m[None])[0], reach_m / self.grid.cell_m)

    def room_at(self, x_m: float, y_m: float) -> str | None:
        """Id of the room there."""
        label = int(self.labels_at(np.array([[x_m, y_m]]))[0])
        return self.rooms[label - 1].id if label else None
