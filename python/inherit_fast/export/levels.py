"""Storeys of a building of which only rooms and objects are known."""

from dataclasses import dataclass

import numpy as np

from inherit_fast.graph import Box, FloorNode, ObjectNode, RoomNode, SceneGraph


@dataclass(frozen=True, slots=True)
class LevelConfig:
    """How levels are told apart.

    Attributes:
        level_gap_m: rooms whose floors differ by more stand on different levels.
        floor_quantile: a room without a floor among its objects stands where this share of its
            objects' undersides is lower.
    """

    level_gap_m: float = 1.5
    floor_quantile: float = 0.2


@dataclass(slots=True)
class Region:
    """A room and its box."""

    node: RoomNode
    box: Box


def add_floors(graph: SceneGraph, rooms: dict[str, Region], config: LevelConfig) -> None:
    """Levels are groups of regions whose floors are less than a gap apart; lowest first."""
    heights = {r.node.id: _floor_height(graph, r, config) for r in rooms.values()}
    levels: list[list[str]] = []
    for room_id in sorted(heights, key=lambda key: (heights[key], key)):
        apart = not levels or heights[room_id] - heights[levels[-1][-1]] > config.level_gap_m
        if apart:
            levels.append([])
        levels[-1].append(room_id)
    for number, members in enumerate(levels, 1):
        height = float(np.median([heights[room_id] for room_id in members]))
        floor = FloorNode(graph.new_id("floor"), height, name=f"level {number}")
        floor.evidence = {room_id: heights[room_id] for room_id in members}
        graph.floors[floor.id] = floor
        for room_id in members:
            graph.rooms[room_id].floor_id = floor.id
    for node in graph.objects.values():
        node.floor_id = _floor_of(graph, node)


def _floor_height(graph: SceneGraph, region: Region, config: LevelConfig) -> float:
    members = [node for node in graph.objects.values() if node.room_id == region.node.id]
    floors = [float(node.box.center_m[2]) for node in members if node.label == "floor"]
    if floors:
        return min(floors)
    if members:
        undersides = [float(n.box.center_m[2] - n.box.extent_m[2] / 2) for n in members]
        return float(np.quantile(undersides, config.floor_quantile))
    return float(region.box.center_m[2] - region.box.extent_m[2] / 2)


def _floor_of(graph: SceneGraph, node: ObjectNode) -> str | None:
    if node.room_id:
        return graph.rooms[node.room_id].floor_id
    below = [f for f in graph.floors.values() if f.height_m <= node.box.center_m[2]]
    floors = below or list(graph.floors.values())[:1]
    return max(floors, key=lambda floor: floor.height_m).id if floors else None
