"""Reads back what ``export MAP json`` wrote; see ``plain_json`` for the fields."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from inherit_fast.errors import DatasetError
from inherit_fast.export.files import read_json_file
from inherit_fast.export.plain_json import FORMAT_VERSION
from inherit_fast.graph import (
    AreaNode,
    Box,
    ColorShare,
    Doorway,
    FloorNode,
    Hint,
    ObjectNode,
    Relation,
    RoomNode,
    SceneGraph,
    id_number,
)

Document = dict[str, Any]


def read_json(path: Path) -> SceneGraph:
    """The graph of the file, with its own ids; what the format does not keep is empty.

    Raises:
        DatasetError: it is not of the format, or of a newer version of it.
    """
    document = read_json_file(path)
    if not isinstance(document, dict) or document.get("format") != "inherit_fast":
        raise DatasetError(f"{path}: was not written by `inherit-fast export MAP json`")
    version = document.get("format_version")
    if version != FORMAT_VERSION:
        raise DatasetError(f"{path}: has format {version}, this version reads {FORMAT_VERSION}")
    try:
        return _graph(document)
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(f"{path}: is damaged: {error!r}") from error


def _graph(document: Document) -> SceneGraph:
    graph = SceneGraph(T_map_source=np.array(document["T_map_source"], np.float64).reshape(4, 4))
    for d in document["floors"]:
        graph.floors[d["id"]] = FloorNode(d["id"], d["height_m"], d["ceiling_m"], d["name"])
    for d in document["rooms"]:
        polygon = np.array(d["polygon_m"], np.float64).reshape(-1, 2)
        room = RoomNode(d["id"], d["floor_id"], d["label"], d["description"], polygon)
        graph.rooms[room.id] = room
    for d in document["areas"]:
        graph.areas[d["id"]] = AreaNode(
            d["id"], d["room_id"], d["label"], d["description"], d["object_ids"]
        )
    for d in document["objects"]:
        graph.objects[d["id"]] = _object(d)
    for d in document["relations"]:
        ends = d["subject_id"], d["predicate"], d["object_id"]
        graph.add_relation(Relation(*ends, d["confidence"], d["seen"], d["sentence"]))
    for d in document["doorways"]:
        position = np.array(d["position_m"], np.float64)
        graph.doorways.append(Doorway(d["room_a"], d["room_b"], position, d["width_m"]))
    for d in document.get("hints", ()):
        graph.hints.append(_hint(d))
    tables: dict[str, Iterable[str]] = {
        "floor": graph.floors,
        "room": graph.rooms,
        "area": graph.areas,
    }
    tables["object"] = graph.objects
    for kind, table in tables.items():
        graph.counters[kind] = max((id_number(node_id) for node_id in table), default=0)
    return graph


def _hint(d: Document) -> Hint:
    box = None if d["box"] is None else tuple(d["box"])
    position, extent = (
        None if d[key] is None else np.array(d[key], np.float64)
        for key in ("position_m", "extent_m")
    )
    return Hint(d["room_id"], d["label"], d["keyframe_id"], box, position, extent)


def _object(d: Document) -> ObjectNode:
    sides = [np.array(d["box"][k], np.float64) for k in ("center_m", "extent_m", "R_world_box")]
    box = Box(*sides)
    if box.center_m.shape != (3,) or box.R_world_box.shape != (3, 3):
        raise ValueError(f"box of {d['id']}")
    return ObjectNode(
        d["id"],
        d["label"],
        box,
        np.array(d["centroid_m"], np.float64),
        label_votes=dict(d["label_votes"]),
        state=d["state"],
        seen=d["seen"],
        first_seen_ns=d["first_seen_ns"],
        last_seen_ns=d["last_seen_ns"],
        colors=[ColorShare(c["name"], tuple(c["rgb"]), c["share"]) for c in d["colors"]],
        description=d["description"],
        floor_id=d["floor_id"],
        room_id=d["room_id"],
        area_id=d["area_id"],
        source_id=d["source_id"],
        attributes=list(d["attributes"]),
    )
