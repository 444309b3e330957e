"""Reads a Spark-DSG scene graph from JSON: Hydra's, Clio's, Khronos' or one written here."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from inherit_fast.errors import DatasetError
from inherit_fast.export.dsg import FLOORS, OBJECTS, ROOMS
from inherit_fast.export.dsg_boxes import read_box
from inherit_fast.export.files import read_json_file
from inherit_fast.export.foreign import add_object, complete
from inherit_fast.graph import (
    AreaNode,
    ColorShare,
    FloorNode,
    ObjectNode,
    Relation,
    RoomNode,
    SceneGraph,
)
from inherit_fast.language.words import fold

N = TypeVar("N")
Document = dict[str, Any]
Parents = dict[int, list[int]]


def read_dsg(path: Path) -> SceneGraph:
    """The objects, rooms and buildings of a graph file, or of an output folder of Hydra.

    Buildings are read as floors.

    Hydra hangs objects on places and those on rooms; the way up is followed. Without relations of
    our own in it they are computed from the boxes.

    Raises:
        DatasetError: it is not Spark-DSG's JSON, or holds no object with a box.
    """
    path = _file_in(path) if path.is_dir() else path
    if path.suffix in (".sparkdsg", ".bson"):
        raise DatasetError(f"{path}: only Spark-DSG's JSON is read; save the graph as a .json file")
    document = read_json_file(path)
    if not isinstance(document, dict) or not {"nodes", "edges"} <= document.keys():
        raise DatasetError(f"{path}: is not a Spark-DSG graph: it has no nodes and edges")
    try:
        graph = _read(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DatasetError(f"{path}: is not a Spark-DSG graph: {error!r}") from error
    if not graph.objects:
        raise DatasetError(f"{path}: holds no object with a box")
    return graph


def _file_in(folder: Path) -> Path:
    """The graph in an output folder of Hydra, the one without the mesh if there are both."""
    places = [folder / "backend", folder]
    names = ("dsg.json", "dsg_with_mesh.json")
    found = [place / name for place in places for name in names if (place / name).is_file()]
    if not found:
        raise DatasetError(f"{folder}: no dsg.json in it; name the file")
    return found[0]


def _read(document: Document) -> SceneGraph:
    graph = SceneGraph()
    nodes = {int(n["id"]): n for n in document["nodes"]}
    layers = {key: int(n["layer"]) for key, n in nodes.items() if not int(n.get("partition") or 0)}
    labels = _labels(document)
    parents = _parents(document, layers)
    floors, rooms, objects = {}, {}, {}
    for key in sorted(nodes):
        if layers.get(key) == FLOORS:
            floors[key] = _floor(graph, nodes[key])
    for key in sorted(nodes):
        if layers.get(key) == ROOMS:
            rooms[key] = _room(graph, nodes[key], _first(key, floors, parents))
    for key in sorted(nodes):
        if layers.get(key) == OBJECTS:
            node = _object(graph, nodes[key], labels)
            if node is not None:
                objects[key] = node
                _place(node, _first(key, rooms, parents), _first(key, floors, parents))
    _areas(graph, document, objects, nodes)
    _relations(graph, document, objects, nodes)
    complete(graph, relate=not graph.relations)
    return graph


def _labels(document: Document) -> dict[int, str]:
    spaces = (document.get("metadata") or {}).get("labelspaces") or {}
    return {int(i): str(name) for i, name in spaces.get("_l2p0") or ()}


def _parents(document: Document, layers: dict[int, int]) -> Parents:
    """Child -> its parents, for edges between layers, whichever way they are written."""
    parents: Parents = defaultdict(list)
    for edge in document["edges"]:
        ends = int(edge["source"]), int(edge["target"])
        if not set(ends) <= layers.keys() or layers[ends[0]] == layers[ends[1]]:
            continue
        child, parent = sorted(ends, key=lambda key: layers[key])
        parents[child].append(parent)
    return parents


def _first(key: int, wanted: dict[int, N], parents: Parents) -> N | None:
    """The nearest of a node's ancestors that is one of those wanted."""
    reached, met = [key], {key}
    for node in reached:
        if node in wanted:
            return wanted[node]
        fresh = [p for p in parents.get(node, ()) if p not in met]
        reached += fresh
        met.update(fresh)
    return None


