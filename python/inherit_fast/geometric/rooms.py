"""The rooms of a floor: masks, outlines and the doorways between them."""

from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast import _core


@dataclass(frozen=True, slots=True)
class RoomsConfig:
    """What counts as a room; see ``kernels.segment_rooms`` for the part each value plays."""

    wall_slices_min: int = 6
    furniture_max_m: float = 1.6
    passage_min_m: float = 0.24
    nook_depth_m: float = 0.3
    contour_tolerance_m: float = 0.12
    gate_max_m: float = 3.0
    gap_ratio: float = 1.0
    gap_wall_min_m: float = 0.25
    gap_wall_share: float = 0.2
    abutting_gap_max_m: float = 1.5
    wall_depth_max_m: float = 0.45
    flush_ratio: float = 0.92
    flush_offset_m: float = 0.4
    mouth_ratio: float = 0.5
    mouth_elongation: float = 2.0
    room_min_m2: float = 1.5
    island_min_m2: float = 0.5
    corners_max: int = 4000
    gates_max: int = 20000


@dataclass(frozen=True, slots=True)
class Doorway:
    """A straight line that parts two rooms.

    Attributes:
        ends_m: its end points, x along columns and y along rows, metres from the outer corner of
            the grid's first cell.
        rooms: labels of the two rooms.
    """

    ends_m: tuple[tuple[float, float], tuple[float, float]]
    rooms: tuple[int, int]

    @property
    def width_m(self) -> float:
        """Distance between the end points."""
        (ax, ay), (bx, by) = self.ends_m
        return float(np.hypot(bx - ax, by - ay))


@dataclass(frozen=True, slots=True, eq=False)
class RoomMap:
    """Rooms of one floor.

    Attributes:
        labels: (H, W) int32, 1..n, 0 for no room.
        doorways: the lines between neighbouring rooms.
        gates_dropped: corners and candidate lines beyond the caps.
        cell_m: edge of a cell.
    """

    labels: npt.NDArray[np.int32]
    doorways: tuple[Doorway, ...]
    cell_m: float
    gates_dropped: int = 0

    @property
    def count(self) -> int:
        """Number of rooms."""
        return int(self.labels.max(initial=0))


def segment(
    free: npt.NDArray[np.uint8],
    wall: npt.NDArray[np.uint8],
    wall_likeness: npt.NDArray[np.uint8] | None,
    cell_m: float,
    config: RoomsConfig,
) -> RoomMap:
    """Part a floor into rooms.

    Args:
        free: (H, W) uint8, non-zero where a robot could be.
        wall: (H, W) uint8, non-zero where something stands; cells in neither are unknown.
        wall_likeness: (H, W) uint8 number of occupied height slices, or None on 2D maps.
        cell_m: edge of a cell.
        config: what counts as a room.
    """
    labels, ends_m, joined, dropped = _core.segment_rooms(
        free=free, wall=wall, wall_likeness=wall_likeness, cell_m=cell_m, **asdict(config)
    )
    doorways = tuple(
        Doorway(((a[0], a[1]), (b[0], b[1])), (r[0], r[1]))
        for (a, b), r in zip(ends_m.tolist(), joined.tolist(), strict=True)
    )
    return RoomMap(labels, doorways, cell_m, dropped)
