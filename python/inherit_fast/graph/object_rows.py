"""Objects and their views as rows of the tables in ``schema``, and back. Pure functions."""

import json
from collections.abc import Mapping, Sequence

import numpy as np

from inherit_fast.graph.graph import id_number
from inherit_fast.graph.nodes import Box, ColorShare, LifeEvent, ObjectNode, View
from inherit_fast.graph.packing import pack, to_json, unpack
from inherit_fast.graph.rows import Row
from inherit_fast.graph.schema import TABLES


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
