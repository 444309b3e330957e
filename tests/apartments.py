"""A flat of two rooms with a door between, for tests of many rooms."""

import numpy as np

from inherit_fast.graph import Box, Doorway, FloorNode, ObjectNode, RoomNode, SceneGraph


def add_thing(graph, label, x, y, room_id, z=0.4, size=0.4):
    node_id = graph.new_id("object")
    center = np.array([x, y, z])
    graph.objects[node_id] = ObjectNode(
        node_id, label, Box(center, np.full(3, size)), center, label_votes={label: 1.6},
        state="confirmed", seen=2, floor_id="floor_1", room_id=room_id, description=label,
    )  # fmt: skip
    return node_id


def flat():
    """Living room x 0..4, kitchen x 4.2..8, both y 0..4; a door at y 0.6 in the wall between."""
    graph = SceneGraph()
    graph.floors["floor_1"] = FloorNode(graph.new_id("floor"), 0.0, 2.6)
    for label, x0, x1 in (("living room", 0.0, 4.0), ("kitchen", 4.2, 8.0)):
        room_id = graph.new_id("room")
        outline = np.array([[x0, 0.0], [x1, 0.0], [x1, 4.0], [x0, 4.0]])
        graph.rooms[room_id] = RoomNode(room_id, "floor_1", label, polygon_m=outline)
    graph.doorways.append(Doorway("room_2", "room_1", np.array([4.1, 0.6]), 0.8))
    add_thing(graph, "sofa", 1.0, 3.0, "room_1")
    add_thing(graph, "oven", 7.5, 3.6, "room_2")
    add_thing(graph, "table", 6.0, 0.6, "room_2")
    return graph
