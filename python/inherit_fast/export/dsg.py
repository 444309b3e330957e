"""Writes a Spark-DSG scene graph as JSON, as Hydra and the package ``spark_dsg`` load it.

Objects are layer 2, rooms layer 4, floors layer 5 (Hydra's buildings); edges lead from parent to
child. What that format has no field for stands in ``metadata`` under ``inherit_fast``: ids,
descriptions, areas, outlines, and the relations between two objects on the edge that joins them.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.export.dsg_boxes import quaternion, write_box
from inherit_fast.export.files import write_json_file
from inherit_fast.graph import Box, FloorNode, ObjectNode, RoomNode, SceneGraph, id_number

OBJECTS, PLACES, ROOMS, FLOORS = _LAYERS = 2, 3, 4, 5
_LAYER_NAMES = {
    "OBJECTS": OBJECTS,
    "AGENTS": OBJECTS,
    "PLACES": PLACES,
    "ROOMS": ROOMS,
    "BUILDINGS": FLOORS,
}
_LETTERS = {OBJECTS: "O", ROOMS: "R", FLOORS: "B"}
_VERSION = {"major": 1, "minor": 1, "patch": 3}
_GREY = (128, 128, 128)
_STOREY_M = 2.5  # where the map knows no ceiling

Document = dict[str, Any]


def write_dsg(graph: SceneGraph, path: Path) -> None:
    """Write one JSON file.

    Raises:
        StoreError: the place cannot be written.
    """
    write_json_file(path, to_document(graph), indent=None)


def to_document(graph: SceneGraph) -> Document:
    """The graph as Spark-DSG's JSON."""
    objects = list(graph.present())
    labels = {name: i for i, name in enumerate(sorted({node.label for node in objects}))}
    nodes = [_object(node, labels[node.label]) for node in objects]
    nodes += [_room(graph, room) for room in graph.rooms.values()]
    nodes += [_floor(graph, floor) for floor in graph.floors.values()]
    return {
        "SPARK_DSG_header": {"project_name": "main", "version": _VERSION},
        "directed": False,
        "multigraph": False,
        "layer_keys": [{"layer": layer, "partition": 0} for layer in _LAYERS],
        "layer_names": {name: {"layer": n, "partition": 0} for name, n in _LAYER_NAMES.items()},
        "metadata": {
            "labelspaces": {"_l2p0": [[i, name] for name, i in labels.items()]},
            "inherit_fast": {"areas": _areas(graph)},
        },
        "nodes": nodes,
        "edges": _edges(graph, objects),
    }


def _areas(graph: SceneGraph) -> list[Document]:
    return [
        {
            "id": area.id,
            "room_id": area.room_id,
            "label": area.label,
            "description": area.description,
            "object_ids": list(area.object_ids),
        }
        for area in graph.areas.values()
    ]


def node_key(layer: int, node_id: str) -> int:
    """Spark-DSG's number of a node: a letter in the top byte, then the index."""
    return (ord(_LETTERS[layer]) << 56) | id_number(node_id)


def _object(node: ObjectNode, label: int) -> Document:
    attributes = {
        "type": "ObjectNodeAttributes",
        "position": node.centroid_m.tolist(),
        "last_update_time_ns": max(0, node.last_seen_ns),
        **_named(node.label, node.colors[0].rgb if node.colors else _GREY, node.box, label),
        "mesh_connections": [],
        "registered": False,
        "world_R_object": quaternion(node.box.R_world_box),
    }
    told = {
        "id": node.id,
        "description": node.description,
        "attributes": list(node.attributes),
        "source_id": node.source_id,
        "area_id": node.area_id,
        "colors": [[c.name, list(c.rgb), c.share] for c in node.colors],
    }
    return _node(OBJECTS, node.id, attributes, told)


