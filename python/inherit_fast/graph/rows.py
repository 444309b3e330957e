"""Floors, rooms, areas and edges as rows of the tables in ``schema``, and back. Pure functions."""

import json
from typing import Any

import numpy as np

from inherit_fast.graph.graph import id_number
from inherit_fast.graph.nodes import AreaNode, Doorway, FloorNode, Hint, Relation, RoomNode
from inherit_fast.graph.packing import pack, to_json, unpack

Row = tuple[Any, ...]


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
