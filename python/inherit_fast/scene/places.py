"""Which room a point lies in, from the graph's outlines alone."""

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import RoomNode, SceneGraph
from inherit_fast.scene.types import Vector3

_BELOW_M = 0.5  # floors are uneven, and a robot's frame may lie on its wheels


def floor_at(graph: SceneGraph, z_m: float) -> str | None:
    """The highest floor that is not above ``z_m``; the lowest one for points below all."""
    floors = sorted(graph.floors.values(), key=lambda floor: floor.height_m)
    under = [floor for floor in floors if floor.height_m <= z_m + _BELOW_M]
    return (under or floors[:1])[-1].id if floors else None


def room_at(graph: SceneGraph, point: Vector3, reach_m: float = 0.0) -> str | None:
    """The room of the floor below whose outline holds the point, or the nearest within reach.

    A graph with one room and no outline is that room everywhere.
    """
    rooms = list(graph.rooms.values())
    if len(rooms) == 1 and not len(rooms[0].polygon_m):
        return rooms[0].id
    floor_id = floor_at(graph, point.z)
    outlined = [room for room in rooms if room.floor_id == floor_id and len(room.polygon_m) >= 3]
    around = [(_area(room), room.id) for room in outlined if holds(room.polygon_m, point)]
    if around:
        return min(around)[1]  # a closet drawn inside a room is the closet
    near = [(distance_to(room.polygon_m, point), room.id) for room in outlined]
    distance, room_id = min(near, default=(np.inf, None))
    return room_id if distance <= reach_m else None


def holds(polygon_m: npt.NDArray[np.float64], point: Vector3) -> bool:
    """Whether an (N, 2) outline holds the point's x and y; even-odd rule."""
    x, y = polygon_m[:, 0], polygon_m[:, 1]
    next_x, next_y = np.roll(x, -1), np.roll(y, -1)
    crosses = (y > point.y) != (next_y > point.y)
    rise = np.where(crosses, next_y - y, 1.0)
    at_x = x + (point.y - y) * (next_x - x) / rise
    return bool(np.count_nonzero(crosses & (point.x < at_x)) % 2)


def distance_to(polygon_m: npt.NDArray[np.float64], point: Vector3) -> float:
    """Metres from the point to an (N, 2) outline, in x and y."""
    start, step = polygon_m, np.roll(polygon_m, -1, axis=0) - polygon_m
    to = np.array([point.x, point.y]) - start
    square = np.maximum((step**2).sum(axis=1), 1e-12)
    share = np.clip((to * step).sum(axis=1) / square, 0.0, 1.0)
    return float(np.linalg.norm(to - share[:, None] * step, axis=1).min())


def _area(room: RoomNode) -> float:
    x, y = room.polygon_m.T
    return abs(float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))) / 2
