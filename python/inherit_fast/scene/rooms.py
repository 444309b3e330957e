"""Rooms as the scene representation shows them: a view of the graph's rooms, no copy."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import FloorNode, SceneGraph
from inherit_fast.graph import RoomNode as GraphRoom
from inherit_fast.scene.types import Vector3

SCENE = "scene"
Floats = npt.NDArray[np.floating[Any]]


@dataclass(slots=True)
class RoomMemory:
    """What is remembered of a room beside its node: pictures are kept as they came."""

    best_image: Any = None
    best_image_tick_id: int | None = None
    best_image_position: Vector3 | None = None
    viewpoint_tick_ids: list[int] = field(default_factory=list)

    def take_in(self, other: "RoomMemory") -> None:
        """Remember what was known of a room that this one took in; the later picture stays."""
        ticks = {*self.viewpoint_tick_ids, *other.viewpoint_tick_ids}
        self.viewpoint_tick_ids[:] = sorted(ticks)
        if (other.best_image_tick_id or -1) > (self.best_image_tick_id or -1):
            self.best_image = other.best_image
            self.best_image_tick_id = other.best_image_tick_id
            self.best_image_position = other.best_image_position


class RoomNode:
    """One room.

    Attributes:
        id: of the graph's node.
        best_image: the picture of its latest new viewpoint, as it was given; None before one.
        best_image_tick_id, best_image_position: when and where it was taken.
        viewpoint_tick_ids: edges to the viewpoints in it, by their ``tick_id``.
    """

    __slots__ = ("_floor", "_memory", "_node")

    def __init__(self, node: GraphRoom, floor: FloorNode | None, memory: RoomMemory) -> None:
        self._node = node
        self._floor = floor
        self._memory = memory

    @property
    def id(self) -> str:
        """Id of the room in the graph."""
        return self._node.id

    @property
    def label(self) -> str:
        """Its name; "scene" for the one room of a new representation."""
        return self._node.label

    @label.setter
    def label(self, label: str) -> None:
        self._node.label = label

    @property
    def best_image(self) -> Any:
        """See the class."""
        return self._memory.best_image

    @property
    def best_image_tick_id(self) -> int | None:
        """See the class."""
        return self._memory.best_image_tick_id

    @property
    def best_image_position(self) -> Vector3 | None:
        """See the class."""
        return self._memory.best_image_position

    @property
    def viewpoint_tick_ids(self) -> list[int]:
        """See the class."""
        return self._memory.viewpoint_tick_ids

    @property
    def scene_bounds(self) -> tuple[Vector3, Vector3] | None:
        """Lowest and highest corner of all that was scanned of it; None before a scan."""
        if not len(self._node.polygon_m) or self._floor is None:
            return None
        (x0, y0), (x1, y1) = self._node.polygon_m.min(axis=0), self._node.polygon_m.max(axis=0)
        bottom, top = self._floor.height_m, self._floor.ceiling_m
        high = Vector3(float(x1), float(y1), bottom if top is None else top)
        return Vector3(float(x0), float(y0), bottom), high

    def __repr__(self) -> str:
        return f"RoomNode({self.id}, {self.label!r}, viewpoints {self.viewpoint_tick_ids})"


def add_scene_room(graph: SceneGraph) -> None:
    """The one floor and room of a scene whose rooms nobody parts."""
    floor = FloorNode(graph.new_id("floor"), 0.0)
    room = GraphRoom(graph.new_id("room"), floor.id, SCENE)
    graph.floors[floor.id], graph.rooms[room.id] = floor, room


def grow_scene(graph: SceneGraph, low: Floats, high: Floats) -> None:
    """Widen the one room's outline and its floor's heights to hold (3,) corners of a scan."""
    room, floor = next(iter(graph.rooms.values())), next(iter(graph.floors.values()))
    bottom, top = float(low[2]), float(high[2])
    if len(room.polygon_m):
        low = np.minimum(room.polygon_m.min(axis=0), low[:2])
        high = np.maximum(room.polygon_m.max(axis=0), high[:2])
        bottom = min(bottom, floor.height_m)
        top = top if floor.ceiling_m is None else max(top, floor.ceiling_m)
    x0, y0, x1, y1 = float(low[0]), float(low[1]), float(high[0]), float(high[1])
    room.polygon_m = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    floor.height_m, floor.ceiling_m = bottom, top
