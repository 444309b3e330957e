"""What every peer's mechanism reads: the map's objects, their texts, and sentence vectors."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode, SceneGraph
from inherit_fast.perception import TextEncoder
from inherit_fast.retrieval import Answer, Query, Ranking

Floats = npt.NDArray[np.float32]


class Nodes:
    """The objects of one map that can be answers, and vectors of their texts.

    Attributes:
        nodes: confirmed objects, in order of creation.
        center_m: (N, 3).
        labels, texts: (N, D) unit vectors of the labels and of the descriptions.
    """

    def __init__(self, graph: SceneGraph, encoder: TextEncoder) -> None:
        self.graph = graph
        self.encode = encoder
        self.nodes: list[ObjectNode] = list(graph.present())
        self.center_m = np.array([n.centroid_m for n in self.nodes]).reshape(-1, 3)
        self.labels = encoder([node.label for node in self.nodes])
        self.texts = encoder([node.description or node.label for node in self.nodes])

    def __len__(self) -> int:
        return len(self.nodes)

    def similar(self, text: str, vectors: Floats) -> Floats:
        """(N,) cosine of each vector with that of ``text``."""
        return np.asarray(vectors @ self.encode([text])[0], np.float32)

    def ranking(
        self, text: str, scores: npt.ArrayLike, top: int, among: Sequence[int] | None = None
    ) -> Ranking:
        """Answers by falling score, earlier objects first among equals; ``among``: only these."""
        values = np.asarray(scores, np.float64)
        index = np.arange(len(self)) if among is None else np.asarray(among, np.int64)
        order = index[np.argsort(-values[index], kind="stable")][:top]
        return Ranking(Query(text, ()), tuple(self._answer(i, values[i]) for i in order))

    def _answer(self, index: int, score: float) -> Answer:
        node = self.nodes[index]
        x, y, z = map(float, node.centroid_m)
        room = self.graph.rooms.get(node.room_id or "")
        floor = self.graph.floors.get(node.floor_id or "")
        return Answer(
            node.id,
            node.label,
            round(float(score), 4),
            (x, y, z),
            room.label if room else None,
            floor.name if floor else None,
            node.room_id,
            node.floor_id,
            node.source_id,
            node.description,
            (),
        )


def told_labels(nodes: Sequence[ObjectNode], most: int = 8) -> str:
    """What is among these, as a summary tells it: the most frequent labels, commonest first."""
    counts = Counter(node.label for node in nodes)
    ranked = sorted(counts, key=lambda label: (-counts[label], label))
    return ", ".join(ranked[:most])
