"""The query as a small graph, matched to the map's (the way of OVSG)."""

import numpy as np

from inherit_fast.evaluation.peers.nodes import Floats, Nodes
from inherit_fast.evaluation.peers.top_down import object_words
from inherit_fast.retrieval import Constraint, Parser, Query, Ranking

_HEIGHT = {"on": 1, "above": 1, "under": -1}


class GraphMatch:
    """Target and references as nodes with vectors, their relations as edges by distance.

    OVSG lets a language model make the query graph and a learned encoder judge the edges; here
    the rule parser makes it and an edge holds up to 2 m, with the sign of the height difference
    for "on", "above" and "under". Negation has no place in the scheme.
    """

    name = "graph matching (OVSG's way)"
    near_m = 2.0
    references = 10

    def __init__(self, nodes: Nodes, parser: Parser) -> None:
        self._nodes = nodes
        self._parse = parser
        labels = [nodes.graph.rooms[n.room_id].label if n.room_id else "" for n in nodes.nodes]
        self._rooms = nodes.encode([label or "unknown" for label in labels])

    def __call__(self, text: str, top: int = 5) -> Ranking:
        """Rank by the mean likeness of the target and of the edges to its references."""
        query = self._parse(text)
        parts = [self._nodes.similar(object_words(query) or text, self._nodes.texts)]
        for constraint in query.constraints:
            if constraint.type == "relation" and constraint.reference:
                parts.append(self._edge(constraint))
            elif constraint.type == "room":
                parts.append(self._nodes.similar(constraint.argument, self._rooms))
        return self._nodes.ranking(text, np.mean(parts, axis=0), top)

    def _edge(self, constraint: Constraint) -> Floats:
        """(N,) likeness of the best reference that the edge reaches."""
        nodes = self._nodes
        words = object_words(Query("", constraint.reference))
        likeness = nodes.similar(words or str(constraint), nodes.texts)
        best = np.argsort(-likeness, kind="stable")[: self.references]
        offset = nodes.center_m[:, None] - nodes.center_m[best][None]
        distance = np.linalg.norm(offset, axis=2)
        edge = np.clip(1.0 - distance / self.near_m, 0.0, 1.0)
        sign = _HEIGHT.get(constraint.relation or "", 0)
        edge = np.where(sign * offset[..., 2] < 0, 0.0, edge)
        edge[best, np.arange(len(best))] = 0.0  # nothing is near itself
        return np.asarray((edge * likeness[best][None]).max(axis=1, initial=0.0), np.float32)
