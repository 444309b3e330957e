"""Whether what was found is there: how often, how surely, and whether its size can be.

A detector that errs does so in one view and not in the next; a thing that is there is found again.
So the share of finds among the keyframes that had a clear look at a node, and the sum of their
scores, tell the two apart where no single score does.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from inherit_fast.frame import Frame
from inherit_fast.graph import ObjectNode, id_number
from inherit_fast.language.sizes import Sizes
from inherit_fast.semantic.sight import Looks


@dataclass(frozen=True, slots=True)
class EvidenceConfig:
    """When a keyframe counts as a clear look, and how many finds a node needs.

    Attributes:
        reach: of the mean distance of its finds, how far away a look still counts.
        in_view_share: share of the node's points that must have a return in the image.
        agree_share: share of the returns that must be at the node's own depth.
        min_found_share: finds over clear looks, below which nothing is there.
        min_scores: what the scores of all finds must add up to.
        crowd: so many better proven things inside a node's box make it a mask of half a room;
        crowd_times: better proven are those whose scores add up to so many times the node's.
        sure_score: mean score from which a name is believed of a thing too small for it: a bed of
            which a door shows one corner.
    """

    reach: float = 1.25
    in_view_share: float = 0.8
    agree_share: float = 0.7
    min_found_share: float = 0.5
    min_scores: float = 1.0
    crowd: int = 2
    crowd_times: float = 2.0
    sure_score: float = 0.6


@dataclass(slots=True)
class _Record:
    """What is known of one node: finds, their scores and mean distance, looks that passed it."""

    finds: int = 0
    scores: float = 0.0
    distance_m: float = 0.0
    passed: int = 0


class Evidence:
    """Judges nodes by all keyframes that showed them or could have.

    Args:
        config: thresholds.
        sizes: how large things are.
    """

    def __init__(self, config: EvidenceConfig, sizes: Sizes | None = None) -> None:
        self._config = config
        self._sizes = sizes or Sizes()
        self._records: dict[int, _Record] = {}

    def found(self, node: ObjectNode, frame: Frame, score: float) -> None:
        """``frame`` showed the node, with the segmenter's ``score``."""
        record = self._records.setdefault(id_number(node.id), _Record())
        away_m = float(np.linalg.norm(node.centroid_m - frame.position_m))
        record.finds += 1
        record.scores += score
        record.distance_m += (away_m - record.distance_m) / record.finds

    def passed(self, looks: Looks) -> list[ObjectNode]:
        """Count the clear looks among ``looks``, which found none of their nodes.

        Returns:
            the nodes that lost by it.
        """
        c = self._config
        reach_m = [self._of(node).distance_m for node in looks.nodes]
        near = looks.distance_m <= c.reach * np.array(reach_m)
        whole = looks.returned >= c.in_view_share * np.maximum(looks.tested, 1)
        clear = near & whole & (looks.agree >= c.agree_share * looks.returned)
        nodes = [looks.nodes[i] for i in np.flatnonzero(clear).tolist()]
        for node in nodes:
            self._of(node).passed += 1
        return nodes

    def is_enough(self, node: ObjectNode) -> bool:
        """Whether a thing of the node's label is there."""
        c, record, extent_m = self._config, self._of(node), node.box.extent_m
        if self._sizes.is_too_large(node.voted_label, extent_m):
            return False
        is_sure = record.scores >= c.sure_score * record.finds
        if not is_sure and self._sizes.is_too_small(node.voted_label, extent_m):
            return False
        looks = record.finds + record.passed
        return record.scores >= c.min_scores and record.finds >= c.min_found_share * looks

    def is_crowd(self, node: ObjectNode, others: Iterable[ObjectNode]) -> bool:
        """Whether the node's box holds several things that are far better proven than itself."""
        c, box = self._config, node.box
        least = c.crowd_times * self._of(node).scores
        better = [o for o in others if self._of(o).scores >= least and o.state == "confirmed"]
        centroids_m = np.array([o.centroid_m for o in better]).reshape(-1, 3)
        local = (centroids_m - box.center_m) @ box.R_world_box
        inside = (np.abs(local) <= box.extent_m / 2).all(axis=1)
        return int(np.count_nonzero(inside)) >= c.crowd

    def merge(self, kept: str, gone: str) -> None:
        """Of two nodes that are one, only a look that missed both missed it."""
        b = self._records.pop(id_number(gone), _Record())
        a = self._records.setdefault(id_number(kept), _Record())
        finds = max(1, a.finds + b.finds)
        a.distance_m = (a.distance_m * a.finds + b.distance_m * b.finds) / finds
        a.finds, a.scores = a.finds + b.finds, a.scores + b.scores
        a.passed = min(a.passed, b.passed)

    def forget(self, gone: Iterable[str]) -> None:
        """These nodes are no more."""
        for node_id in gone:
            self._records.pop(id_number(node_id), None)

    def state(self) -> list[list[float]]:
        """Rows of a node's number, finds, scores, mean distance and passes."""
        return [[number, *astuple(record)] for number, record in self._records.items()]

    def restore(self, rows: Iterable[Iterable[Any]]) -> None:
        """Go on where ``state`` was taken."""
        self._records = {number: _Record(*values) for number, *values in rows}

    def _of(self, node: ObjectNode) -> _Record:
        return self._records.setdefault(id_number(node.id), _Record())
