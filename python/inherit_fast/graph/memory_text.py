"""The whole memory as plain text, for a language model to read (paper, sections III-D and V-F).

One line a node, indented by level, ids first; positions in metres in the map's world (z up):

    floor_1 ground floor, floor at z 0.00, ceiling 2.60
      room_3 kitchen, center (1.2, 0.4): a kitchen of 12 m2, ...
        area_2 dining area: ...
          object_17 mug (1.24, 0.40, 0.85): a small red mug; on object_5 table; near object_9 bowl
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from inherit_fast.graph.graph import SceneGraph, id_number
from inherit_fast.graph.nodes import AreaNode, FloorNode, Hint, ObjectNode, RoomNode

N = TypeVar("N", FloorNode, RoomNode, AreaNode)

_LETTERS_PER_TOKEN = 6
_MUTUAL = {"near", "beside"}
_PIECES = re.compile(r"[^\W\d_]+|\d|[^\w\s]|_|\n")


@dataclass(frozen=True, slots=True)
class MemoryTextConfig:
    """How much is told.

    Attributes:
        max_tokens: the text is told in less and less detail until it fits.
    """

    max_tokens: int = 48_000


@dataclass(frozen=True, slots=True)
class _Detail:
    """What a text of some length says of every object; None is no limit."""

    relations: int | None = None
    object_words: bool = True
    sizes: bool = True
    room_words: bool = True


# From all to least; the first that fits is taken.
_DETAILS = (
    _Detail(),
    _Detail(relations=4),
    _Detail(relations=2, sizes=False),
    _Detail(relations=1, sizes=False, room_words=False),
    _Detail(relations=1, object_words=False, sizes=False, room_words=False),
    _Detail(relations=0, object_words=False, sizes=False, room_words=False),
)


def count_tokens(text: str) -> int:
    """About how many tokens a language model makes of a text, rather too many than too few.

    Words count by their length; every digit, mark and line break counts as one.
    """
    return sum(-(-len(piece) // _LETTERS_PER_TOKEN) for piece in _PIECES.findall(text))


def memory_text(
    graph: SceneGraph,
    config: MemoryTextConfig | None = None,
    count: Callable[[str], int] = count_tokens,
) -> str:
    """Floors, rooms, areas and confirmed objects with descriptions, relations and positions.

    The order is that of the ids, so that equal graphs give equal texts. Things that a model saw
    and the map lacks stand in their room's line. What no text within the budget has room for, even
    without details, is left out and counted by kind in its room's line.

    Args:
        graph: the memory.
        config: the budget.
        count: tokens of a text.
    """
    config = config or MemoryTextConfig()
    text = ""
    for detail in _DETAILS:
        text = "\n".join(_Writer(graph, detail).lines())
        if count(text) <= config.max_tokens:
            return text
    return _shortened(graph, config.max_tokens, count)


def _shortened(graph: SceneGraph, max_tokens: int, count: Callable[[str], int]) -> str:
    """The shortest detail with as many objects of every room as fit; found by halving."""
    most = max(Counter(node.room_id for node in graph.present()).values(), default=0)
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        text = "\n".join(_Writer(graph, _DETAILS[-1], middle).lines())
        low, high = (middle, high) if count(text) <= max_tokens else (low, middle - 1)
    return "\n".join(_Writer(graph, _DETAILS[-1], low).lines())


class _Writer:
    """Lines of one text; ``per_room`` limits the objects told of every room."""

    def __init__(self, graph: SceneGraph, detail: _Detail, per_room: int | None = None) -> None:
        self._graph = graph
        self._detail = detail
        self._per_room = per_room
        self._objects: dict[str | None, list[ObjectNode]] = defaultdict(list)
        for node in sorted(graph.present(), key=lambda n: id_number(n.id)):
            room = node.room_id if node.room_id in graph.rooms else None
            self._objects[room].append(node)
        self._phrases = self._relation_phrases()

    def lines(self) -> Iterable[str]:
        """All lines, top down; what lies in no room comes last."""
        for floor in _by_id(self._graph.floors.values()):
            yield self._floor_line(floor)
            for room in _by_id(self._graph.rooms.values()):
                if room.floor_id == floor.id:
                    yield from self._room_lines(room)
        if self._objects[None]:
            yield "in no room" + self._left_out(None)
            yield from (f"  {self._object_text(node)}" for node in self._told(None))

    def _told(self, room_id: str | None) -> list[ObjectNode]:
        return self._objects[room_id][: self._per_room]

    def _left_out(self, room_id: str | None) -> str:
        """What of a room is not told, by kind."""
        missing = Counter(n.label for n in self._objects[room_id][len(self._told(room_id)) :])
        named = ", ".join(f"{n} {label}" for label, n in sorted(missing.items())[:20])
        return f" [{missing.total()} more: {named}]" if missing else ""

    def _floor_line(self, floor: FloorNode) -> str:
        name = f" {floor.name}" if floor.name else ""
        ceiling = "" if floor.ceiling_m is None else f", ceiling {floor.ceiling_m:.2f}"
        return f"{floor.id}{name}, floor at z {floor.height_m:.2f}{ceiling}"

    def _room_lines(self, room: RoomNode) -> Iterable[str]:
        yield f"  {self._room_text(room)}{self._left_out(room.id)}"
        told = self._told(room.id)
        areas = [a for a in _by_id(self._graph.areas.values()) if a.room_id == room.id]
        for area in areas:
            yield f"    {self._area_text(area)}"
            yield from (f"      {self._object_text(n)}" for n in told if n.area_id == area.id)
        ids = {area.id for area in areas}
        yield from (f"    {self._object_text(n)}" for n in told if n.area_id not in ids)

    def _room_text(self, room: RoomNode) -> str:
        text = f"{room.id} {room.label}"
        if len(room.polygon_m):
            x, y = (room.polygon_m.min(axis=0) + room.polygon_m.max(axis=0)) / 2
            text += f", center ({x:.1f}, {y:.1f})"
        doors = [d for d in self._graph.doorways if room.id in (d.room_a, d.room_b)]
        others = dict.fromkeys(d.room_b if d.room_a == room.id else d.room_a for d in doors)
        text += f", doors to {' '.join(others)}" if others else ""
        text += f": {room.description}" if self._words(room) else ""
        hints = [_hint_text(h) for h in self._graph.hints if h.room_id == room.id]
        return text + (f" [seen but not mapped: {', '.join(hints)}]" if hints else "")

    def _area_text(self, area: AreaNode) -> str:
        return f"{area.id} {area.label}" + (f": {area.description}" if self._words(area) else "")

    def _words(self, node: RoomNode | AreaNode) -> bool:
        return self._detail.room_words and bool(node.description)

    def _object_text(self, node: ObjectNode) -> str:
        x, y, z = node.centroid_m
        text = f"{node.id} {node.label} ({x:.2f}, {y:.2f}, {z:.2f})"
        if self._detail.sizes:
            text += " " + "x".join(f"{side:.2f}" for side in node.box.extent_m)
        words = self._own_words(node) if self._detail.object_words else ""
        phrases = self._phrases[node.id][: self._detail.relations]
        return text + (f": {words}" if words else "") + "".join(f"; {p}" for p in phrases)

    def _own_words(self, node: ObjectNode) -> str:
        """The description without what other parts of the text say: relations, room, label."""
        room = self._graph.rooms.get(node.room_id or "")
        floor = self._graph.floors.get(node.floor_id or "")
        place = f"in the {room.label}" if room else ""
        places = (place, f"{place} on {floor.name}" if floor else place)
        predicates = tuple(f"{name} the " for name in self._predicates)
        parts = node.description.split(", ")
        kept = [p for p in parts if p and p not in places and not p.startswith(predicates)]
        words = ", ".join(kept)
        return "" if words in (node.label, f"a {node.label}", f"an {node.label}") else words

    def _relation_phrases(self) -> dict[str, list[str]]:
        """Object -> phrases; what holds both ways is told once, by the one with the lower id."""
        phrases: dict[str, list[tuple[float, str]]] = defaultdict(list)
        objects = self._graph.objects
        self._predicates = sorted({r.predicate for r in self._graph.relations.values()})
        for r in self._graph.relations.values():
            other = objects.get(r.object_id)
            back = (r.object_id, r.predicate, r.subject_id) in self._graph.relations
            told = (
                r.predicate in _MUTUAL and back and id_number(r.subject_id) > id_number(r.object_id)
            )
            if other is not None and other.state == "confirmed" and not told:
                rank = (r.predicate in _MUTUAL) - r.confidence  # support and containment first
                phrases[r.subject_id].append((rank, f"{r.predicate} {other.id} {other.label}"))
        texts = {k: [text for _, text in sorted(found)] for k, found in phrases.items()}
        return defaultdict(list, texts)


def _hint_text(hint: Hint) -> str:
    if hint.position_m is None:
        return hint.label
    x, y, z = hint.position_m
    return f"{hint.label} near ({x:.1f}, {y:.1f}, {z:.1f})"


def _by_id(nodes: Iterable[N]) -> list[N]:
    return sorted(nodes, key=lambda node: id_number(node.id))
