"""Reads a graph folder of HOV-SG: its JSON and PLY files, never its pickled tensors."""

from pathlib import Path
from typing import Any

import numpy as np

from inherit_fast.errors import DatasetError
from inherit_fast.export.clouds import colors_of
from inherit_fast.export.files import read_json_file
from inherit_fast.export.foreign import Y_UP_TO_Z_UP, Vectors, add_object, box_of, complete, turn
from inherit_fast.export.hovsg import UNASSIGNED
from inherit_fast.export.ply import read_ply
from inherit_fast.graph import FloorNode, RoomNode, SceneGraph
from inherit_fast.language.words import fold

Document = dict[str, Any]


def read_hovsg(folder: Path) -> SceneGraph:
    """The graph in ``folder`` or ``folder/graph``; HOV-SG's y axis is taken to point up.

    Relations are computed from the boxes. The position of an object in HOV-SG's order (its files
    sorted as people count) is kept as its ``source_id``.

    Raises:
        DatasetError: there are no objects, or a file is not what HOV-SG writes.
    """
    root = folder / "graph" if (folder / "graph" / "objects").is_dir() else folder
    objects = _documents(root, "objects", "object_id")
    if not objects:
        raise DatasetError(f"{folder}: no objects/*.json; expected a folder written by HOV-SG")
    graph = SceneGraph(T_map_source=Y_UP_TO_Z_UP.copy())
    try:
        floors = _add_floors(graph, _documents(root, "floors", "floor_id"))
        rooms = _add_rooms(graph, _documents(root, "rooms", "room_id"), floors)
        for number, (key, document) in enumerate(objects.items()):
            cloud = root / "objects" / f"{key}.ply"
            _add_object(graph, document, cloud, number, rooms, floors)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DatasetError(f"{root}: a file lacks what HOV-SG writes: {error!r}") from error
    complete(graph, relate=True)
    return graph


def _documents(root: Path, part: str, key: str) -> dict[str, Document]:
    """Id -> document, in the order in which people count."""
    found = [read_json_file(path) for path in (root / part).glob("*.json")]
    return {
        str(d[key]): d
        for d in sorted(found, key=lambda d: [int(n) for n in str(d[key]).split("_")])
    }


def _add_floors(graph: SceneGraph, documents: dict[str, Document]) -> dict[str, FloorNode]:
    floors = {}
    for key, document in documents.items():
        low = float(document.get("floor_zero_level") or 0.0)
        height = document.get("floor_height")
        ceiling = None if height is None else low + float(height)
        floor = FloorNode(graph.new_id("floor"), low, ceiling, str(document.get("name") or ""))
        floors[key] = graph.floors[floor.id] = floor
    return floors


def _add_rooms(
    graph: SceneGraph, documents: dict[str, Document], floors: dict[str, FloorNode]
) -> dict[str, RoomNode]:
    rooms = {}
    for key, document in documents.items():
        name = fold(str(document.get("name") or ""))
        if name == UNASSIGNED:
            continue
        floor = floors.get(str(document["floor_id"]))
        vertices = np.asarray(document.get("vertices") or np.zeros((0, 3)), np.float64)
        outline = _outline(vertices)
        room = RoomNode(
            graph.new_id("room"),
            floor.id if floor else "",
            name or "room",
            str(document.get("description") or ""),
            outline,
        )
        rooms[key] = graph.rooms[room.id] = room
    return rooms


def _outline(vertices: Vectors) -> Vectors:
    """World x y of a room's outline: its own polygon, or the rectangle around a box's corners."""
    if vertices.ndim != 2 or vertices.shape[1] != 3 or len(vertices) < 3:
        return np.zeros((0, 2))
    flat: Vectors = turn(Y_UP_TO_Z_UP, vertices)
    if np.ptp(flat[:, 2]) < 1e-6:
        return flat[:, :2]
    (x0, y0), (x1, y1) = flat[:, :2].min(axis=0), flat[:, :2].max(axis=0)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def _add_object(
    graph: SceneGraph,
    document: Document,
    cloud: Path,
    number: int,
    rooms: dict[str, RoomNode],
    floors: dict[str, FloorNode],
) -> None:
    points, colors = read_ply(cloud) if cloud.exists() else (np.zeros((0, 3)), np.zeros((0, 3)))
    vertices = np.asarray(document.get("vertices") or points, np.float64)
    if vertices.ndim != 2 or vertices.shape[1] != 3 or not np.isfinite(vertices).all():
        return
    if not len(vertices):
        return
    box = box_of(turn(Y_UP_TO_Z_UP, vertices))
    node = add_object(graph, str(document.get("name") or ""), box, number)
    key = str(document.get("room_id"))
    room, floor = rooms.get(key), floors.get(key.split("_")[0])
    node.room_id = room.id if room else None
    node.floor_id = (room.floor_id or None) if room else floor.id if floor else None
    if len(points) > len(vertices):
        node.points_m = turn(Y_UP_TO_Z_UP, points.astype(np.float64)).astype(np.float32)
        node.points_seen = np.ones(len(points), np.int32)
    node.colors = colors_of(np.asarray(colors, np.uint8))
