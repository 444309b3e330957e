"""Masks that were asked for one by one, made to agree: a pixel shows one thing."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.perception.boxes import iou

Masks = npt.NDArray[np.uint8]
BoxesPx = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ShareOutConfig:
    """Which of two overlapping masks keeps what both claim.

    Attributes:
        min_inside: a mask with this share inside a larger box is cut out of that box's mask.
        max_double_iou: boxes that overlap more may be one thing by two names: nothing is cut.
        min_left: a mask of which the cuts would leave a smaller share is not cut.
    """

    min_inside: float = 0.8
    max_double_iou: float = 0.7
    min_left: float = 0.2


def share_out(
    masks: Masks, boxes_px: BoxesPx, labels: Sequence[str], config: ShareOutConfig
) -> None:
    """Change (N, H, W) masks so that a window loses its blinds, a table what stands on it.

    The smaller box of two is the nearer or the inner thing more often than not, and a segmenter
    that sees one box at a time cannot know it. Masks of one label are not cut: the back of a
    chair is chair. All cuts are made with the masks as they came, so their order is no matter.

    Args:
        masks: (N, H, W) of 0 and 1, changed in place.
        boxes_px: (N, 4), x0 y0 x1 y1, the boxes that prompted the masks.
        labels: of the boxes.
        config: the limits.
    """
    whole, sizes = masks.copy(), np.count_nonzero(masks, axis=(1, 2))
    areas = np.prod(boxes_px[:, 2:] - boxes_px[:, :2], axis=1)
    for large in range(len(masks)):
        apart = iou(boxes_px[large], boxes_px) <= config.max_double_iou
        part = _pixels(boxes_px[large])
        for small in np.flatnonzero((areas < areas[large]) & apart & (sizes > 0)).tolist():
            inside = np.count_nonzero(whole[small][part])
            if labels[small] != labels[large] and inside >= config.min_inside * sizes[small]:
                masks[large][whole[small] != 0] = 0
        if np.count_nonzero(masks[large]) < config.min_left * sizes[large]:
            masks[large] = whole[large]


def _pixels(box_px: npt.NDArray[np.float64]) -> tuple[slice, slice]:
    x0, y0, x1, y1 = (max(0, round(float(v))) for v in box_px)
    return slice(y0, y1), slice(x0, x1)
