import dataclasses
import json

import numpy as np
import pytest

from inherit_fast.geometric.events import FloorChanged
from inherit_fast.geometric.floor_rooms import FloorRoomsConfig
from inherit_fast.geometric.grid import GridConfig
from inherit_fast.geometric.stream import GeometricConfig, GeometricStream
from synthetic import box, look, walk


def two_recordings():
    world = [box(-8, -4, -0.2, 8, 4, 0.0), box(20, -4, 2.7, 36, 4, 2.9)]
    lower = walk(world, [look((x, 0, 1.4)) for x in np.linspace(-5, 2, 30)])
    upper = [look((x, 0, 4.3)) for x in np.linspace(22, 28, 30)]
    return lower + walk(world, upper, recording=1, start=30)


def push_all(stream, frames):
    return [stream.push(f) for f in frames]


def test_keyframes_are_numbered_and_carry_their_floor():
    results = push_all(GeometricStream(GeometricConfig()), two_recordings())
    keyframes = [r.keyframe for r in results if r.keyframe is not None]
    assert [k.id for k in keyframes] == list(range(len(keyframes)))
    assert len(keyframes) >= 6
    for k in keyframes:
        assert k.floor_id == ("floor_1" if k.frame.recording == 0 else "floor_2")


def test_a_jump_to_another_storey_is_an_event_with_the_frame_that_made_it():
    results = push_all(GeometricStream(GeometricConfig()), two_recordings())
    events = [(i, e) for i, r in enumerate(results) for e in r.events]
    assert events == [(30, FloorChanged(3_000_000_000, "floor_1", "floor_2"))]


def test_a_restored_stream_goes_on_as_if_never_stopped():
    frames = two_recordings()
    expected = push_all(GeometricStream(GeometricConfig()), frames)
    first = GeometricStream(GeometricConfig())
    push_all(first, frames[:37])
    values, arrays = first.state()
    second = GeometricStream(GeometricConfig())
    second.restore(json.loads(json.dumps(values)), arrays)
    for got, want in zip(push_all(second, frames[37:]), expected[37:], strict=True):
        assert got.events == want.events
        assert (got.keyframe is None) == (want.keyframe is None)
        if got.keyframe is not None and want.keyframe is not None:
            assert got.keyframe.id == want.keyframe.id
            assert got.keyframe.floor_id == want.keyframe.floor_id


def room(x0, y0, z0):
    """A closed room of 6 x 4 m with its lower corner there."""
    x1, y1, z1 = x0 + 6, y0 + 4, z0 + 2.5
    return [
        box(x0, y0, z0 - 0.1, x1, y1, z0),
        box(x0 - 0.1, y0, z0, x0, y1, z1),
        box(x1, y0, z0, x1 + 0.1, y1, z1),
        box(x0, y0 - 0.1, z0, x1, y0, z1),
        box(x0, y1, z0, x1, y1 + 0.1, z1),
    ]


def test_each_floor_has_a_grid_of_its_own_that_looks_like_its_rooms():
    world = room(0, 0, 0.0) + room(0, 0, 3.0)
    turns = [look((3, 2, 1.4), yaw) for yaw in range(0, 360, 15)]
    upper = [look((3, 2, 4.4), yaw) for yaw in range(0, 90, 15)]
    every_pixel = GridConfig(stride_px=1, min_points=1)  # the test's images are small
    stream = GeometricStream(GeometricConfig(grid=every_pixel))
    push_all(stream, walk(world, turns) + walk(world, upper, recording=1, start=24))
    maps = stream.finish()
    assert [m.floor.id for m in maps] == ["floor_1", "floor_2"]
    grids = {m.floor.id: m.grid for m in maps}
    area_m2 = grids["floor_1"].free.sum() * 0.05**2
    assert 20.0 < area_m2 < 24.5
    assert grids["floor_2"].free.sum() < 0.8 * grids["floor_1"].free.sum()
    walls = grids["floor_1"].wall_likeness[grids["floor_1"].wall]
    assert np.median(walls) >= 5


def two_rooms():
    """Two rooms of 4 x 4 m, a door of a metre between them."""
    return [
        box(0, 0, -0.1, 8.1, 4, 0.0),
        box(-0.1, 0, 0, 0, 4, 2.5),
        box(8.1, 0, 0, 8.2, 4, 2.5),
        box(0, -0.1, 0, 8.1, 0, 2.5),
        box(0, 4, 0, 8.1, 4.1, 2.5),
        box(4, 0, 0, 4.1, 1.5, 2.5),
        box(4, 2.5, 0, 4.1, 4, 2.5),
    ]


def through_the_door():
    """A look around in one room, through the door, a look around in the other."""
    here = [look((2, 2, 1.4), yaw, 30.0) for yaw in range(0, 360, 20)]
    way = [look((x, 2, 1.4), 0.0, 30.0) for x in np.arange(2.25, 6, 0.25)]
    there = [look((6, 2, 1.4), yaw, 30.0) for yaw in range(0, 360, 20)]
    return walk(two_rooms(), here + way + there)


