"""Which box a ray through the scene means."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box
from inherit_fast.view.shapes import LEAST_M

Vector = npt.ArrayLike


def picked(boxes: Sequence[Box], origin_m: Vector, direction: Vector) -> int | None:
    """The smallest of the boxes that a ray meets before it leaves the first one.

    So a cup on a shelf can be picked although the shelf's box holds it, and nothing behind a
    wardrobe is.

    Args:
        boxes: N boxes in the world.
        origin_m: (3,) where the ray starts.
        direction: (3,) of any length but zero.

    Returns:
        A place in ``boxes``; None where the ray meets none.
    """
    spans = [_span(box, np.asarray(origin_m, float), np.asarray(direction, float)) for box in boxes]
    met = [i for i, (enters, leaves) in enumerate(spans) if leaves >= max(enters, 0.0)]
    if not met:
        return None
    first = min(met, key=lambda i: spans[i][0])
    within = [i for i in met if spans[i][0] <= spans[first][1]]
    return min(within, key=lambda i: (float(np.prod(np.maximum(boxes[i].extent_m, LEAST_M))), i))


def _span(
    box: Box, origin_m: npt.NDArray[np.float64], direction: npt.NDArray[np.float64]
) -> tuple[float, float]:
    """Where the ray enters and leaves, in lengths of its direction; turned round if it misses."""
    start = box.R_world_box.T @ (origin_m - box.center_m)
    along = box.R_world_box.T @ direction
    along = np.where(np.abs(along) < 1e-12, 1e-12, along)
    half = np.maximum(box.extent_m, LEAST_M) / 2
    sides = np.stack([(-half - start) / along, (half - start) / along])
    return float(sides.min(axis=0).max()), float(sides.max(axis=0).min())
