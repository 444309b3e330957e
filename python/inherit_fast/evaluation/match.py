"""Which true object a predicted position stands for (paper, section V-A)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.evaluation.labels import LabelTable
from inherit_fast.evaluation.truth import TruthObject
from inherit_fast.graph import Box


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """Distances of the evaluation rules.

    Attributes:
        reach_m: a position this far outside a box still matches it.
        tie_m: boxes whose distances differ by no more than this are told apart by label.
        success_m: SR@1m counts positions this near to a target's box.
    """

    reach_m: float = 0.25
    tie_m: float = 0.05
    success_m: float = 1.0


class Matcher:
    """Matches positions to the boxes of true objects."""

    def __init__(
        self,
        truth: Sequence[TruthObject],
        labels: LabelTable,
        config: MatchConfig | None = None,
    ) -> None:
        self.config = config or MatchConfig()
        self._truth = list(truth)
        self._labels = labels
        self._center = np.array([t.box.center_m for t in truth]).reshape(-1, 3)
        self._half = np.array([t.box.extent_m for t in truth]).reshape(-1, 3) / 2
        self._R = np.array([t.box.R_world_box for t in truth]).reshape(-1, 3, 3)
        self._volume = self._half.prod(axis=1)
        self.ids = np.array([t.id for t in truth], np.int64)

    def distances_m(self, point_m: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """(N,) distance of a point from each box; 0 inside."""
        offset = np.asarray(point_m, np.float64) - self._center
        local = np.einsum("nji,nj->ni", self._R, offset)
        outside = np.maximum(np.abs(local) - self._half, 0.0)
        return np.asarray(np.sqrt((outside**2).sum(axis=1)), np.float64)

    def match(self, point_m: npt.ArrayLike, label: str) -> int | None:
        """Id of the true object at a position, or None if no box is near.

        Among boxes about equally near the one with a compatible label is chosen, then the
        nearest, then the smallest.
        """
        distance = self.distances_m(point_m)
        if not len(distance) or distance.min() > self.config.reach_m:
            return None
        limit = min(distance.min() + self.config.tie_m, self.config.reach_m)
        near = np.flatnonzero(distance <= limit)
        best = min(near, key=lambda i: (not self.fits(int(i), label), distance[i], self._volume[i]))
        return int(self.ids[best])

    def is_near(self, point_m: npt.ArrayLike, ids: Sequence[int]) -> bool:
        """Whether a position counts for SR@1m: near the box of any of ``ids``."""
        wanted = np.isin(self.ids, np.asarray(ids, np.int64))
        return bool((self.distances_m(point_m)[wanted] <= self.config.success_m).any())

    def boxes_of(self, ids: Sequence[int]) -> list[Box]:
        """Boxes of the true objects with these ids, in the order of the truth."""
        wanted = set(ids)
        return [true.box for true in self._truth if true.id in wanted]

    def fits(self, index: int, label: str) -> bool:
        """Whether a node of this label may be the true object at position ``index``."""
        return any(self._labels.compatible(label, true) for true in self._truth[index].labels)