def _room(graph: SceneGraph, room: RoomNode) -> Document:
    floor = graph.floors.get(room.floor_id)
    low = floor.height_m if floor else 0.0
    high = low + _STOREY_M if floor is None or floor.ceiling_m is None else floor.ceiling_m
    box = _around(room.polygon_m, low, high)
    attributes = {
        "type": "RoomNodeAttributes",
        "position": [0.0, 0.0, low] if box is None else box.center_m.tolist(),
        "last_update_time_ns": 0,
        **_named(room.label, _GREY, box, None),
        "semantic_class_probabilities": {},
    }
    told = {
        "id": room.id,
        "description": room.description,
        "polygon_m": room.polygon_m.tolist(),
    }
    return _node(ROOMS, room.id, attributes, told)


def _floor(graph: SceneGraph, floor: FloorNode) -> Document:
    polygons = [r.polygon_m for r in graph.rooms.values() if r.floor_id == floor.id]
    corners = np.concatenate([*polygons, np.zeros((0, 2))])
    high = floor.height_m + _STOREY_M if floor.ceiling_m is None else floor.ceiling_m
    box = _around(corners, floor.height_m, high)
    attributes = {
        "type": "SemanticNodeAttributes",
        "position": [0.0, 0.0, floor.height_m] if box is None else box.center_m.tolist(),
        "last_update_time_ns": 0,
        **_named(floor.name or floor.id, _GREY, box, None),
    }
    told = {"id": floor.id, "height_m": floor.height_m, "ceiling_m": floor.ceiling_m}
    return _node(FLOORS, floor.id, attributes, told | {"name": floor.name})


def _node(layer: int, node_id: str, attributes: Document, told: Document) -> Document:
    common = {"is_active": False, "is_predicted": False, "metadata": {"inherit_fast": told}}
    return {
        "id": node_key(layer, node_id),
        "layer": layer,
        "partition": 0,
        "attributes": attributes | common,
    }


def _named(name: str, rgb: tuple[int, int, int], box: Box | None, label: int | None) -> Document:
    red, green, blue = rgb
    return {
        "name": name,
        "color": {"r": red, "g": green, "b": blue, "a": 255},
        "bounding_box": write_box(box),
        "semantic_label": 4294967295 if label is None else label,  # the format's "no label"
        "semantic_feature": {"rows": 0, "cols": 0, "data": None},
    }


def _around(points: npt.NDArray[np.float64], low: float, high: float) -> Box | None:
    if not len(points):
        return None
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    center = np.array([(x0 + x1) / 2, (y0 + y1) / 2, (low + high) / 2])
    return Box(center, np.array([x1 - x0, y1 - y0, high - low]))


def _edges(graph: SceneGraph, objects: list[ObjectNode]) -> list[Document]:
    edges = []
    for room in graph.rooms.values():
        if room.floor_id in graph.floors:
            edges.append(_edge(node_key(FLOORS, room.floor_id), node_key(ROOMS, room.id), {}))
    for node in objects:
        if node.room_id in graph.rooms:
            edges.append(_edge(node_key(ROOMS, node.room_id or ""), node_key(OBJECTS, node.id), {}))
    kept = {node.id for node in objects}
    pairs: dict[tuple[str, str], list[Document]] = defaultdict(list)
    for r in graph.relations.values():
        if {r.subject_id, r.object_id} <= kept and r.subject_id != r.object_id:
            first, second = sorted((r.subject_id, r.object_id), key=id_number)
            ends = {"subject_id": r.subject_id, "predicate": r.predicate, "object_id": r.object_id}
            told = {"confidence": r.confidence, "seen": r.seen, "sentence": r.sentence}
            pairs[first, second].append(ends | told)
    for (first, second), told_all in pairs.items():  # the format joins two nodes once
        metadata = {"inherit_fast": {"relations": told_all}}
        edges.append(_edge(node_key(OBJECTS, first), node_key(OBJECTS, second), metadata))
    return edges


def _edge(source: int, target: int, metadata: Document) -> Document:
    info = {"type": "EdgeAttributes", "weighted": False, "weight": 1.0, "metadata": metadata}
    return {"source": source, "target": target, "info": info}
