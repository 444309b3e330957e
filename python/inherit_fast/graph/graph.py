"""The scene graph in memory: node tables, relations, and the ids that are never reused."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.graph.nodes import (
    AreaNode,
    Doorway,
    FloorNode,
    Hint,
    ObjectNode,
    Relation,
    RoomNode,
)


@dataclass(slots=True, eq=False)
class SceneGraph:
    """Floors, rooms, areas and objects with the edges between them (paper, section III-B).

    Tables are keyed by node id and keep the order of creation. ``T_map_source`` maps points of
    the source's own world into the map's world (z up, metres). ``path_ns`` holds the time of every
    position in ``path_m``. Both lists only grow; what changes otherwise is a new list.
    """

    floors: dict[str, FloorNode] = field(default_factory=dict)
    rooms: dict[str, RoomNode] = field(default_factory=dict)
    areas: dict[str, AreaNode] = field(default_factory=dict)
    objects: dict[str, ObjectNode] = field(default_factory=dict)
    relations: dict[tuple[str, str, str], Relation] = field(default_factory=dict)
    doorways: list[Doorway] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    hints: list[Hint] = field(default_factory=list)
    T_map_source: npt.NDArray[np.float64] = field(default_factory=lambda: np.eye(4))
    path_m: list[tuple[float, float, float]] = field(default_factory=list)
    path_ns: list[int] = field(default_factory=list)
    counters: Counter[str] = field(default_factory=Counter)

    def new_id(self, kind: str) -> str:
        """The next ``<kind>_<n>``, counting from 1; never given twice in the life of a map."""
        self.counters[kind] += 1
        return f"{kind}_{self.counters[kind]}"

    def resolve(self, node_id: str) -> str:
        """Follow aliases left by merges to the id that stands today."""
        while node_id in self.aliases:
            node_id = self.aliases[node_id]
        return node_id

    def current(self, node_id: str) -> str:
        """``resolve``, and on to where a thing that moved is now."""
        node_id = self.resolve(node_id)
        met = {node_id}
        while (node := self.objects.get(node_id)) is not None and node.moved_to is not None:
            node_id = self.resolve(node.moved_to)
            if node_id in met:
                break
            met.add(node_id)
        return node_id

    def present(self) -> Iterator[ObjectNode]:
        """Objects worth answering with: confirmed ones, in order of creation."""
        return (node for node in self.objects.values() if node.state == "confirmed")

    def add_relation(self, relation: Relation) -> None:
        """Insert or replace the relation of that subject, predicate and object."""
        key = (relation.subject_id, relation.predicate, relation.object_id)
        self.relations[key] = relation

    def memory_text(self, max_tokens: int | None = None) -> str:
        """The hierarchy with descriptions, relations and positions as plain text, ids in it.

        Args:
            max_tokens: budget, about; what ``MemoryTextConfig`` says by default.
        """
        from inherit_fast.graph.memory_text import MemoryTextConfig, memory_text

        config = MemoryTextConfig() if max_tokens is None else MemoryTextConfig(max_tokens)
        return memory_text(self, config)

    def relations_of(self, object_id: str) -> list[Relation]:
        """Relations whose subject is ``object_id``, in order of insertion."""
        return [r for r in self.relations.values() if r.subject_id == object_id]


def id_number(node_id: str) -> int:
    """The number in ``object_17``; sorts ids as people count."""
    match = re.fullmatch(r"[a-z]+_(\d+)", node_id)
    if match is None:
        raise ValueError(f"node id: expected <kind>_<number>, got {node_id!r}")
    return int(match.group(1))
