"""Nodes and edges as rows of the tables in ``schema``, and back. Pure functions."""

import json
from collections.abc import Sequence
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
    ObjectNode,
    Relation,
    RoomNode,
    View,
)

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
    return (
        id_number(node.id),
        node.id,
        node.label,
        node.state,
        int(node.seen),
        int(node.missed),
        int(node.first_seen_ns),
        int(node.last_seen_ns),
        node.floor_id,
        node.room_id,
        node.area_id,
        None if node.source_id is None else int(node.source_id),
        node.description,
        to_json({label: float(votes) for label, votes in node.label_votes.items()}),
        to_json([[c.name, [int(v) for v in c.rgb], float(c.share)] for c in node.colors]),
        to_json(node.attributes),
        pack(node.box.center_m, "f8"),
        pack(node.box.extent_m, "f8"),
        pack(node.box.R_world_box, "f8"),
        pack(node.centroid_m, "f8"),
        pack(node.text_feature, "f2"),
        pack(node.points_m, "f4"),
        pack(node.points_seen, "i4"),
    )


def object_from(row: Row, views: Sequence[View]) -> ObjectNode:
    """Inverse of ``object_row``; ``views`` come from their own table, best first."""
    _, node_id, label, state, seen, missed, first, last, floor, room, area, source = row[:12]
    description, votes, colors, attributes, center, extent, R, centroid = row[12:20]
    text, points, points_seen = row[20:]
    return ObjectNode(
        id=node_id,
        label=label,
        box=Box(unpack(center, "f8", 3), unpack(extent, "f8", 3), unpack(R, "f8", 3, 3)),
        centroid_m=unpack(centroid, "f8", 3),
        points_m=unpack(points, "f4", -1, 3),
        label_votes=json.loads(votes),
        state=state,
        seen=seen,
        missed=missed,
        first_seen_ns=first,
        last_seen_ns=last,
        views=list(views),
        colors=[
            ColorShare(name, (r, g, b), share) for name, (r, g, b), share in json.loads(colors)
        ],
        description=description,
        text_feature=unpack(text, "f2", -1).astype(np.float32),
        floor_id=floor,
        room_id=room,
        area_id=area,
        source_id=source,
        attributes=json.loads(attributes),
        points_seen=unpack(points_seen, "i4", -1),
    )


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
        pack(view.feature, "f2"),
        view.jpeg,
    )


def view_from(row: Row) -> View:
    """Inverse of ``view_row``."""
    _, _, keyframe, time_ns, score, x0, y0, x1, y1, bearing, feature, jpeg = row
    vector = unpack(feature, "f2", -1).astype(np.float32)
    return View(keyframe, time_ns, score, jpeg, vector, (x0, y0, x1, y1), bearing)


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
