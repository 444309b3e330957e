"""Which nodes stand so close to another that they may be one."""

from collections.abc import Iterable

import numpy as np

from inherit_fast.graph import ObjectNode


class Neighbours:
    """Nodes with their places and sizes as arrays, so that many can be asked for at once.

    It does not follow nodes that change: make it anew then.
    """

    def __init__(self, nodes: Iterable[ObjectNode]) -> None:
        self._nodes = [node for node in nodes if node.views]
        boxes = [node.box for node in self._nodes]
        self._centers_m = np.array([box.center_m for box in boxes]).reshape(-1, 3)
        extents_m = np.array([box.extent_m for box in boxes]).reshape(-1, 3)
        self._sizes_m = np.sqrt((extents_m**2).sum(axis=1))

    def __call__(self, node: ObjectNode) -> list[tuple[ObjectNode, bool]]:
        """Nodes whose boxes may meet that of ``node``; and whether they are about as large."""
        if not node.views:
            return []
        size_m, own_m = self._sizes_m, float(np.linalg.norm(node.box.extent_m))
        away_m = np.sqrt(((self._centers_m - node.box.center_m) ** 2).sum(axis=1))
        near = np.flatnonzero(away_m <= (size_m + own_m) / 2)
        size_m, away_m = size_m[near], away_m[near]
        larger, smaller = np.maximum(size_m, own_m), np.minimum(size_m, own_m)
        alike = (away_m <= larger / 2) & (smaller >= larger / 2)
        found = zip(near.tolist(), alike.tolist(), strict=True)
        return [(self._nodes[i], like) for i, like in found if self._nodes[i] is not node]
