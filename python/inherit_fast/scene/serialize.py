"""A scene as compact JSON for a language model, within a budget."""

import json
from typing import TYPE_CHECKING, Any

from inherit_fast.scene.types import ObjectObservation, Vector3

if TYPE_CHECKING:
    from inherit_fast.scene.representation import SceneRepresentation

CHARS_PER_TOKEN = 4
# What is told of an object, most detailed first; each level drops the fields it does not name.
_LEVELS = (
    ("color", "conf", "box", "seen_from", "room"),
    ("color", "conf", "seen_from", "room"),
    ("color", "room"),
    ("room",),
    (),
)
_LEAST = 80  # letters of the shortest document


def serialize(scene: "SceneRepresentation", max_tokens: int = 2000) -> str:
    """Rooms, viewpoints and objects as one line of JSON of about ``max_tokens`` at most.

    Where not all fits, details go first, then viewpoints, then the least confident objects; what
    was left out is counted in ``left_out``. Equal scenes give equal texts. Lengths are metres.

    Args:
        scene: what to tell.
        max_tokens: budget, at four letters a token.

    Raises:
        ValueError: the budget has no room for the shortest document.
    """
    budget = max_tokens * CHARS_PER_TOKEN
    if budget < _LEAST:
        raise ValueError(
            f"max_tokens: expected at least {_LEAST // CHARS_PER_TOKEN}, got {max_tokens}"
        )
    objects = sorted(scene.objects, key=lambda o: (-o.confidence, o.object_id))
    for viewpoints in (len(scene.viewpoints), 0):
        for fields in _LEVELS:
            text = _document(scene, objects, fields, viewpoints)
            if len(text) <= budget:
                return text
    return _fewest(scene, objects, budget)


def _fewest(scene: "SceneRepresentation", objects: list[ObjectObservation], budget: int) -> str:
    """As many of the most confident objects as fit, by halving."""
    low, high = 0, len(objects)
    while low < high:
        middle = (low + high + 1) // 2
        fits = len(_document(scene, objects[:middle], (), 0)) <= budget
        low, high = (middle, high) if fits else (low, middle - 1)
    text = _document(scene, objects[:low], (), 0)
    if len(text) <= budget:
        return text
    left = {"rooms": len(scene.rooms), "objects": len(objects), "viewpoints": len(scene.viewpoints)}
    return _compact({"left_out": left})


def _document(
    scene: "SceneRepresentation",
    objects: list[ObjectObservation],
    fields: tuple[str, ...],
    viewpoints: int,
) -> str:
    shown = sorted(objects, key=lambda o: o.object_id)
    document: dict[str, Any] = {
        "room": scene.room.id,
        "rooms": [_room(scene, room_id) for room_id in scene.rooms],
        "viewpoints": [
            [v.tick_id, *_place(v.position), round(v.yaw, 2)] for v in scene.viewpoints[:viewpoints]
        ],
        "objects": [_object(scene, o, fields) for o in shown],
    }
    doors = [list(pair) for pair in scene.edges.room_room]
    left = {
        "objects": len(scene.objects) - len(objects),
        "viewpoints": len(scene.viewpoints) - viewpoints,
    }
    document |= {"doors": doors} if doors else {}
    missing = {name: count for name, count in left.items() if count}
    return _compact(document | ({"left_out": missing} if missing else {}))


def _room(scene: "SceneRepresentation", room_id: str) -> dict[str, Any]:
    room = scene.rooms[room_id]
    told: dict[str, Any] = {"id": room_id, "label": room.label}
    bounds = room.scene_bounds
    if bounds is not None:
        told["bounds"] = [_place(bounds[0]), _place(bounds[1])]
    if room.best_image_tick_id is not None:
        told["image"] = room.best_image_tick_id
    return told


def _object(
    scene: "SceneRepresentation", seen: ObjectObservation, fields: tuple[str, ...]
) -> dict[str, Any]:
    room_id = scene.graph.objects[f"object_{seen.object_id}"].room_id
    box = seen.bbox_min is not None and seen.bbox_max is not None
    values: dict[str, Any] = {
        "color": seen.color_name,
        "conf": round(seen.confidence, 2),
        "box": [_place(seen.bbox_min), _place(seen.bbox_max)] if box else None,
        "seen_from": seen.observing_viewpoint_ids or None,
        "room": room_id if len(scene.graph.rooms) > 1 else None,
    }
    told: dict[str, Any] = {"id": seen.object_id, "label": seen.label, "at": _place(seen.position)}
    return told | {f: values[f] for f in fields if values[f] is not None}


def _place(point: Vector3 | None) -> list[float]:
    assert point is not None
    return [round(value, 2) for value in point]


def _compact(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
