"""Nodes and edges as rows of the tables in ``schema``, and back. Pure functions."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.graph.graph import id_number
from inherit_fast.graph.nodes import (
    AreaNode,
    Box,
    ColorShare,
    Doorway,
    FloorNode,
    Hint,
    LifeEvent,
    ObjectNode,
    Relation,
    RoomNode,
    View,
)
from inherit_fast.graph.schema import TABLES

Row = tuple[Any, ...]


def pack(array: npt.NDArray[Any], dtype: str) -> bytes:
    """Raw little-endian bytes in C order."""
    return np.ascontiguousarray(array, dtype=np.dtype(dtype).newbyteorder("<")).tobytes()


def unpack(data: bytes, dtype: str, *shape: int) -> npt.NDArray[Any]:
    """The writable array that ``pack`` wrote; one of ``shape`` may be -1."""
    array = np.frombuffer(data, np.dtype(dtype).newbyteorder("<")).reshape(shape)
    return array.astype(np.dtype(dtype))  # a copy in the machine's own byte order


def to_json(value: Any) -> str:
    """Compact JSON that keeps the order of keys and every bit of a float."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def floor_row(floor: FloorNode) -> Row:
    """Columns of ``floors``."""
    ceiling = None if floor.ceiling_m is None else float(floor.ceiling_m)
    evidence = to_json({key: float(value) for key, value in floor.evidence.items()})
    return id_number(floor.id), floor.id, float(floor.height_m), ceiling, floor.name, evidence


def floor_from(row: Row) -> FloorNode:
    """Inverse of ``floor_row``."""
    _, floor_id, height, ceiling, name, evidence = row
    return FloorNode(floor_id, height, ceiling, name, json.loads(evidence))


def room_row(room: RoomNode) -> Row:
    """Columns of ``rooms``."""
    return (
        id_number(room.id),
        room.id,
        room.floor_id,
        room.label,
        room.description,
        pack(room.polygon_m, "f8"),
        pack(room.cells, "i4"),
        room.best_view_keyframe,
        room.best_view_jpeg,
    )


def room_from(row: Row) -> RoomNode:
    """Inverse of ``room_row``."""
    _, room_id, floor_id, label, description, polygon, cells, keyframe, jpeg = row
    return RoomNode(
        room_id,
        floor_id,
        label,
        description,
        unpack(polygon, "f8", -1, 2),
        unpack(cells, "i4", -1, 2),
        keyframe,
        jpeg,
    )


def area_row(area: AreaNode) -> Row:
    """Columns of ``areas``."""
    members = to_json(area.object_ids)
    return id_number(area.id), area.id, area.room_id, area.label, area.description, members


def area_from(row: Row) -> AreaNode:
    """Inverse of ``area_row``."""
    _, area_id, room_id, label, description, members = row
    return AreaNode(area_id, room_id, label, description, json.loads(members))


def object_row(node: ObjectNode) -> Row:
    """Columns of ``objects``."""
    values = {
        "number": id_number(node.id),
        "id": node.id,
        "label": node.label,
        "state": node.state,
        "seen": int(node.seen),
        "missed": int(node.missed),
        "first_seen_ns": int(node.first_seen_ns),
        "last_seen_ns": int(node.last_seen_ns),
        "floor_id": node.floor_id,
        "room_id": node.room_id,
        "room_flag": node.room_flag,
        "area_id": node.area_id,
        "source_id": None if node.source_id is None else int(node.source_id),
        "description": node.description,
        "label_votes": _votes(node.label_votes),
        "hint_votes": _votes(node.hint_votes),
        "colors": _colors(node.colors),
        "attributes": to_json(node.attributes),
        "center_m": pack(node.box.center_m, "f8"),
        "extent_m": pack(node.box.extent_m, "f8"),
        "R_world_box": pack(node.box.R_world_box, "f8"),
        "centroid_m": pack(node.centroid_m, "f8"),
        "text_feature": pack(node.text_feature, "f2"),
        "points_m": pack(node.points_m, "f4"),
        "points_seen": pack(node.points_seen, "i4"),
        "points_ns": pack(node.points_ns, "i8"),
        "given_label": node.given_label,
        "pinned": int(node.pinned),
        "moved_to": node.moved_to,
        "history": to_json([[e.time_ns, e.what, e.detail] for e in node.history]),
    }
    return tuple(values[column] for column in TABLES["objects"])


