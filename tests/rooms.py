"""A furnished flat for retrieval tests: two levels, four rooms, things in known places."""

import numpy as np

from inherit_fast.graph import (
    Box,
    ColorShare,
    FloorNode,
    ObjectNode,
    Relation,
    RoomNode,
    SceneGraph,
)

RGB = {
    "red": (200, 20, 20),
    "blue": (20, 40, 200),
    "white": (250, 250, 250),
    "brown": (120, 70, 30),
    "black": (10, 10, 10),
    "gray": (128, 128, 128),
    "green": (20, 160, 40),
}
# name, label, colour, centre, extent, room
THINGS = [
    ("table", "dining table", "brown", (2.0, 2.0, 0.4), (1.6, 0.9, 0.8), "kitchen"),
    ("mug_red", "mug", "red", (1.6, 2.0, 0.85), (0.1, 0.1, 0.1), "kitchen"),
    ("mug_white", "mug", "white", (2.5, 2.0, 0.85), (0.1, 0.1, 0.1), "kitchen"),
    ("magazine", "magazine", "blue", (2.65, 2.0, 0.81), (0.2, 0.3, 0.02), "kitchen"),
    ("chair_near", "chair", "brown", (1.0, 2.0, 0.45), (0.5, 0.5, 0.9), "kitchen"),
    ("chair_far", "chair", "black", (4.5, 0.5, 0.45), (0.5, 0.5, 0.9), "kitchen"),
    ("sink", "sink", "gray", (0.3, 4.5, 0.85), (0.6, 0.5, 0.2), "kitchen"),
    ("cabinet", "base-cabinet", "white", (0.3, 4.5, 0.38), (0.6, 0.6, 0.72), "kitchen"),
    ("fridge", "refrigerator", "white", (1.5, 4.6, 0.9), (0.7, 0.7, 1.8), "kitchen"),
    ("basin", "washbasin", "white", (7.0, 1.0, 0.8), (0.5, 0.4, 0.2), "bathroom"),
    ("mirror", "mirror", "gray", (7.0, 0.8, 1.5), (0.6, 0.05, 0.8), "bathroom"),
    ("toilet", "toilet", "white", (8.0, 1.0, 0.4), (0.4, 0.6, 0.8), "bathroom"),
    ("plant_small", "potted plant", "green", (6.5, 5.0, 0.2), (0.2, 0.2, 0.4), "living room"),
    ("plant_large", "potted plant", "green", (9.0, 5.0, 0.8), (0.6, 0.6, 1.6), "living room"),
    ("sofa", "couch", "gray", (7.5, 5.0, 0.4), (1.8, 0.9, 0.8), "living room"),
    ("tv", "monitor", "black", (7.5, 7.5, 1.0), (1.2, 0.1, 0.7), "living room"),
    ("bed", "bed", "white", (2.0, 2.0, 3.3), (2.0, 1.6, 0.6), "bedroom"),
    ("lamp", "table lamp", "white", (3.4, 2.0, 3.8), (0.2, 0.2, 0.4), "bedroom"),
    ("nightstand", "nightstand", "brown", (3.4, 2.0, 3.3), (0.5, 0.5, 0.6), "bedroom"),
    ("chair_up", "chair", "red", (0.5, 4.5, 3.4), (0.5, 0.5, 0.9), "bedroom"),
]
ROOMS = {"kitchen": 1, "bathroom": 1, "living room": 1, "bedroom": 2}
OUTLINES = {
    "kitchen": (0, 0, 5.5, 5.5),
    "bathroom": (6, 0, 9, 3),
    "living room": (6, 3.2, 10, 8),
    "bedroom": (0, 0, 5.5, 5.5),
}


def flat() -> tuple[SceneGraph, dict[str, str]]:
    """The graph, and the name of each thing by its node id."""
    graph, names, rooms = SceneGraph(), {}, {}
    for number in (1, 2):
        floor = FloorNode(graph.new_id("floor"), 3.0 * (number - 1), name=f"level {number}")
        graph.floors[floor.id] = floor
    for label, floor in ROOMS.items():
        room = RoomNode(graph.new_id("room"), f"floor_{floor}", label)
        x0, y0, x1, y1 = OUTLINES[label]
        room.polygon_m = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)
        graph.rooms[room.id] = rooms[label] = room
    for name, label, color, center, extent, room in THINGS:
        box = Box(np.array(center), np.array(extent))
        node = ObjectNode(graph.new_id("object"), label, box, np.array(center), state="confirmed")
        node.label_votes = {label: 1.0}
        node.colors = [ColorShare(color, RGB[color], 1.0)]
        node.room_id, node.floor_id = rooms[room].id, rooms[room].floor_id
        graph.objects[node.id] = node
        names[node.id] = name
    ids = {name: node_id for node_id, name in names.items()}
    graph.add_relation(Relation(ids["lamp"], "on", ids["nightstand"], 0.9, 3, "on the nightstand"))
    return graph, names