def fine():
    return GeometricConfig(grid=GridConfig(stride_px=1, min_points=1))


def test_two_rooms_are_found_and_walking_from_one_to_the_other_is_an_event():
    stream = GeometricStream(fine())
    results = push_all(stream, through_the_door())
    (floor,) = stream.finish()
    assert len(floor.rooms) == 2
    areas = sorted(len(room.cells) * 0.05**2 for room in floor.rooms)
    assert all(12.0 < area < 17.0 for area in areas)
    (door,) = floor.doorways
    np.testing.assert_allclose(door.position_m, (4.05, 2.0), atol=0.25)
    assert 0.7 < door.width_m < 1.3
    for room in floor.rooms:
        x, y = room.polygon_m.T
        area_m2 = float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
        assert area_m2 == pytest.approx(len(room.cells) * 0.05**2, rel=0.05)
    (event,) = [e for r in results for e in r.events]
    assert event.left_room_id == floor.room_at(2.0, 2.0)
    assert event.room_id == floor.room_at(6.0, 2.0)


def test_maps_come_with_events_and_only_then():
    results = push_all(GeometricStream(fine()), through_the_door())
    assert all(bool(r.maps) == bool(r.events) for r in results)


def test_keyframes_carry_the_room_once_it_is_known():
    results = push_all(GeometricStream(fine()), through_the_door())
    rooms = [r.keyframe.room_id for r in results if r.keyframe is not None]
    assert rooms[-1] is not None and rooms[-1] != next(r for r in rooms if r is not None)


def test_rooms_do_not_depend_on_how_often_they_are_updated():
    ends = []
    for every_s in (0.3, 1.0, 100.0):
        config = dataclasses.replace(
            fine(), rooms=FloorRoomsConfig(every_s=every_s, every_frames=1)
        )
        stream = GeometricStream(config)
        push_all(stream, through_the_door())
        (floor,) = stream.finish()
        ends.append(floor.labels)
    np.testing.assert_array_equal(ends[0], ends[1])
    np.testing.assert_array_equal(ends[0], ends[2])


def test_a_stream_restored_in_a_room_knows_that_room():
    frames = through_the_door()
    first = GeometricStream(fine())
    push_all(first, frames[:25])
    values, arrays = first.state()
    second = GeometricStream(fine())
    second.restore(json.loads(json.dumps(values)), arrays)
    events = [r.events for r in push_all(first, frames[25:])]
    assert [r.events for r in push_all(second, frames[25:])] == events
    for a, b in zip(first.finish(), second.finish(), strict=True):
        np.testing.assert_array_equal(a.labels, b.labels)
        assert [room.id for room in a.rooms] == [room.id for room in b.rooms]


def test_leaving_a_floor_first_brings_its_rooms_up_to_date():
    world = room(0, 0, 0.0) + room(0, 0, 3.0)
    turns = [look((3, 2, 1.4), yaw, 20.0) for yaw in range(0, 360, 15)]
    upper = [look((3, 2, 4.4), yaw, 20.0) for yaw in range(0, 90, 15)]
    lower_frames = walk(world, turns)
    never = dataclasses.replace(fine(), rooms=FloorRoomsConfig(every_frames=1_000_000))
    alone, both = GeometricStream(never), GeometricStream(never)
    push_all(alone, lower_frames)
    (expected,) = alone.finish()
    results = push_all(both, lower_frames + walk(world, upper, recording=1, start=24))
    (left,) = [r for r in results if any(isinstance(e, FloorChanged) for e in r.events)]
    closed = next(m for m in left.maps if m.floor.id == "floor_1")
    np.testing.assert_array_equal(closed.labels, expected.labels)
    assert [r.id for r in closed.rooms] == [r.id for r in expected.rooms] != []
    assert left.keyframe.floor_id == "floor_2"  # worked off before the new floor's first frame


def test_frames_without_any_depth_give_a_floor_without_rooms():
    frames = [dataclasses.replace(f, depth=np.zeros_like(f.depth)) for f in through_the_door()[:12]]
    stream = GeometricStream(fine())
    results = push_all(stream, frames)
    (floor,) = stream.finish()
    assert (floor.rooms, floor.doorways) == ((), ())
    assert not any(r.events for r in results)


def test_a_place_outside_of_the_grid_is_in_no_room():
    stream = GeometricStream(fine())
    push_all(stream, through_the_door())
    (floor,) = stream.finish()
    for x_m, y_m in ((-1e6, 0.0), (1e6, 1e6), (2.0, 50.0)):
        assert floor.room_at(x_m, y_m) is None
        assert floor.nearest_label(np.array([x_m, y_m]), 1.0) == 0
