"""Detections, and the choice between those that overlap."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Detection(NamedTuple):
    """A labelled box: score 0 to 1, ``box_px`` = x0, y0, x1, y1 in pixels of the image."""

    label: str
    score: float
    box_px: tuple[float, float, float, float]


def suppress(
    detections: Iterable[Detection], same_label_iou: float, any_label_iou: float
) -> list[Detection]:
    """Best first; a box is dropped when it overlaps a better one by more than the limit.

    The limit is ``same_label_iou`` between equal labels and ``any_label_iou`` otherwise, so that
    a cup on a table stays and a thing that is called by two names does not.
    """
    ranked = sorted(detections, key=lambda d: (-d.score, d.label, d.box_px))
    boxes = np.array([d.box_px for d in ranked], np.float64).reshape(-1, 4)
    labels = np.array([d.label for d in ranked])
    alive = np.ones(len(ranked), bool)
    for i in range(len(ranked)):
        if not alive[i]:
            continue
        limit = np.where(labels == labels[i], same_label_iou, any_label_iou)
        alive[i + 1 :] &= iou(boxes[i], boxes[i + 1 :]) <= limit[i + 1 :]
    return [d for d, keep in zip(ranked, alive, strict=True) if keep]


def iou(box: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Intersection over union of ``box`` (4,) with each of ``others`` (N, 4); empty boxes get 0."""
    low = np.maximum(box[:2], others[:, :2])
    high = np.minimum(box[2:], others[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    area = np.prod(others[:, 2:] - others[:, :2], axis=1) + np.prod(box[2:] - box[:2])
    return np.asarray(shared / np.maximum(area - shared, 1e-12))