def object_from(row: Row, views: Sequence[View]) -> ObjectNode:
    """Inverse of ``object_row``; ``views`` come from their own table, best first."""
    value = dict(zip(TABLES["objects"], row, strict=True))
    R_world_box = unpack(value["R_world_box"], "f8", 3, 3)
    return ObjectNode(
        id=value["id"],
        label=value["label"],
        box=Box(
            unpack(value["center_m"], "f8", 3), unpack(value["extent_m"], "f8", 3), R_world_box
        ),
        centroid_m=unpack(value["centroid_m"], "f8", 3),
        points_m=unpack(value["points_m"], "f4", -1, 3),
        label_votes=json.loads(value["label_votes"]),
        hint_votes=json.loads(value["hint_votes"]),
        state=value["state"],
        seen=value["seen"],
        missed=value["missed"],
        first_seen_ns=value["first_seen_ns"],
        last_seen_ns=value["last_seen_ns"],
        views=list(views),
        colors=_colors_from(value["colors"]),
        description=value["description"],
        text_feature=unpack(value["text_feature"], "f2", -1).astype(np.float32),
        floor_id=value["floor_id"],
        room_id=value["room_id"],
        room_flag=value["room_flag"],
        area_id=value["area_id"],
        source_id=value["source_id"],
        attributes=json.loads(value["attributes"]),
        points_seen=unpack(value["points_seen"], "i4", -1),
        points_ns=unpack(value["points_ns"], "i8", -1),
        given_label=value["given_label"],
        pinned=bool(value["pinned"]),
        moved_to=value["moved_to"],
        history=[LifeEvent(*event) for event in json.loads(value["history"])],
    )


def _votes(votes: Mapping[str, float]) -> str:
    return to_json({label: float(count) for label, count in votes.items()})


def _colors(colors: Sequence[ColorShare]) -> str:
    return to_json([[c.name, [int(value) for value in c.rgb], float(c.share)] for c in colors])


def _colors_from(text: str) -> list[ColorShare]:
    return [ColorShare(name, (r, g, b), share) for name, (r, g, b), share in json.loads(text)]


def view_row(object_id: str, rank: int, view: View) -> Row:
    """Columns of ``views``."""
    return (
        id_number(object_id),
        rank,
        int(view.keyframe_id),
        int(view.time_ns),
        float(view.score),
        *(int(value) for value in view.box_px),
        float(view.bearing_rad),
        _colors(view.colors),
        pack(view.feature, "f2"),
        view.jpeg,
        view.label,
    )


def view_from(row: Row) -> View:
    """Inverse of ``view_row``."""
    _, _, keyframe, time_ns, score, *box_px, bearing, colors, feature, jpeg, label = row
    vector = unpack(feature, "f2", -1).astype(np.float32)
    x0, y0, x1, y1 = box_px
    shares = tuple(_colors_from(colors))
    return View(keyframe, time_ns, score, jpeg, vector, (x0, y0, x1, y1), bearing, shares, label)


def relation_row(relation: Relation) -> Row:
    """Columns of ``relations`` after its position."""
    ends = relation.subject_id, relation.predicate, relation.object_id
    return *ends, float(relation.confidence), int(relation.seen), relation.sentence


def doorway_row(doorway: Doorway) -> Row:
    """Columns of ``doorways`` after its position."""
    x, y = (float(value) for value in doorway.position_m)
    return doorway.room_a, doorway.room_b, x, y, float(doorway.width_m)


def doorway_from(row: Row) -> Doorway:
    """Inverse of ``doorway_row``, with the position before it."""
    _, room_a, room_b, x, y, width = row
    return Doorway(room_a, room_b, np.array([x, y]), width)


def hint_row(hint: Hint) -> Row:
    """Columns of ``hints`` after its position."""
    box = None if hint.box is None else [float(side) for side in hint.box]
    where = [None if a is None else pack(a, "f8") for a in (hint.position_m, hint.extent_m)]
    return hint.room_id, hint.label, int(hint.keyframe_id), to_json(box), *where


def hint_from(row: Row) -> Hint:
    """Inverse of ``hint_row``, with the position before it."""
    _, room_id, label, keyframe_id, box, *where = row
    sides = json.loads(box)
    position_m, extent_m = (None if a is None else unpack(a, "f8", 3) for a in where)
    return Hint(
        room_id, label, keyframe_id, None if sides is None else tuple(sides), position_m, extent_m
    )
