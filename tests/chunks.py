"""Mapping the same frames with rooms brought up to date more or less often."""

import numpy as np

from inherit_fast.geometric.floor_rooms import FloorRoomsConfig
from inherit_fast.geometric.grid import GridConfig
from inherit_fast.geometric.stream import GeometricConfig, GeometricStream

NEVER = 1_000_000


def mapped(frames, every_frames, stride_px):
    config = GeometricConfig(
        grid=GridConfig(stride_px=stride_px),
        rooms=FloorRoomsConfig(every_s=0.0, every_frames=every_frames),
    )
    stream = GeometricStream(config)
    for frame in frames:
        stream.push(frame)
    return stream.finish()


def assert_same_rooms(got, expected):
    assert [m.floor.id for m in got] == [m.floor.id for m in expected]
    for mine, theirs in zip(got, expected, strict=True):
        np.testing.assert_array_equal(mine.labels, theirs.labels)
        assert len(mine.rooms) == len(theirs.rooms) > 0
        for a, b in zip(mine.rooms, theirs.rooms, strict=True):
            np.testing.assert_array_equal(a.polygon_m, b.polygon_m)
            np.testing.assert_array_equal(a.cells, b.cells)
        assert doors(mine) == doors(theirs)


def doors(floor_map):
    """Doorways with labels in place of ids: those count up over all rooms that ever were."""
    label = {room.id: i for i, room in enumerate(floor_map.rooms)}
    return [
        (label[d.room_a], label[d.room_b], d.position_m.tolist(), d.width_m)
        for d in floor_map.doorways
    ]
