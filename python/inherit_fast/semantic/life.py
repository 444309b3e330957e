"""Tentative, confirmed, absent: what a keyframe says about the nodes that it did not match."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from inherit_fast.graph import ObjectNode
from inherit_fast.semantic.sight import Looks


@dataclass(frozen=True, slots=True)
class LifeConfig:
    """When a node counts as real, and when as gone.

    Attributes:
        confirm_after: keyframes that must have seen it.
        min_label_share: share of all votes that its label must have; below it nobody can say
            what the thing is, as where a mask took in half a room.
        absent_after: keyframes in a row whose clear rays went through its place.
        min_rays: tested points that must have a return in the image.
        clear_share: share of the rays that must be clear.
    """

    confirm_after: int = 2
    min_label_share: float = 0.55
    absent_after: int = 5
    min_rays: int = 8
    clear_share: float = 0.7


class Life:
    """Stage of the semantic stream: keeps each node's state.

    Args:
        config: thresholds.
        is_found: whether a node was found often enough for how often it was looked at.
    """

    def __init__(
        self, config: LifeConfig, is_found: Callable[[ObjectNode], bool] = lambda _: True
    ) -> None:
        self._config = config
        self._is_found = is_found

    def seen(self, node: ObjectNode, time_ns: int) -> None:
        """``node`` was observed: it is not missed, and real once seen often enough."""
        node.seen += 1
        node.missed = 0
        node.last_seen_ns = time_ns
        self.settle(node)

    def settle(self, node: ObjectNode) -> None:
        """Confirmed or tentative, by what is known of a node that is there.

        What people deleted or pinned stays so.
        """
        if node.state == "deleted":
            return
        node.state = "confirmed" if node.pinned or self._is_sure(node) else "tentative"

    def _is_sure(self, node: ObjectNode) -> bool:
        votes = node.label_votes
        share = votes.get(node.voted_label, 0.0) / (sum(votes.values()) or 1.0)
        enough = node.seen >= self._config.confirm_after and self._is_found(node)
        return enough and (not votes or share >= self._config.min_label_share)

    def missed(self, looks: Looks) -> set[str]:
        """Count a miss for each node whose place the camera looked through.

        Returns:
            ids of the nodes that changed.
        """
        config = self._config
        enough = looks.returned >= config.min_rays
        through = enough & (looks.clear >= config.clear_share * looks.returned)
        nodes = [looks.nodes[i] for i in np.flatnonzero(through).tolist()]
        nodes = [node for node in nodes if not node.pinned]
        for node in nodes:
            node.missed += 1
            if node.missed >= config.absent_after:
                node.state = "absent"
        return {node.id for node in nodes}
