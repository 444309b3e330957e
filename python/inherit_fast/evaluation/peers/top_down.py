"""Floor, then room, then object, each a filter for the next (the way of HOV-SG)."""

import numpy as np

from inherit_fast.evaluation.peers.nodes import Nodes
from inherit_fast.retrieval import Parser, Query, Ranking


class TopDown:
    """A decomposition into floor, room and object, and three vector look-ups.

    HOV-SG lets a language model make the decomposition; here the rule parser's does. Only the
    named object's own words are looked up: relations and negations have no place in the scheme.
    """

    name = "top-down filters (HOV-SG's way)"
    rooms_kept = 3

    def __init__(self, nodes: Nodes, parser: Parser) -> None:
        self._nodes = nodes
        self._parse = parser
        graph = nodes.graph
        self._floors = sorted(graph.floors.values(), key=lambda floor: floor.height_m)
        self._rooms = list(graph.rooms.values())
        self._room_labels = nodes.encode([room.label for room in self._rooms])

    def __call__(self, text: str, top: int = 5) -> Ranking:
        """Rank the objects of the rooms that are left; all where none is."""
        query = self._parse(text)
        rooms = self._rooms_of(query)
        among = [
            i
            for i, node in enumerate(self._nodes.nodes)
            if node.floor_id in self._floors_of(query) and (rooms is None or node.room_id in rooms)
        ]
        wanted = object_words(query) or text
        scores = self._nodes.similar(wanted, self._nodes.texts)
        return self._nodes.ranking(text, scores, top, among or None)

    def _floors_of(self, query: Query) -> set[str | None]:
        ids: list[str | None] = [floor.id for floor in self._floors]
        cues = [c.argument for c in query.of_type("floor") if c.polarity > 0]
        named = {"top": ids[-1:], "up": ids[1:], "down": ids[:1]}
        for cue in cues:
            number = int(cue) if cue.isdigit() else 0
            return set(named.get(cue, ids[number - 1 : number] if number else ids))
        return {*ids, None}

    def _rooms_of(self, query: Query) -> set[str] | None:
        names = [c.argument for c in query.of_type("room") if c.polarity > 0]
        if not names or not self._rooms:
            return None
        floors = self._floors_of(query)
        scores = self._nodes.similar(names[0], self._room_labels)
        order = [i for i in np.argsort(-scores, kind="stable") if self._rooms[i].floor_id in floors]
        return {self._rooms[i].id for i in order[: self.rooms_kept]}


def object_words(query: Query) -> str:
    """The named object with its own adjectives, as words."""
    words = [c.argument for c in query.of_type("attribute") if c.polarity > 0]
    names = [c.alternatives()[0] for c in query.of_type("target") if c.polarity > 0]
    return " ".join([*words, *names[:1]])
