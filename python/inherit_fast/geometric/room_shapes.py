"""Rooms as clean masks and outlines at right angles."""

from dataclasses import asdict, dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast import _core


@dataclass(frozen=True, slots=True)
class RoomShapesConfig:
    """How masks are cleaned and straightened; see ``kernels.regularise_rooms``."""

    fragment_min_m2: float = 0.5
    hole_max_m2: float = 2.0
    tolerance_m: float = 0.12
    step_min_m: float = 0.2
    oblique_cost_m2: float = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class RoomShape:
    """The outline of one room.

    Attributes:
        room: its label.
        rings_m: the outer ring first, then those of holes; each (V, 2) float64, x along columns
            and y along rows, metres from the outer corner of the grid's first cell.
        squared: whether the edges follow the building's direction, but for oblique ones; False
            where no sound polygon came of it and the outline follows the cells.
    """

    room: int
    rings_m: tuple[npt.NDArray[np.float64], ...]
    squared: bool

    @property
    def area_m2(self) -> float:
        """Area of the outer ring less that of the holes."""
        return sum(_signed_area(ring) for ring in self.rings_m)


@dataclass(frozen=True, slots=True, eq=False)
class RoomShapes:
    """Clean rooms of one floor.

    Attributes:
        labels: (H, W) int32, the labels as they came.
        shapes: the rooms that are left, by label.
        direction_rad: the building's own direction in [0, pi / 2), from x towards y.
    """

    labels: npt.NDArray[np.int32]
    shapes: tuple[RoomShape, ...]
    direction_rad: float


def regularise(
    labels: npt.NDArray[np.int32], cell_m: float, config: RoomShapesConfig
) -> RoomShapes:
    """Clean room masks and square their outlines.

    Args:
        labels: (H, W) int32, 0 for no room.
        cell_m: edge of a cell.
        config: how.
    """
    clean, vertices_m, ends, rooms, squared, direction_rad = _core.regularise_rooms(
        labels=labels, cell_m=cell_m, **asdict(config)
    )
    rings: dict[int, list[npt.NDArray[np.float64]]] = {}
    for room, ring in zip(rooms.tolist(), np.split(vertices_m, ends[:-1]), strict=False):
        rings.setdefault(room, []).append(ring)
    sound = dict(zip(rooms.tolist(), squared.tolist(), strict=True))
    shapes = tuple(
        RoomShape(room, tuple(found), bool(sound[room])) for room, found in rings.items()
    )
    return RoomShapes(clean, shapes, direction_rad)


def _signed_area(ring: npt.NDArray[np.float64]) -> float:
    following = np.roll(ring, -1, axis=0)
    return float(np.sum(ring[:, 0] * following[:, 1] - ring[:, 1] * following[:, 0]) / 2)
