"""Where a query failed: the first diagnostic check that it did not pass (paper, section V-C)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from inherit_fast.evaluation.match import Matcher
from inherit_fast.evaluation.queries import EvalQuery
from inherit_fast.graph import ObjectNode

CHECKS = (
    "no node near",
    "category incompatible",
    "not in candidates",
    "in list but not first",
    "right",
)


@dataclass(frozen=True, slots=True)
class DiagnoseConfig:
    """What counts as near.

    Attributes:
        near_m: a node's centre this near to a target's box is near it.
    """

    near_m: float = 0.5


class Diagnosis:
    """Attributes queries to checks; holds the map's nodes as an array."""

    def __init__(
        self, nodes: Iterable[ObjectNode], matcher: Matcher, config: DiagnoseConfig | None = None
    ) -> None:
        self._nodes = list(nodes)
        self._matcher = matcher
        self._config = config or DiagnoseConfig()
        far = [matcher.distances_m(node.centroid_m) for node in self._nodes]
        self._distance_m = np.array(far).reshape(len(self._nodes), len(matcher.ids))

    def __call__(self, query: EvalQuery, matched: Sequence[int | None]) -> str:
        """The first of ``CHECKS`` that is not met, or "right".

        Args:
            query: with its targets.
            matched: the true object that each candidate stands for; of the whole list that the
                system considered at last, best first.
        """
        targets = np.isin(self._matcher.ids, query.target_ids)
        near = self._distance_m[:, targets] <= self._config.near_m
        if not near.any():
            return CHECKS[0]
        if not self._has_compatible(near, np.flatnonzero(targets)):
            return CHECKS[1]
        places = [i for i, found in enumerate(matched) if found in query.target_ids]
        if not places:
            return CHECKS[2]
        return CHECKS[4] if places[0] == 0 else CHECKS[3]

    def _has_compatible(
        self, near: np.ndarray[tuple[int, int], np.dtype[np.bool_]], targets: Iterable[int]
    ) -> bool:
        for column, target in enumerate(targets):
            for row in np.flatnonzero(near[:, column]):
                if self._matcher.fits(int(target), self._nodes[row].label):
                    return True
        return False


def count_checks(found: Iterable[str]) -> dict[str, int]:
    """Queries by check, in the order of ``CHECKS``."""
    counts = Counter(found)
    return {check: counts[check] for check in CHECKS}
