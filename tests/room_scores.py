"""Scores of a room segmentation against rooms that people drew."""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

MIN_CELLS = 200  # half a square metre at 5 cm


@dataclass(frozen=True)
class Scores:
    mean_iou: float
    mean_mcc: float
    recall_50: float
    precision_50: float
    true_rooms: int
    predicted_rooms: int


def true_rooms(drawn: np.ndarray) -> np.ndarray:
    """Labels of the 4-connected white parts of half a square metre or more."""
    labels, _ = ndimage.label(drawn >= 250)
    sizes = np.bincount(labels.ravel())
    keep = sizes >= MIN_CELLS
    keep[0] = False
    return np.where(keep, np.cumsum(keep), 0)[labels]


def score(labels: np.ndarray, truth: np.ndarray) -> Scores:
    """Every true room against the predicted one of best IoU; other predictions count as extra."""
    joint = np.zeros((labels.max() + 1, truth.max() + 1))
    np.add.at(joint, (labels.ravel(), truth.ravel()), 1)
    predicted, real = joint.sum(1), joint.sum(0)
    iou = joint / np.maximum(predicted[:, None] + real - joint, 1)
    iou[0] = iou[:, 0] = 0
    best = iou.argmax(0)[1:]
    rooms = np.arange(1, truth.max() + 1)
    ious = iou[best, rooms]
    both, got, want = joint[best, rooms], predicted[best], real[rooms]
    rest = labels.size - got - want + both
    others = (got - both) * (want - both)
    scale = np.sqrt(got * want * (labels.size - got) * (labels.size - want))
    mcc = np.where(best > 0, (both * rest - others) / np.maximum(scale, 1e-9), 0)
    large = np.flatnonzero(predicted >= MIN_CELLS)
    large = large[large > 0]
    return Scores(
        float(ious.mean()),
        float(mcc.mean()),
        float((ious >= 0.5).mean()),
        float((iou[large].max(1) >= 0.5).mean()) if len(large) else 0.0,
        len(rooms),
        len(large),
    )
