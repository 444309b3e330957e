"""A global update: from the geometric stream's maps to finished floors, rooms and areas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.graph import RoomNode, SceneGraph
from inherit_fast.graph.graph import id_number
from inherit_fast.language.room_table import RoomTable
from inherit_fast.timings import Timings
from inherit_fast.updates.areas import AreasConfig, update_areas
from inherit_fast.updates.best_view import BestViewConfig, BestViews
from inherit_fast.updates.places import PlacesConfig, place_objects
from inherit_fast.updates.room_names import RoomNamesConfig, room_description, room_label
from inherit_fast.updates.schedule import GlobalUpdate
from inherit_fast.updates.sync_maps import sync_maps
from inherit_fast.updates.texts import TextsConfig


@dataclass(frozen=True, slots=True)
class UpdatesConfig:
    """Gathers the configs of the steps of a global update."""

    places: PlacesConfig = field(default_factory=PlacesConfig)
    best_view: BestViewConfig = field(default_factory=BestViewConfig)
    areas: AreasConfig = field(default_factory=AreasConfig)
    room_names: RoomNamesConfig = field(default_factory=RoomNamesConfig)
    texts: TextsConfig = field(default_factory=TextsConfig)


class RoomNamer(Protocol):
    """Names and describes rooms: by the table of things, or by a language model."""

    def __call__(
        self, graph: SceneGraph, rooms: Sequence[RoomNode], cell_m: float
    ) -> list[tuple[str, str]]:
        """Label and description of each room; their objects and areas are up to date."""


class TableRoomNamer:
    """The namer that needs no model."""

    def __init__(self, config: RoomNamesConfig, table: RoomTable) -> None:
        self._config = config
        self._table = table

    def __call__(
        self, graph: SceneGraph, rooms: Sequence[RoomNode], cell_m: float
    ) -> list[tuple[str, str]]:
        """Labels by the rooms' things and shapes, and one sentence each."""
        things: dict[str, list[str]] = {room.id: [] for room in rooms}
        for node in graph.present():
            if node.room_id in things:
                things[node.room_id].append(node.label)
        for room in rooms:  # all first: descriptions name neighbours
            room.label = room_label(things[room.id], room.cells, cell_m, self._table, self._config)
        return [
            (room.label, room_description(graph, room, cell_m, self._table, self._config))
            for room in rooms
        ]


class GlobalUpdater:
    """Carries out global updates on the graph."""

    def __init__(
        self,
        config: UpdatesConfig,
        table: RoomTable,
        namer: RoomNamer | None = None,
        timings: Timings | None = None,
    ) -> None:
        self._config = config
        self._table = table
        self._namer = namer or TableRoomNamer(config.room_names, table)
        self._timings = Timings() if timings is None else timings
        self.views = BestViews(config.best_view)

    def __call__(
        self, graph: SceneGraph, maps: Sequence[FloorMap], update: GlobalUpdate
    ) -> set[str]:
        """Bring floors, rooms and areas up to date.

        Args:
            graph: changed in place.
            maps: all floors, as the geometric stream knows them now.
            update: which floors and rooms have something new. Rooms whose mask or objects the
                update itself changes are worked off with them.

        Returns:
            Ids of the nodes that changed.
        """
        with self._timings.measure("update: masks"):
            changed = sync_maps(graph, maps)
        with self._timings.measure("update: places"):
            rooms_before = {node.id: node.room_id for node in graph.objects.values()}
            moved = place_objects(graph.objects.values(), maps, self._config.places)
            changed.update(moved)
        work = {graph.resolve(room_id) for room_id in update.room_ids}
        work |= {
            room_id
            for node in moved
            for room_id in (rooms_before[node], graph.objects[node].room_id)
            if room_id is not None
        }
        work = {room_id for room_id in work | changed if room_id in graph.rooms}
        with self._timings.measure("update: best views"):
            for floor_map in maps:
                changed |= self._choose_views(graph, floor_map)
        ordered = [graph.rooms[room_id] for room_id in sorted(work, key=id_number)]
        with self._timings.measure("update: areas"):
            for room in ordered:
                changed |= update_areas(graph, room.id, self._table, self._config.areas)
        if ordered:
            with self._timings.measure("update: names"):
                named = self._namer(graph, ordered, maps[0].grid.cell_m)
                for room, (label, description) in zip(ordered, named, strict=True):
                    room.label, room.description = label, description
        return changed | work

    def _choose_views(self, graph: SceneGraph, floor_map: FloorMap) -> set[str]:
        changed = set()
        for room_id, best in self.views.choose(floor_map).items():
            room = graph.rooms[room_id]
            if room.best_view_keyframe != best.keyframe_id:
                room.best_view_keyframe, room.best_view_jpeg = best.keyframe_id, best.jpeg
                changed.add(room_id)
        return changed

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later: JSON-able values and arrays."""
        return {"views": self.views.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self.views.restore(state["views"])
