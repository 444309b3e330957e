"""Detections, and the choice between those that overlap."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Detection(NamedTuple):
    """A labelled box: score 0 to 1, ``box_px`` = x0, y0, x1, y1 in pixels of the image.

    ``others`` are further labels of about the same box with their scores, best first, where the
    detector gives any.
    """

    label: str
    score: float
    box_px: tuple[float, float, float, float]
    others: tuple[tuple[str, float], ...] = ()


def suppress(
    detections: Iterable[Detection],
    same_label_iou: float,
    any_label_iou: float,
    same_label_inside: float = 1.0,
) -> list[Detection]:
    """Best first; a box is dropped when it overlaps a better one by more than the limit.

    The limit is ``same_label_iou`` between equal labels and ``any_label_iou`` otherwise, so that
    a cup on a table stays and a thing that is called by two names does not. A box that lies in a
    better one of its label by more than ``same_label_inside`` of itself is a part of it.
    """
    ranked = sorted(detections, key=lambda d: (-d.score, d.label, d.box_px))
    boxes = np.array([d.box_px for d in ranked], np.float64).reshape(-1, 4)
    labels = np.array([d.label for d in ranked])
    alive = np.ones(len(ranked), bool)
    for i in range(len(ranked)):
        if not alive[i]:
            continue
        same = labels[i + 1 :] == labels[i]
        overlap, inside = _overlaps(boxes[i], boxes[i + 1 :])
        apart = overlap <= np.where(same, same_label_iou, any_label_iou)
        alive[i + 1 :] &= apart & ~(same & (inside > same_label_inside))
    return [d for d, keep in zip(ranked, alive, strict=True) if keep]


def iou(box: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Intersection over union of ``box`` (4,) with each of ``others`` (N, 4); empty boxes get 0."""
    return _overlaps(box, others)[0]


def _overlaps(
    box: npt.NDArray[np.float64], others: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Intersection over union, and the share of each other box that lies in ``box``."""
    low = np.maximum(box[:2], others[:, :2])
    high = np.minimum(box[2:], others[:, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=1)
    own = np.prod(others[:, 2:] - others[:, :2], axis=1)
    union = own + np.prod(box[2:] - box[:2]) - shared
    return np.asarray(shared / np.maximum(union, 1e-12)), np.asarray(
        shared / np.maximum(own, 1e-12)
    )
