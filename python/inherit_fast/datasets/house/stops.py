"""Where to stand and look around so that everything in a room is seen well."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.build import House
from inherit_fast.datasets.house.plan import RoomPlan
from inherit_fast.datasets.house.render import Renderer
from inherit_fast.datasets.house.walk_grid import WalkGrid

SPACING_M = 0.5
WELL_SEEN_PX = 110
_FAR = 0.3  # objects that a metre of way is worth
_QUALITY = 1e-4
_RAY_DEG, _UP_DEG, _DOWN_DEG = 1.5, 11.0, 44.0


# Place, and for each object seen well from there its pixels and bearing.
Survey = list[tuple[tuple[float, float], dict[int, tuple[float, float]]]]


@dataclass(frozen=True, slots=True)
class Stop:
    """A place to look around: x y, and for each object the direction in radians from x."""

    at: tuple[float, float]
    bearings: dict[int, float]


def survey(house: House, grid: WalkGrid, room: RoomPlan, renderer: Renderer) -> Survey:
    """What can be seen well from places all over a room."""
    return [(at, _shown(house, room, at, renderer)) for at in _candidates(grid, room)]


def best_stop(places: Survey, wanted: set[int], at: tuple[float, float]) -> Stop | None:
    """The place that shows most of the wanted objects well, not too far from ``at``.

    None if no place shows any.
    """
    useful = [p for p in places if wanted & set(p[1])]
    if not useful:
        return None

    def worth(place: tuple[tuple[float, float], dict[int, tuple[float, float]]]) -> float:
        count = len(wanted & set(place[1]))
        return count + _QUALITY * _quality(place[1]) - _FAR * math.dist(place[0], at)

    best, shown = max(useful, key=worth)
    return Stop(best, {i: shown[i][1] for i in sorted(wanted & set(shown))})


def _quality(shown: dict[int, tuple[float, float]]) -> float:
    return sum(min(px, 600.0) for px, _ in shown.values())


def _candidates(grid: WalkGrid, room: RoomPlan) -> list[tuple[float, float]]:
    inner = room.inner
    places = []
    for i in range(math.ceil(inner.width / SPACING_M)):
        for j in range(math.ceil(inner.depth / SPACING_M)):
            at = (inner.x0 + (i + 0.5) * SPACING_M, inner.y0 + (j + 0.5) * SPACING_M)
            cell = grid.cell(at)
            if cell[0] < grid.shape[0] and cell[1] < grid.shape[1] and grid.free[cell]:
                places.append(at)
    return places


def _shown(
    house: House, room: RoomPlan, at: tuple[float, float], renderer: Renderer
) -> dict[int, tuple[float, float]]:
    """Objects well seen from a place: id -> pixels they would cover, and their bearing."""
    T = np.eye(4)
    T[:3, 3] = (*at, house.floor_heights_m[room.floor] + house.config.camera_height_m)
    rays, weights = panorama_rays(house.config.focal_px)
    _, ids = renderer.look(T, rays)
    size = len(house.objects) + 1
    pixels = np.bincount(ids, weights=weights, minlength=size)
    x = np.bincount(ids, weights=rays[:, 0] * weights, minlength=size)
    y = np.bincount(ids, weights=rays[:, 1] * weights, minlength=size)
    good = [i for i in np.flatnonzero(pixels >= WELL_SEEN_PX).tolist() if i > 0]
    return {i: (float(pixels[i]), math.atan2(y[i], x[i])) for i in good}


def panorama_rays(
    focal_px: float,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """(N, 3) unit directions around the vertical, and the pinhole pixels that each stands for."""
    step = math.radians(_RAY_DEG)
    azimuth, elevation = np.meshgrid(
        np.radians(np.arange(0.0, 360.0, _RAY_DEG)),
        np.radians(np.arange(-_DOWN_DEG, _UP_DEG, _RAY_DEG)),
    )
    c = np.cos(elevation)
    rays = np.stack([c * np.cos(azimuth), c * np.sin(azimuth), np.sin(elevation)], axis=-1)
    weights = c * step * step * focal_px**2
    return np.ascontiguousarray(rays.reshape(-1, 3)), weights.reshape(-1)
