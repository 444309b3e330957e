"""What has been seen, from where, and what is left: kept up tick by tick over a scene graph."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from inherit_fast.errors import FrameError
from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.graph import SceneGraph
from inherit_fast.kernels import point_bounds
from inherit_fast.scene.coverage import Coverage
from inherit_fast.scene.levels import LookAround, SceneEdges, edges_of
from inherit_fast.scene.objects import Objects, settled
from inherit_fast.scene.places import floor_at, room_at
from inherit_fast.scene.rooms import RoomMemory, RoomNode, add_scene_room, grow_scene
from inherit_fast.scene.scans import scan_points
from inherit_fast.scene.serialize import serialize
from inherit_fast.scene.state import pack, unpack
from inherit_fast.scene.types import (
    ObjectObservation,
    Vector3,
    ViewpointNode,
    VLMInput,
    vector_of,
    yaw_of,
)
from inherit_fast.scene.viewpoints import ViewpointConfig, Viewpoints
from inherit_fast.scene.visibility import VisibilityConfig, raster_of_map

NEAR_ROOM_M = 0.5


class SceneRepresentation:
    """Rooms, viewpoints and objects of one scene graph.

    Without a graph it keeps its own, with one room called "scene" whose bounds the scans give.
    Over a mapper's graph it shows that graph's rooms and objects, and the current room is the one
    around the robot. Rooms and objects are the graph's nodes, never copies: what ``add_object``
    adds can be queried and stored like all others.

    Not for several threads at once.

    Args:
        viewpoint_radius: metres; a pose further than this from every viewpoint is a new one.
        merge_radius: metres; an observation at most this far from an object of its label is that
            object.
        graph: the graph to show and to add to.
        viewpoints: what else makes a viewpoint.
        same_label: which labels mean the same besides equal ones, such as ``Synonyms.same``.
    """

    def __init__(
        self,
        viewpoint_radius: float = 2.0,
        merge_radius: float = 1.5,
        *,
        graph: SceneGraph | None = None,
        viewpoints: ViewpointConfig | None = None,
        same_label: Callable[[str, str], bool] | None = None,
    ) -> None:
        for name, value in (("viewpoint_radius", viewpoint_radius), ("merge_radius", merge_radius)):
            if not value >= 0.0:
                raise FrameError(f"{name}: expected metres >= 0, got {value}")
        self.graph = SceneGraph() if graph is None else graph
        self._one_room = not self.graph.rooms
        if self._one_room:
            add_scene_room(self.graph)
        self._radius_m = viewpoint_radius
        self._config = viewpoints or ViewpointConfig()
        self._viewpoints = Viewpoints()
        self._coverage = Coverage(self._config)
        self._objects = Objects(self.graph, merge_radius, same_label or (lambda _a, _b: False))
        self._memory: dict[str, RoomMemory] = {}
        self._room_id = next(iter(self.graph.rooms))
        self._tick = 0

    @property
    def room(self) -> RoomNode:
        """The room around the latest pose, or the only one."""
        self._settle_rooms()
        self._room_id = self.graph.resolve(self._room_id)
        if self._room_id not in self.graph.rooms:
            self._room_id = next(iter(self.graph.rooms))
        return self._shown(self._room_id)

    @property
    def rooms(self) -> Mapping[str, RoomNode]:
        """All rooms by their id in the graph."""
        self._settle_rooms()
        return {room_id: self._shown(room_id) for room_id in self.graph.rooms}

    @property
    def viewpoints(self) -> list[ViewpointNode]:
        """All viewpoints in order of their ticks."""
        return self._viewpoints.nodes

    @property
    def objects(self) -> list[ObjectObservation]:
        """Every object of the graph that is there, in order of creation."""
        return self._objects.all()

    @property
    def coverage(self) -> Coverage:
        """The voxels that viewpoints cover, where coverage makes the viewpoints."""
        return self._coverage

    def update(self, snapshot: VLMInput) -> ViewpointNode | None:
        """Take in one tick; returns the viewpoint where the place is a new one.

        Raises:
            FrameError: pose or scan are there but unusable.
        """
        tick = int(snapshot.tick)
        self._tick = max(self._tick, tick)
        points = None if snapshot.scan is None else scan_points(snapshot.scan)
        if points is not None and self._one_room:
            bounds = point_bounds(points)
            if bounds is not None:
                grow_scene(self.graph, bounds[0], bounds[1])
        if snapshot.pose is None:
            return None
        position = vector_of(snapshot.pose.position, "pose.position")
        yaw = yaw_of(snapshot.pose.orientation)
        self._enter(position)
        if not self._is_new(position, points):
            return None
        node = ViewpointNode(tick, position, yaw)
        self._viewpoints.add(node)
        self._coverage.keep(node, points, snapshot.image)
        self._remember(node, snapshot.image)
        return node

    def add_object(self, obs: ObjectObservation) -> ObjectObservation:
        """Merge a sighting into its object, or make a new one; returns the object.

        A sighting changes its object only if it is more confident than all before it: position,
        box, colour and confidence then follow it together. Otherwise nothing changes at all.

        Raises:
            FrameError: the observation has no label, no finite place, or a confidence outside
                0 to 1.
        """
        seen = settled(obs, self._tick)
        viewpoint = self._viewpoints.at(seen.last_tick_id or 0)
        room_id = room_at(self.graph, seen.position, NEAR_ROOM_M)
        if self._one_room:
            room_id = self._room_id
        room = self.graph.rooms.get(room_id or "")
        floor_id = room.floor_id if room else floor_at(self.graph, seen.position.z)
        tick = viewpoint.tick_id if viewpoint else None
        return self._objects.add(seen, tick, (floor_id, room_id))

    def object(self, object_id: int) -> ObjectObservation:
        """The object of that id, with what took it in where objects were merged.

        Raises:
            KeyError: there is none.
        """
        return self._objects.shown(self.graph.objects[self.graph.current(f"object_{object_id}")])

    def objects_seen_from(self, tick_id: int) -> list[ObjectObservation]:
        """Objects with an edge to the viewpoint of that ``tick_id``."""
        return [o for o in self.objects if tick_id in o.observing_viewpoint_ids]

    @property
    def edges(self) -> SceneEdges:
        """The edges between rooms, viewpoints and objects."""
        self._settle_rooms()
        return edges_of(self.graph, self._memory, self._objects)

    def look_around(
        self,
        config: VisibilityConfig | None = None,
        maps: Iterable[FloorMap] = (),
    ) -> None:
        """Cast rays: edges from viewpoints to all objects that they see, walls occluding.

        Rooms take the picture of the viewpoint that sees most of them.

        Args:
            config: how far one sees.
            maps: a mapper's grids; floors without one are drawn from the rooms' outlines.
        """
        config = config or VisibilityConfig()
        rasters = {m.floor.id: raster_of_map(m, config) for m in maps}
        look = LookAround(self.graph, config, rasters)
        for viewpoint in self.viewpoints:
            for node_id in look.objects(viewpoint):
                self._objects.see(self.graph.objects[node_id], viewpoint.tick_id)
        for room_id in self.rooms:
            look.best_image(room_id, self._memory[room_id], self.viewpoints, self._coverage)

    def serialize(self, max_tokens: int = 2000) -> str:
        """Compact JSON for a language model, of about ``max_tokens`` at most (see ``serialize``).

        Raises:
            ValueError: the budget has no room for the shortest document.
        """
        return serialize(self, max_tokens)

    def state(self) -> bytes:
        """What to keep beside the graph to go on after a restart; pictures are left out."""
        where = {"tick": self._tick, "room": self._room_id, "one_room": self._one_room}
        return pack(self._viewpoints, self._memory, self._objects, self._coverage, where)

    def restore(self, state: bytes) -> None:
        """Go on where ``state`` was taken, over the same graph and with the same config.

        Raises:
            StoreError: the bytes are not of this version of the library.
        """
        where = unpack(state, self._viewpoints, self._memory, self._objects, self._coverage)
        self._tick, self._room_id = where["tick"], where["room"]
        self._one_room = where["one_room"]

    def _settle_rooms(self) -> None:
        """What was remembered of rooms that others took in goes to those."""
        for room_id in [r for r in self._memory if r not in self.graph.rooms]:
            left, heir = self._memory.pop(room_id), self.graph.resolve(room_id)
            if heir in self.graph.rooms:
                self._memory.setdefault(heir, RoomMemory()).take_in(left)

    def _is_new(self, position: Vector3, points: Any) -> bool:
        if self._config.trigger == "coverage" and points is not None:
            return self._coverage.is_new(points)
        return self._viewpoints.is_far(position, self._radius_m)

    def _enter(self, position: Vector3) -> None:
        if not self._one_room:
            reach_m = 0.0 if self.viewpoints else NEAR_ROOM_M  # in a doorway one has not left yet
            self._room_id = room_at(self.graph, position, reach_m) or self.room.id

    def _remember(self, node: ViewpointNode, image: Any) -> None:
        """The edge from the room to its viewpoint, and its picture."""
        memory = self._memory.setdefault(self._room_id, RoomMemory())
        memory.viewpoint_tick_ids.append(node.tick_id)
        if image is not None:
            memory.best_image = image
            memory.best_image_tick_id = node.tick_id
            memory.best_image_position = node.position

    def _shown(self, room_id: str) -> RoomNode:
        node = self.graph.rooms[room_id]
        memory = self._memory.setdefault(room_id, RoomMemory())
        return RoomNode(node, self.graph.floors.get(node.floor_id), memory)
