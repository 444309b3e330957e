"""SysNav's three levels, room, viewpoint and object, as one set of edges."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inherit_fast.graph import SceneGraph, id_number
from inherit_fast.scene.coverage import Coverage
from inherit_fast.scene.objects import Objects
from inherit_fast.scene.places import floor_at
from inherit_fast.scene.rooms import RoomMemory
from inherit_fast.scene.types import ViewpointNode
from inherit_fast.scene.visibility import FloorRaster, VisibilityConfig, raster_of_graph


@dataclass(frozen=True, slots=True)
class SceneEdges:
    """Edges between the levels; rooms by id, viewpoints by ``tick_id``, objects by number.

    Attributes:
        room_room: rooms that a doorway joins, each pair once.
        room_viewpoint: where a viewpoint lies.
        room_object: what a room holds.
        viewpoint_object: what a viewpoint sees.
    """

    room_room: tuple[tuple[str, str], ...]
    room_viewpoint: tuple[tuple[str, int], ...]
    room_object: tuple[tuple[str, int], ...]
    viewpoint_object: tuple[tuple[int, int], ...]


def edges_of(graph: SceneGraph, memory: Mapping[str, RoomMemory], objects: Objects) -> SceneEdges:
    """All edges in order of their ids."""
    doors = {_in_order(d.room_a, d.room_b) for d in graph.doorways}
    present = list(graph.present())
    sightings = objects.sightings
    seen = {
        (tick, id_number(node.id))
        for node in present
        if node.id in sightings
        for tick in sightings[node.id].viewpoint_ids
    }
    return SceneEdges(
        tuple(sorted(doors, key=lambda ends: (id_number(ends[0]), id_number(ends[1])))),
        tuple((room, tick) for room in graph.rooms if room in memory
              for tick in memory[room].viewpoint_tick_ids),
        tuple((node.room_id, id_number(node.id)) for node in present if node.room_id is not None),
        tuple(sorted(seen)),
    )  # fmt: skip


def _in_order(a: str, b: str) -> tuple[str, str]:
    return (a, b) if id_number(a) <= id_number(b) else (b, a)


class LookAround:
    """Casts rays from viewpoints: which objects they see, and which sees most of its room."""

    def __init__(
        self,
        graph: SceneGraph,
        config: VisibilityConfig,
        rasters: Mapping[str, FloorRaster] | None = None,
    ) -> None:
        """Prepare the floors.

        Args:
            graph: rooms and objects.
            config: how far one sees.
            rasters: a floor's grid by its id; floors without one are drawn from the outlines.
        """
        self._graph = graph
        self._config = config
        self._rasters: dict[str, FloorRaster | None] = dict(rasters or {})

    def objects(self, viewpoint: ViewpointNode) -> list[str]:
        """Ids of the objects that the viewpoint sees, in order of creation."""
        floor_id, raster = self._floor(viewpoint)
        if raster is None:
            return []
        seen = raster.seen_from(viewpoint.position, self._config.range_m)
        nodes = (node for node in self._graph.present() if node.floor_id == floor_id)
        return [node.id for node in nodes if raster.shows(seen, node.box)]

    def room_share(self, viewpoint: ViewpointNode, room_id: str) -> float:
        """Share of the room's cells that the viewpoint sees."""
        _, raster = self._floor(viewpoint)
        if raster is None or room_id not in raster.room_ids:
            return 0.0
        return raster.share(raster.seen_from(viewpoint.position, self._config.range_m), room_id)

    def covered_share(self, viewpoints: Iterable[ViewpointNode], room_id: str) -> float:
        """Share of the room's cells that at least one of the viewpoints sees."""
        share, seen = 0.0, None
        for viewpoint in viewpoints:
            _, raster = self._floor(viewpoint)
            if raster is not None and room_id in raster.room_ids:
                now = raster.seen_from(viewpoint.position, self._config.range_m)
                seen = now if seen is None else seen | now
                share = raster.share(seen, room_id)
        return share

    def best_image(
        self, room_id: str, memory: RoomMemory, viewpoints: Iterable[ViewpointNode], kept: Coverage
    ) -> None:
        """Make the picture of the viewpoint that sees most of the room the room's own."""
        mine = [
            v
            for v in viewpoints
            if v.tick_id in memory.viewpoint_tick_ids and v.tick_id in kept.panoramas
        ]
        if mine:
            best = max(mine, key=lambda v: (self.room_share(v, room_id), v.tick_id))
            memory.best_image = kept.panoramas[best.tick_id]
            memory.best_image_tick_id, memory.best_image_position = best.tick_id, best.position

    def _floor(self, viewpoint: ViewpointNode) -> tuple[str | None, FloorRaster | None]:
        floor_id = floor_at(self._graph, viewpoint.position.z)
        if floor_id is None:
            return None, None
        if floor_id not in self._rasters:
            self._rasters[floor_id] = raster_of_graph(self._graph, floor_id, self._config)
        return floor_id, self._rasters[floor_id]