def _told(node: Document) -> Document:
    """What this package wrote beside the format's own fields."""
    metadata = node["attributes"].get("metadata")
    told = metadata.get("inherit_fast") if isinstance(metadata, dict) else None
    return told if isinstance(told, dict) else {}


def _name(node: Document) -> str:
    """A name that says something: Hydra's own are the node's symbol, such as R(3)."""
    name = str(node["attributes"].get("name") or "")
    return "" if re.fullmatch(r"[A-Za-z]\(?\d+\)?", name) else name


def _floor(graph: SceneGraph, node: Document) -> FloorNode:
    told = _told(node)
    height = told.get("height_m")
    if height is None:
        box = read_box(node["attributes"])
        height = box.center_m[2] - box.extent_m[2] / 2 if box else node["attributes"]["position"][2]
    floor = FloorNode(graph.new_id("floor"), float(height), told.get("ceiling_m"))
    floor.name = str(told["name"]) if "name" in told else _name(node)
    graph.floors[floor.id] = floor
    return floor


def _room(graph: SceneGraph, node: Document, floor: FloorNode | None) -> RoomNode:
    told, box = _told(node), read_box(node["attributes"])
    polygon = np.array(told.get("polygon_m") or [], np.float64).reshape(-1, 2)
    if not len(polygon) and box is not None:
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * box.extent_m[:2] / 2
        polygon = square @ box.R_world_box[:2, :2].T + box.center_m[:2]
    room = RoomNode(
        graph.new_id("room"),
        floor.id if floor else "",
        fold(_name(node)) or "room",
        str(told.get("description") or ""),
        polygon,
    )
    graph.rooms[room.id] = room
    return room


def _object(graph: SceneGraph, node: Document, labels: dict[int, str]) -> ObjectNode | None:
    box = read_box(node["attributes"])
    if box is None:
        return None
    told, attributes = _told(node), node["attributes"]
    label = _name(node) or labels.get(int(attributes.get("semantic_label") or 0), "")
    source = told["source_id"] if "source_id" in told else int(node["id"]) & ((1 << 56) - 1)
    made = add_object(graph, label, box, source, str(told.get("description") or ""))
    made.centroid_m = np.array(attributes["position"], np.float64)
    made.attributes = [str(word) for word in told.get("attributes") or ()]
    for name, (red, green, blue), share in told.get("colors") or ():
        made.colors.append(ColorShare(str(name), (int(red), int(green), int(blue)), float(share)))
    return made


def _place(node: ObjectNode, room: RoomNode | None, floor: FloorNode | None) -> None:
    node.room_id = room.id if room else None
    node.floor_id = (room.floor_id or None) if room else floor.id if floor else None


def _new_ids(objects: dict[int, ObjectNode], nodes: dict[int, Document]) -> dict[str, ObjectNode]:
    """Our ids at the time of writing -> the nodes now."""
    return {str(_told(nodes[key])["id"]): n for key, n in objects.items() if _told(nodes[key])}


def _areas(
    graph: SceneGraph,
    document: Document,
    objects: dict[int, ObjectNode],
    nodes: dict[int, Document],
) -> None:
    ours = (document.get("metadata") or {}).get("inherit_fast") or {}
    by_id = _new_ids(objects, nodes)
    for told in ours.get("areas") or ():
        members = [by_id[i] for i in told["object_ids"] if i in by_id]
        if not members or members[0].room_id is None:
            continue
        area = AreaNode(graph.new_id("area"), members[0].room_id, told["label"])
        area.description, area.object_ids = told["description"], [m.id for m in members]
        graph.areas[area.id] = area
        for member in members:
            member.area_id = area.id


def _relations(
    graph: SceneGraph,
    document: Document,
    objects: dict[int, ObjectNode],
    nodes: dict[int, Document],
) -> None:
    by_id = _new_ids(objects, nodes)
    for edge in document["edges"]:
        metadata = (edge.get("info") or {}).get("metadata") or {}
        for told in (metadata.get("inherit_fast") or {}).get("relations") or ():
            subject, other = by_id.get(told["subject_id"]), by_id.get(told["object_id"])
            if subject is not None and other is not None:
                graph.add_relation(
                    Relation(
                        subject.id,
                        str(told["predicate"]),
                        other.id,
                        float(told["confidence"]),
                        int(told["seen"]),
                        str(told["sentence"]),
                    )
                )
