"""Where somebody stands who says "left" or "the first": by default in the door of the room."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import RoomNode, SceneGraph

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]

GIVEN, DOOR, MIDDLE, NOWHERE = "where you stand", "the door", "the middle of the room", ""
DOOR_REACH_M = 0.6  # a door stands at every room that is no farther from it
BORDER_M = 0.5  # rooms with no more between them lead into each other
PASSAGE, PASSAGES = "hall", ("hallway", "corridor", "entrance hall", "stairs")
LINE_SHARE = 0.8  # of a group's spread along one direction, from which on it is a row


@dataclass(frozen=True, slots=True, eq=False)
class Viewpoints:
    """Per room, and last for things in no room.

    Attributes:
        eye_m: (R + 1, 2) in the ground plane, NaN where nobody can say.
        told: (R + 1) how each was found.
    """

    eye_m: Floats
    told: list[str]

    def at(self, eye_m: tuple[float, float] | None) -> "Viewpoints":
        """The same point for all rooms, or these viewpoints for None."""
        if eye_m is None:
            return self
        eyes = np.broadcast_to(np.array(eye_m, np.float32), self.eye_m.shape)
        return Viewpoints(eyes, [GIVEN] * len(self.told))


@dataclass(frozen=True, slots=True, eq=False)
class EdgeDoors:
    """Doors and the rooms they stand at, (E,) each; and the centres of all things, (N, 2)."""

    door: Indices
    room: Indices
    center_m: Floats


def build_viewpoints(
    graph: SceneGraph, rooms: list[RoomNode], extents_m: tuple[Floats, Floats], doors: EdgeDoors
) -> Viewpoints:
    """A room's widest doorway, else a door to a hallway or the nearest room, else that border."""
    low, high = extents_m
    middles = (low + high) / 2
    eyes, told = np.full((len(rooms) + 1, 2), np.nan, np.float32), []
    for i, room in enumerate(rooms):
        way = _doorway(graph, room.id)
        way = _way_in(i, rooms, low, high, doors) if way is None else way
        eyes[i] = middles[i] if way is None else way
        told.append(DOOR if way is not None else (NOWHERE if np.isnan(eyes[i, 0]) else MIDDLE))
    known = middles[~np.isnan(middles).any(axis=1)]
    if len(known):
        eyes[-1] = known.mean(axis=0)
    return Viewpoints(eyes, [*told, MIDDLE if len(known) else NOWHERE])


def doors_at_edges(
    rooms: list[RoomNode],
    extents_m: tuple[Floats, Floats],
    center: Floats,
    room_of: Indices,
    is_door: npt.NDArray[np.bool_],
) -> EdgeDoors:
    """Which doors stand at which rooms: also at those on the other side of the wall."""
    low, high = extents_m
    found: list[tuple[int, int]] = []
    floor_of = [room.floor_id for room in rooms]
    for i in np.flatnonzero(is_door):
        own = int(room_of[i])
        beyond = np.maximum(low - center[i, :2], center[i, :2] - high)
        gap = np.hypot(*np.maximum(np.nan_to_num(beyond, nan=np.inf), 0.0).T)
        for j in np.flatnonzero(gap <= DOOR_REACH_M):
            if own < 0 or floor_of[own] == floor_of[j]:
                found.append((int(i), int(j)))
    pairs = np.array(found, np.int32).reshape(-1, 2)
    return EdgeDoors(pairs[:, 0], pairs[:, 1], center[:, :2])


def _doorway(graph: SceneGraph, room_id: str) -> Floats | None:
    ways = [way for way in graph.doorways if room_id in (way.room_a, way.room_b)]
    widest = max(ways, key=lambda way: way.width_m, default=None)
    return widest.position_m.astype(np.float32) if widest else None


def _way_in(
    room: int, rooms: list[RoomNode], low: Floats, high: Floats, doors: EdgeDoors
) -> Floats | None:
    ways: list[tuple[bool, bool, float, int, Floats]] = []
    for other, node in enumerate(rooms):
        gap = np.maximum(low[room] - high[other], low[other] - high[room])
        if other == room or node.floor_id != rooms[room].floor_id or not (gap <= BORDER_M).all():
            continue
        through = PASSAGE in node.label.split() or node.label in PASSAGES
        at_other = doors.door[doors.room == other]
        shared = [int(d) for d in doors.door[doors.room == room] if d in at_other]
        border = _border(low, high, room, other)
        away = float(np.hypot(*((low[other] + high[other] - low[room] - high[room]) / 2)))
        points = [doors.center_m[d] for d in shared] or [border]
        ways += [(not through, not shared, away, k, p) for k, p in enumerate(points)]
    return min(ways, key=lambda way: way[:4])[4] if ways else None


def _border(low: Floats, high: Floats, a: int, b: int) -> Floats:
    """The middle of what two rooms share."""
    return np.asarray((np.maximum(low[a], low[b]) + np.minimum(high[a], high[b])) / 2, np.float32)


def rightward(points: Floats, eye: Floats) -> Floats:
    """(N,) how far to the right each point (N, 2) lies as seen from ``eye`` (2,).

    A row is measured along its own direction; other groups across the line of sight.
    """
    middle = points.mean(axis=0)
    ahead = middle - eye
    length = float(np.hypot(ahead[0], ahead[1]))
    ahead = ahead / length if length > 1e-3 else np.array([0.0, 1.0], np.float32)
    axis = np.array([ahead[1], -ahead[0]])
    values, vectors = np.linalg.eigh(np.cov((points - middle).T) if len(points) > 1 else np.eye(2))
    row = vectors[:, 1]
    if values[1] > 0 and 1.0 - values[0] / values[1] >= LINE_SHARE and abs(row @ axis) > 0.3:
        axis = row if row @ axis > 0 else -row
    return np.asarray((points - middle) @ axis, np.float32)
