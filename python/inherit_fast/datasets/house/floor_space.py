"""Free floor: whether one can still walk through a room, and what is connected."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.shapes import Rect

BODY_M = 0.26  # half the width that a walker needs
STEP_M = 0.1
Cells = npt.NDArray[np.bool_]


def stays_walkable(inner: Rect, taken: Sequence[Rect], doors: Sequence[Rect]) -> bool:
    """True if one region of free floor joins all doors and is not a mere slit."""
    space = inner.grown(-BODY_M)
    free = np.ones((max(1, int(space.width / STEP_M)), max(1, int(space.depth / STEP_M))), bool)
    for rect in taken:
        r = rect.grown(BODY_M)
        i0, i1 = (max(0, math.ceil((v - space.x0) / STEP_M)) for v in (r.x0, r.x1))
        j0, j1 = (max(0, math.ceil((v - space.y0) / STEP_M)) for v in (r.y0, r.y1))
        free[i0:i1, j0:j1] = False
    seeds = [_cell(zone.center, space, free.shape) for zone in doors]
    region = flood(free, seeds[0])
    return bool(region.sum() > 0.2 * free.size and all(region[s] for s in seeds))


def _cell(at: tuple[float, float], space: Rect, shape: tuple[int, ...]) -> tuple[int, int]:
    i, j = int((at[0] - space.x0) / STEP_M), int((at[1] - space.y0) / STEP_M)
    return min(shape[0] - 1, max(0, i)), min(shape[1] - 1, max(0, j))


def flood(free: Cells, seed: tuple[int, int]) -> Cells:
    """The cells of ``free`` that are joined to ``seed`` over their sides."""
    region = np.zeros_like(free)
    region[seed] = free[seed]
    while True:
        grown = region.copy()
        grown[1:] |= region[:-1]
        grown[:-1] |= region[1:]
        grown[:, 1:] |= region[:, :-1]
        grown[:, :-1] |= region[:, 1:]
        grown &= free
        if (grown == region).all():
            return region
        region = grown
