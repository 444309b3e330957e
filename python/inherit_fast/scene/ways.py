"""Ways between rooms, through their doorways."""

import heapq
import math

from inherit_fast.graph import SceneGraph

Place = tuple[float, float]


def ways_from(graph: SceneGraph, start: str) -> dict[str, float]:
    """Metres to every room that can be reached, from door to door; 0 for the room itself."""
    doors: dict[str, list[tuple[str, Place]]] = {}
    for d in graph.doorways:
        place = (float(d.position_m[0]), float(d.position_m[1]))
        doors.setdefault(d.room_a, []).append((d.room_b, place))
        doors.setdefault(d.room_b, []).append((d.room_a, place))
    best: dict[str, float] = {}
    heap: list[tuple[float, str, Place | None]] = [(0.0, start, _middle(graph, start))]
    while heap:
        way, room, at = heapq.heappop(heap)
        if room in best:
            continue
        best[room] = way
        for other, door in doors.get(room, ()):
            step = 1.0 if at is None else math.dist(at, door)
            heapq.heappush(heap, (way + step, other, door))
    return best


def _middle(graph: SceneGraph, room_id: str) -> Place | None:
    room = graph.rooms.get(room_id)
    if room is None or not len(room.polygon_m):
        return None
    x, y = room.polygon_m.mean(axis=0)
    return float(x), float(y)
