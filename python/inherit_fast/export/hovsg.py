"""Writes the folder that HOV-SG loads: floors, rooms and objects, a JSON and a PLY file each.

HOV-SG counts ids from 0 inside their parents (``0``, ``0_2``, ``0_2_17``) and its y axis points
up. What it has no field for is left out: areas, relations, doorways, views. Embeddings are empty:
they would have to be those of its own CLIP model.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import StoreError
from inherit_fast.export.clouds import corners, object_cloud
from inherit_fast.export.files import write_json_file
from inherit_fast.export.foreign import Y_UP_TO_Z_UP, turn
from inherit_fast.export.ply import Colors, Points, write_ply
from inherit_fast.graph import FloorNode, ObjectNode, RoomNode, SceneGraph

UNASSIGNED = "unassigned"  # HOV-SG keeps every object in a room
_TO_Y_UP = np.linalg.inv(Y_UP_TO_Z_UP)
_STOREY_M = 2.5  # where the map knows no ceiling
Cloud = tuple[Points, Colors]


def write_hovsg(graph: SceneGraph, folder: Path) -> None:
    """Write ``folder/{floors,rooms,objects}``.

    Raises:
        StoreError: something is there already, or the place cannot be written.
    """
    if any((folder / part).exists() for part in ("floors", "rooms", "objects")):
        raise StoreError(f"{folder}: holds a graph already; name another folder")
    floors = list(graph.floors.values()) or [FloorNode("floor_1", 0.0)]
    for number, floor in enumerate(floors):
        _write_floor(graph, floor, str(number), folder, first=number == 0)


def _write_floor(
    graph: SceneGraph, floor: FloorNode, floor_key: str, folder: Path, *, first: bool
) -> None:
    rooms = [room for room in graph.rooms.values() if room.floor_id == floor.id]
    homeless = [
        node
        for node in graph.present()
        if node.room_id not in graph.rooms
        and (node.floor_id == floor.id or (first and node.floor_id not in graph.floors))
    ]
    if homeless:
        rooms.append(RoomNode("", floor.id, UNASSIGNED))
    clouds = []
    for number, room in enumerate(rooms):
        members = homeless if not room.id else [n for n in graph.present() if n.room_id == room.id]
        clouds.append(_write_room(floor, room, f"{floor_key}_{number}", members, folder))
    cloud = _join(clouds)
    document = {
        "floor_id": floor_key,
        "name": floor.name or f"floor_{floor_key}",
        "rooms": [f"{floor_key}_{number}" for number in range(len(rooms))],
        "vertices": _bounds(cloud[0]),
        "floor_height": _storey(floor),
        "floor_zero_level": floor.height_m,
    }
    _save(folder / "floors" / floor_key, document, cloud)


def _write_room(
    floor: FloorNode, room: RoomNode, key: str, members: list[ObjectNode], folder: Path
) -> Cloud:
    outline = np.column_stack([room.polygon_m, np.full(len(room.polygon_m), floor.height_m)])
    clouds: list[Cloud] = [(outline.astype(np.float32), np.full((len(outline), 3), 128, np.uint8))]
    for number, node in enumerate(members):
        document = {
            "object_id": f"{key}_{number}",
            "vertices": turn(_TO_Y_UP, corners(node.box)).tolist(),
            "room_id": key,
            "name": node.label,
            "embedding": "",
            "description": node.description,
        }
        _save(folder / "objects" / f"{key}_{number}", document, object_cloud(node))
        clouds.append(object_cloud(node))
    cloud = _join(clouds)
    document = {
        "room_id": key,
        "name": room.label,
        "floor_id": key.split("_")[0],
        "objects": [f"{key}_{number}" for number in range(len(members))],
        "vertices": turn(_TO_Y_UP, outline).tolist(),
        "room_height": _storey(floor),
        "room_zero_level": floor.height_m,
        "embeddings": [],
        "represent_images": [],
        "description": room.description,
    }
    _save(folder / "rooms" / key, document, cloud)
    return cloud


def _storey(floor: FloorNode) -> float:
    return _STOREY_M if floor.ceiling_m is None else floor.ceiling_m - floor.height_m


def _join(clouds: Iterable[Cloud]) -> Cloud:
    pairs = [(np.zeros((0, 3), np.float32), np.zeros((0, 3), np.uint8)), *clouds]
    return np.concatenate([p for p, _ in pairs]), np.concatenate([c for _, c in pairs])


def _bounds(points: npt.NDArray[np.float32]) -> list[list[float]]:
    """Eight corners around the points, y up."""
    if not len(points):
        return []
    low, high = points.min(axis=0).astype(float), points.max(axis=0).astype(float)
    grid = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    bounds: list[list[float]] = turn(_TO_Y_UP, low + grid * (high - low)).tolist()
    return bounds


def _save(stem: Path, document: dict[str, Any], cloud: Cloud) -> None:
    write_json_file(stem.with_name(f"{stem.name}.json"), document)
    points = turn(_TO_Y_UP, cloud[0].astype(np.float64)).astype(np.float32)
    write_ply(stem.with_name(f"{stem.name}.ply"), points, cloud[1])
