"""The true scene graph of a house, in the types of a mapped one."""

import numpy as np

from inherit_fast.datasets.house.build import House, HouseObject
from inherit_fast.datasets.house.shapes import COLORS
from inherit_fast.graph.graph import SceneGraph
from inherit_fast.graph.nodes import ColorShare, Doorway, FloorNode, ObjectNode, RoomNode


def truth_graph(house: House) -> SceneGraph:
    """Floors, rooms with outlines, doorways, and confirmed objects with ``source_id``.

    The objects' numbers in the graph are their ids in the instance images.
    """
    graph = SceneGraph()
    floors = []
    for i, height in enumerate(house.floor_heights_m):
        ceiling = height + house.config.storey_m - 0.2
        floors.append(FloorNode(graph.new_id("floor"), height, ceiling, _floor_name(i)))
        graph.floors[floors[-1].id] = floors[-1]
    for plan in house.plan.rooms:
        outline = house.outline_of(plan)
        room = RoomNode(graph.new_id("room"), floors[plan.floor].id, plan.label, polygon_m=outline)
        graph.rooms[room.id] = room
    for door in house.plan.doors:
        a, b = f"room_{door.room_a}", f"room_{door.room_b}"
        graph.doorways.append(Doorway(a, b, np.array(door.at), 0.9))
    for thing in house.objects:
        node = _object_node(graph.new_id("object"), thing)
        node.floor_id, node.room_id = floors[thing.floor].id, f"room_{thing.room}"
        graph.objects[node.id] = node
    return graph


def _floor_name(index: int) -> str:
    return ("ground floor", "upper floor")[index]


def _object_node(node_id: str, thing: HouseObject) -> ObjectNode:
    return ObjectNode(
        id=node_id,
        label=thing.label,
        box=thing.box,
        centroid_m=thing.box.center_m,
        label_votes={thing.label: 1.0},
        state="confirmed",
        seen=1,
        colors=[ColorShare(thing.color, COLORS[thing.color], 1.0)],
        description=f"{thing.color} {thing.label}",
        source_id=thing.id,
    )
