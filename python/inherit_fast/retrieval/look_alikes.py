"""Objects that look like a picture: the dense path over visual features."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import QueryError
from inherit_fast.graph import ObjectNode
from inherit_fast.retrieval.vector_index import VectorIndex

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]


class LookAlikes:
    """Finds the nodes of which some stored view is nearest to a feature by cosine.

    Args:
        nodes: the objects; those without views are never found.
        indexed_from: number of views from which on FAISS is loaded.

    Raises:
        QueryError: views hold features of more than one length, so of more than one network.
    """

    def __init__(self, nodes: Sequence[ObjectNode], *, indexed_from: int) -> None:
        rows = [(i, view.feature) for i, node in enumerate(nodes) for view in node.views]
        rows = [(i, feature) for i, feature in rows if feature.size]
        lengths = sorted({feature.size for _, feature in rows})
        if len(lengths) > 1:
            raise QueryError(f"the map holds features of several networks, of lengths {lengths}")
        self.length = lengths[0] if lengths else 0
        self._node_of = np.array([i for i, _ in rows], np.int32)
        self._features = np.array([f for _, f in rows], np.float32).reshape(len(rows), self.length)
        self._index = VectorIndex(self._features, indexed_from=indexed_from)
        self._views = int(np.bincount(self._node_of).max(initial=0))

    def __call__(self, feature: Floats, most: int, allowed: Mask) -> tuple[Indices, Floats]:
        """The nearest nodes, best first, and the cosine of the nearest view of each.

        Args:
            feature: (D,) float32 unit vector, by the network that made the map.
            most: nodes at most.
            allowed: (N,) nodes that may be found.

        Raises:
            QueryError: the map holds no views, or the feature is not as long as theirs.
        """
        if not self.length:
            raise QueryError("the map holds no views with features; pictures find nothing in it")
        if feature.shape != (self.length,):
            raise QueryError(
                f"the map's visual features have {self.length} numbers, the picture's"
                f" {feature.size}: ask with the extractor that made the map"
            )
        # So many views hold enough nodes, however many of them are the same node's.
        rows = self._index(feature[None], most * self._views, allowed[self._node_of])[0]
        nodes, first = np.unique(self._node_of[rows], return_index=True)
        best = np.argsort(first)[:most]
        near = self._features[rows[first[best]]].astype(np.float64) @ feature.astype(np.float64)
        return nodes[best], near.astype(np.float32)
