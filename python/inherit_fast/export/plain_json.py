"""A map as plain JSON, for programs that want rooms and objects and nothing else.

``{"format": "inherit_fast", "format_version": 1, "T_map_source": 4x4, "floors": [...],
"rooms": [...], "areas": [...], "objects": [...], "relations": [...], "doorways": [...],
"hints": [...]}``

* floor: ``id, name, height_m, ceiling_m`` (null if unknown)
* room: ``id, floor_id, label, description, polygon_m`` (outline in world x y)
* area: ``id, room_id, label, description, object_ids``
* object: ``id, label, state, floor_id, room_id, area_id, source_id, centroid_m, box``
  (``center_m, extent_m`` full sides, ``R_world_box`` columns = axes), ``description``,
  ``attributes``, ``colors`` (``name, rgb, share``), ``label_votes``, ``seen``, ``first_seen_ns``,
  ``last_seen_ns``
* relation: ``subject_id, predicate, object_id, confidence, seen, sentence``
* doorway: ``room_a, room_b, position_m`` (world x y), ``width_m``
* hint (seen in a room's best view by a model, not mapped): ``room_id, label, keyframe_id, box``
  (left, top, right, bottom as shares of the picture, or null), ``position_m, extent_m`` (or null)

World: right-handed, z up, metres; times in nanoseconds. Pixels, points and features stay in the
map.
"""

from pathlib import Path
from typing import Any

from inherit_fast.export.files import write_json_file
from inherit_fast.graph import AreaNode, Box, FloorNode, Hint, ObjectNode, RoomNode, SceneGraph

FORMAT_VERSION = 1


def write_json(graph: SceneGraph, path: Path) -> None:
    """Write ``to_document`` to a file; what stood there before is replaced as a whole.

    Raises:
        StoreError: the place cannot be written.
    """
    write_json_file(path, to_document(graph))


def to_document(graph: SceneGraph) -> dict[str, Any]:
    """The graph as nested plain values."""
    return {
        "format": "inherit_fast",
        "format_version": FORMAT_VERSION,
        "T_map_source": graph.T_map_source.tolist(),
        "floors": [_floor(floor) for floor in graph.floors.values()],
        "rooms": [_room(room) for room in graph.rooms.values()],
        "areas": [_area(area) for area in graph.areas.values()],
        "objects": [object_document(node) for node in graph.objects.values()],
        "relations": [
            {
                "subject_id": relation.subject_id,
                "predicate": relation.predicate,
                "object_id": relation.object_id,
                "confidence": relation.confidence,
                "seen": relation.seen,
                "sentence": relation.sentence,
            }
            for relation in graph.relations.values()
        ],
        "doorways": [
            {
                "room_a": doorway.room_a,
                "room_b": doorway.room_b,
                "position_m": doorway.position_m.tolist(),
                "width_m": doorway.width_m,
            }
            for doorway in graph.doorways
        ],
        "hints": [_hint(hint) for hint in graph.hints],
    }


def _hint(hint: Hint) -> dict[str, Any]:
    return {
        "room_id": hint.room_id,
        "label": hint.label,
        "keyframe_id": hint.keyframe_id,
        "box": None if hint.box is None else list(hint.box),
        "position_m": None if hint.position_m is None else hint.position_m.tolist(),
        "extent_m": None if hint.extent_m is None else hint.extent_m.tolist(),
    }


def _floor(floor: FloorNode) -> dict[str, Any]:
    heights = {"height_m": floor.height_m, "ceiling_m": floor.ceiling_m}
    return {"id": floor.id, "name": floor.name, **heights}


def _room(room: RoomNode) -> dict[str, Any]:
    return {
        "id": room.id,
        "floor_id": room.floor_id,
        "label": room.label,
        "description": room.description,
        "polygon_m": room.polygon_m.tolist(),
    }


def _area(area: AreaNode) -> dict[str, Any]:
    return {
        "id": area.id,
        "room_id": area.room_id,
        "label": area.label,
        "description": area.description,
        "object_ids": list(area.object_ids),
    }


def object_document(node: ObjectNode) -> dict[str, Any]:
    """One object as nested plain values."""
    return {
        "id": node.id,
        "label": node.label,
        "state": node.state,
        "floor_id": node.floor_id,
        "room_id": node.room_id,
        "area_id": node.area_id,
        "source_id": node.source_id,
        "centroid_m": node.centroid_m.tolist(),
        "box": _box(node.box),
        "description": node.description,
        "attributes": list(node.attributes),
        "colors": [{"name": c.name, "rgb": list(c.rgb), "share": c.share} for c in node.colors],
        "label_votes": dict(node.label_votes),
        "seen": node.seen,
        "first_seen_ns": node.first_seen_ns,
        "last_seen_ns": node.last_seen_ns,
    }


def _box(box: Box) -> dict[str, Any]:
    return {
        "center_m": box.center_m.tolist(),
        "extent_m": box.extent_m.tolist(),
        "R_world_box": box.R_world_box.tolist(),
    }
