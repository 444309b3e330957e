"""The questions of a global update, each made from the graph as it stands."""

from collections import Counter

from inherit_fast.graph import AreaNode, ObjectNode, RoomNode, SceneGraph, id_number
from inherit_fast.language import load_prompt
from inherit_fast.language.answers import MissedThings, ObjectText, PlaceText
from inherit_fast.updates.asking import Question
from inherit_fast.updates.text_jobs import Key

_MOST_MEMBERS = 24


def object_evidence(node: ObjectNode) -> str:
    """An object is described once for every name it gets."""
    return node.label


def members_evidence(graph: SceneGraph, object_ids: list[str]) -> str:
    """How many things of which kind."""
    counts = Counter(graph.objects[i].label for i in object_ids if i in graph.objects)
    return ", ".join(f"{n} {label}" for label, n in sorted(counts.items()))


def room_evidence(graph: SceneGraph, room: RoomNode) -> str:
    """Its things, its areas, and the picture."""
    things = members_evidence(graph, [n.id for n in graph.present() if n.room_id == room.id])
    return f"{things}; view {room.best_view_keyframe}"


def ask_object(node: ObjectNode, phrase: str) -> Question:
    """Describe an object by its best view; ``phrase`` is the template's."""
    size = " x ".join(f"{side:.2f}" for side in node.box.extent_m)
    prompt = load_prompt(
        "describe-1",
        "describe",
        ObjectText(phrase, list(node.attributes)),
        label=node.label,
        size=f"{size} m",
        colors=", ".join(color.name for color in node.colors) or "unknown",
    )
    return Question(prompt, (node.views[0].jpeg,), ObjectText)


def ask_missed(graph: SceneGraph, room: RoomNode, most: int) -> Question:
    """What else the room's best view shows (object expansion, paper section III-C)."""
    known = members_evidence(graph, [n.id for n in graph.present() if n.room_id == room.id])
    prompt = load_prompt(
        "expand-1",
        "expand",
        MissedThings(),
        label=room.label,
        known=known or "nothing",
        most=str(most),
    )
    return Question(prompt, (room.best_view_jpeg,), MissedThings)


def ask_area(graph: SceneGraph, area: AreaNode) -> Question:
    """Name an area by its members' labels and descriptions."""
    room = graph.rooms[area.room_id]
    members = [graph.objects[i] for i in area.object_ids if i in graph.objects]
    lines = [f"- {node.label}: {node.description}" for node in members[:_MOST_MEMBERS]]
    if len(members) > _MOST_MEMBERS:
        lines.append(f"- and {len(members) - _MOST_MEMBERS} more")
    prompt = load_prompt(
        "aggregate-1",
        "aggregate",
        PlaceText(area.label, area.description),
        room=room.label,
        objects="\n".join(lines),
    )
    return Question(prompt, (), PlaceText)


def ask_room(graph: SceneGraph, room: RoomNode, *, sees: bool) -> Question:
    """Name a room by its best view, where the model sees, and its areas."""
    areas = sorted(
        (a for a in graph.areas.values() if a.room_id == room.id), key=lambda a: id_number(a.id)
    )
    lines = [f"- {area.label}: {area.description}" for area in areas]
    hints = [hint.label for hint in graph.hints if hint.room_id == room.id]
    seen = f"; the picture also shows {', '.join(hints)}" if hints else ""
    images = (room.best_view_jpeg,) if sees and room.best_view_jpeg else ()
    prompt = load_prompt(
        "summarise-1",
        "summarise",
        PlaceText(room.label, room.description),
        picture="The picture shows the room. " if images else "",
        facts=room.description + seen,
        areas="\n".join(lines) or "- none",
    )
    return Question(prompt, images, PlaceText)


def evidence_of(graph: SceneGraph, key: Key) -> str:
    """What the text of a job depends on; its node stands in the graph."""
    kind, node_id = key
    if kind == "describe":
        return object_evidence(graph.objects[node_id])
    if kind == "aggregate":
        return members_evidence(graph, graph.areas[node_id].object_ids)
    room = graph.rooms[node_id]
    return str(room.best_view_keyframe) if kind == "expand" else room_evidence(graph, room)


def made_from(graph: SceneGraph, key: Key) -> set[Key]:
    """The texts that a text is made from, and so is asked after."""
    kind, node_id = key
    if kind == "aggregate" and node_id in graph.areas:
        return {("describe", i) for i in graph.areas[node_id].object_ids}
    if kind == "summarise":
        areas = [area for area in graph.areas.values() if area.room_id == node_id]
        texts: set[Key] = {("expand", node_id), *(("aggregate", a.id) for a in areas)}
        return texts.union(*(made_from(graph, ("aggregate", area.id)) for area in areas))
    return set()


def question_of(graph: SceneGraph, key: Key, most_missed: int, *, sees: bool) -> Question | None:
    """The question of a job; None if its node is gone or has no picture any more."""
    kind, node_id = key
    if kind == "describe":
        node = graph.objects.get(node_id)
        return ask_object(node, node.label) if node and node.views else None
    if kind == "aggregate":
        area = graph.areas.get(node_id)
        return ask_area(graph, area) if area else None
    room = graph.rooms.get(node_id)
    if room is None:
        return None
    if kind == "expand":
        return ask_missed(graph, room, most_missed)
    return ask_room(graph, room, sees=sees)
