"""Small floors drawn in characters, a metre a character, for tests of updates."""

import numpy as np

from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.geometric.grid import GridMap
from inherit_fast.graph import Box, Doorway, FloorNode, ObjectNode, RoomNode, View

CELL_M = 0.1


def floor_map(text, *, floor_id="floor_1", height_m=0.0, names=None, doorways=(), aliases=()):
    """Digits are rooms, # is wall, a dot unknown; the last line is at y = 0, x grows rightwards."""
    rows = np.array([list(row) for row in text.split()][::-1])
    labels = np.where(np.char.isdigit(rows), rows, "0").astype(np.int32)
    labels = np.kron(labels, np.ones((10, 10), np.int32))
    wall = np.kron(rows == "#", np.ones((10, 10), bool))
    grid = GridMap(
        origin=np.zeros(2, np.int32),
        free=labels > 0,
        wall=wall,
        height_bits=np.where(wall, 0x7FF, 0).astype(np.uint16),
        slice_m=0.2,
        cell_m=CELL_M,
    )
    rooms = []
    for label in range(1, labels.max(initial=0) + 1):
        row, col = np.nonzero(labels == label)
        cells = np.stack([col, row], axis=1).astype(np.int32)
        name = names[label - 1] if names else f"room_{label}"
        rooms.append(RoomNode(name, floor_id, cells=cells))
    return FloorMap(
        floor=FloorNode(floor_id, height_m),
        grid=grid,
        labels=labels,
        rooms=tuple(rooms),
        doorways=tuple(Doorway(a, b, np.array(at), width) for a, b, at, width in doorways),
        aliases=tuple(aliases),
    )


def thing(number, label, center, extent=(0.4, 0.4, 0.4), *, bearing_rad=None, yaw=0.0):
    """A confirmed object, perhaps with one view from a bearing."""
    c, s = np.cos(yaw), np.sin(yaw)
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    box = Box(np.array(center, np.float64), np.array(extent, np.float64), R)
    node = ObjectNode(f"object_{number}", label, box, box.center_m, state="confirmed")
    if bearing_rad is not None:
        feature = np.zeros(0, np.float32)
        node.views = [View(0, 0, 1.0, b"", feature, (0, 0, 1, 1), bearing_rad)]
    return node
