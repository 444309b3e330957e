"""Queries with several right answers or none: box F1 and exact sets (paper, section V-D)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box, pack_boxes
from inherit_fast.kernels import box_iou

IOU_LEVELS = (0.25, 0.50)


@dataclass(frozen=True, slots=True)
class SetScores:
    """Means over ``count`` queries, shares of 1.

    Attributes:
        f1: box F1 at each of ``IOU_LEVELS``.
        exact: share of queries with all targets and nothing else, empty sets included.
    """

    count: int
    f1: tuple[float, ...]
    exact: float


@dataclass(frozen=True, slots=True)
class SetVerdict:
    """What one selected set was worth."""

    f1: tuple[float, ...]
    exact: bool


def judge_set(
    selected_ids: Sequence[int | None],
    selected: Sequence[Box],
    target_ids: Sequence[int],
    targets: Sequence[Box],
) -> SetVerdict:
    """Judge one query.

    Args:
        selected_ids: the true object that each selected one stands for, None for no such.
        selected: boxes of the selected objects.
        target_ids: ids of all right answers.
        targets: their boxes.
    """
    f1 = tuple(box_f1(selected, targets, level) for level in IOU_LEVELS)
    exact = len(selected_ids) == len(set(target_ids)) and set(selected_ids) == set(target_ids)
    return SetVerdict(f1, exact)


def box_f1(selected: Sequence[Box], targets: Sequence[Box], iou: float) -> float:
    """F1 of the best one-to-one matching of boxes that overlap at least so much.

    1 where nothing was to be found and nothing was selected.
    """
    if not selected and not targets:
        return 1.0
    if not selected or not targets:
        return 0.0
    pairs = box_iou(pack_boxes(list(selected)), pack_boxes(list(targets))) >= iou
    return 2 * _matched(pairs) / (len(selected) + len(targets))


def total_sets(verdicts: Sequence[SetVerdict]) -> SetScores:
    """Means; zeros for no query."""
    count = len(verdicts)
    if not count:
        return SetScores(0, (0.0,) * len(IOU_LEVELS), 0.0)
    f1 = np.mean([verdict.f1 for verdict in verdicts], axis=0)
    exact = sum(verdict.exact for verdict in verdicts) / count
    return SetScores(count, tuple(map(float, f1)), exact)


def _matched(pairs: npt.NDArray[np.bool_]) -> int:
    """Size of the largest matching, by augmenting paths."""
    owner: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column in map(int, np.flatnonzero(pairs[row])):
            if column not in tried:
                tried.add(column)
                if column not in owner or place(owner[column], tried):
                    owner[column] = row
                    return True
        return False

    return sum(place(row, set()) for row in range(len(pairs)))
