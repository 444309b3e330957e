"""Rooms, then objects, then one pick among a few with their context (the way of KeySG)."""

import numpy as np

from inherit_fast.evaluation.peers.nodes import Nodes, told_labels
from inherit_fast.graph import ObjectNode
from inherit_fast.retrieval import Ranking
from inherit_fast.semantic.describe import DescribeConfig, describe


class Hierarchical:
    """Retrieval over room summaries and objects, and a final pick.

    KeySG lets a language model pick from what was retrieved. Without one the pick goes by the
    similarity of the whole query with each candidate's text in context: what it is, what it is
    near and on, and in which room.
    """

    name = "hierarchical retrieval and pick (KeySG's way)"
    rooms_kept = 4
    candidates = 10

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        graph = nodes.graph
        members: dict[str, list[ObjectNode]] = {room_id: [] for room_id in graph.rooms}
        for node in nodes.nodes:
            members.get(node.room_id or "", []).append(node)
        self._room_ids = list(graph.rooms)
        self._rooms = nodes.encode(
            [f"{graph.rooms[key].label} with {told_labels(members[key])}" for key in self._room_ids]
        )
        config = DescribeConfig(max_relations=4)
        self._context = [describe(node, graph, config) for node in nodes.nodes]

    def __call__(self, text: str, top: int = 5) -> Ranking:
        """Rank the candidates by the pick's score; the others follow by their own."""
        nodes = self._nodes
        scores = nodes.similar(text, nodes.texts)
        among = self._in_rooms(text)
        order = among[np.argsort(-scores[among], kind="stable")]
        picked = scores - 2.0
        for i in order[: self.candidates]:
            picked[i] = nodes.similar(text, nodes.encode([self._context[i]]))[0]
        return nodes.ranking(text, picked, top, order.tolist())

    def _in_rooms(self, text: str) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        everything = np.arange(len(self._nodes))
        if len(self._room_ids) <= self.rooms_kept:
            return everything
        scores = self._nodes.similar(text, self._rooms)
        best = np.argsort(-scores, kind="stable")[: self.rooms_kept]
        kept = {self._room_ids[i] for i in best}
        return np.array([i for i in everything if self._nodes.nodes[i].room_id in kept], np.intp)
