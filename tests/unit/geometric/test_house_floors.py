"""The stream on the procedural house, whose rooms and stairs are known."""

import numpy as np
import pytest

from chunks import NEVER, assert_same_rooms, mapped
from inherit_fast.datasets.house import HouseConfig, HouseDataset
from inherit_fast.geometric.floor_rooms import FloorRoomsConfig
from inherit_fast.geometric.grid import GridConfig
from inherit_fast.geometric.stream import GeometricConfig, GeometricStream
from polygons import best_iou


@pytest.fixture(scope="module")
def house():
    config = HouseConfig(
        seed=1, rooms_per_floor=2, width_px=160, height_px=120, focal_px=100.0, shadows=False
    )
    return HouseDataset(config)


@pytest.fixture(scope="module")
def seen(house):
    return list(house)


@pytest.fixture(scope="module")
def walked(seen):
    # Every pixel of the small images counts.
    stream = GeometricStream(GeometricConfig(grid=GridConfig(stride_px=1)))
    floors = []
    for frame in seen:
        result = stream.push(frame)
        floors.append((frame.position_m[2], stream.floors()[-1].id, result))
    return floors, stream.finish()


def test_the_levels_are_right_on_both_sides_of_the_stairs(house, walked):
    frames, maps = walked
    assert [m.floor.id for m in maps] == ["floor_1", "floor_2"]
    np.testing.assert_allclose(
        [m.floor.height_m for m in maps], house.house.floor_heights_m, atol=0.02
    )
    camera_m = house.house.config.camera_height_m
    lower = [f for z, f, _ in frames if z < camera_m + 0.01]
    upper = [f for z, f, _ in frames if z > camera_m + house.house.floor_heights_m[1] - 0.01]
    assert set(lower) == {"floor_1"}
    # The new storey has to hold for a second before it counts.
    assert upper[3:] == ["floor_2"] * len(upper[3:])


def test_ceilings_are_where_the_house_has_them(house, walked):
    _, maps = walked
    clear_m = house.house.config.storey_m - 0.2
    for floor_map in maps:
        floor = floor_map.floor
        assert floor.ceiling_m - floor.height_m == pytest.approx(clear_m, abs=0.03)


def test_the_rooms_are_the_true_rooms(house, walked):
    _, maps = walked
    plan = house.house.plan
    ious = {
        (room.label, room.floor): best_iou(maps[room.floor], house.house.outline_of(room))
        for room in plan.rooms
    }
    assert np.mean(list(ious.values())) > 0.8, ious
    assert min(ious.values()) > 0.6, ious


def test_true_doors_are_doorways(house, walked):
    _, maps = walked
    plan = house.house.plan
    for door in plan.doors:
        floor = next(r.floor for r in plan.rooms if r.id == door.room_a)
        distances = [np.linalg.norm(d.position_m - door.at) for d in maps[floor].doorways]
        assert min(distances, default=9.0) < 0.5, (door, distances)


def test_a_house_of_two_floors_has_the_same_rooms_in_any_chunks(seen):
    expected = mapped(seen, NEVER, stride_px=1)
    for every_frames in (1, 7, 50):
        assert_same_rooms(mapped(seen, every_frames, stride_px=1), expected)


def test_rooms_that_stay_keep_their_ids_from_chunk_to_chunk(seen):
    config = GeometricConfig(
        grid=GridConfig(stride_px=1), rooms=FloorRoomsConfig(every_s=0.0, every_frames=5)
    )
    stream = GeometricStream(config)
    for frame in seen[: len(seen) // 2]:
        stream.push(frame)
    before = stream.finish()
    again = stream.finish()
    for old, new in zip(before, again, strict=True):
        assert [room.id for room in old.rooms] == [room.id for room in new.rooms]
        assert all(a is b for a, b in zip(old.rooms, new.rooms, strict=True))  # nothing to do
