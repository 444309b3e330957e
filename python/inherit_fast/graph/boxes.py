"""Boxes of nodes as the kernels take them."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from inherit_fast.graph.nodes import Box


def pack_boxes(boxes: Sequence[Box]) -> npt.NDArray[np.float64]:
    """(N, 15) float64 rows of centre, full side lengths and R_world_box, metres."""
    packed = np.empty((len(boxes), 15))
    for row, box in zip(packed, boxes, strict=True):
        row[:3] = box.center_m
        row[3:6] = box.extent_m
        row[6:] = np.ravel(box.R_world_box)
    return packed
