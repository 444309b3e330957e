"""Floors, rooms and doorways of the geometric stream's maps into the graph."""

import dataclasses
from collections.abc import Sequence

import numpy as np

from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.graph import RoomNode, SceneGraph
from inherit_fast.graph.graph import id_number


def sync_maps(graph: SceneGraph, maps: Sequence[FloorMap]) -> set[str]:
    """Make the graph's floors, rooms and doorways those of ``maps``.

    A room keeps its label, description and picture while its id stands. Merged rooms leave an
    alias; areas of rooms that are gone go with them.

    Returns:
        Ids of floors and rooms that are new, gone, or have another mask.
    """
    changed: set[str] = set()
    for floor_map in maps:
        graph.floors[floor_map.floor.id] = dataclasses.replace(floor_map.floor)
        changed.add(floor_map.floor.id)
    standing = {room.id: room for m in maps for room in m.rooms}
    for room_id in [i for i in graph.rooms if i not in standing]:
        del graph.rooms[room_id]
        changed.add(room_id)
    for room_id, room in standing.items():
        changed |= _sync_room(graph, room_id, room)
    for merged, heir in (alias for m in maps for alias in m.aliases):
        graph.aliases[merged] = heir
    for room_id in standing:  # a merge was undone
        graph.aliases.pop(room_id, None)
    for area_id in [a.id for a in graph.areas.values() if a.room_id not in graph.rooms]:
        del graph.areas[area_id]
        changed.add(area_id)
    graph.doorways = [doorway for m in maps for doorway in m.doorways]
    _count_ids(graph)
    return changed


def _sync_room(graph: SceneGraph, room_id: str, room: RoomNode) -> set[str]:
    known = graph.rooms.get(room_id)
    if known is None:
        graph.rooms[room_id] = dataclasses.replace(room)
        return {room_id}
    if np.array_equal(known.cells, room.cells):
        return set()
    known.cells, known.polygon_m = room.cells, room.polygon_m
    return {room_id}


def _count_ids(graph: SceneGraph) -> None:
    """Later ids of the graph's own making must not repeat those of the stream."""
    for kind, table in (("floor", graph.floors), ("room", graph.rooms)):
        highest = max((id_number(node_id) for node_id in table), default=0)
        graph.counters[kind] = max(graph.counters[kind], highest)
