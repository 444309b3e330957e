"""The stream on real scans: a tilted flat of two floors, a kitchen with more table than floor."""

import json

import numpy as np
import pytest

from chunks import assert_same_rooms, mapped
from inherit_fast.datasets import open_dataset
from inherit_fast.geometric.events import FloorChanged, RoomChanged
from inherit_fast.geometric.stream import GeometricConfig, GeometricStream
from inherit_fast.graph import Box, ObjectNode
from inherit_fast.updates.places import Placer, PlacesConfig
from polygons import best_iou
from real_data import need


@pytest.fixture(scope="module")
def apartment():
    stream = GeometricStream(GeometricConfig())
    results = [stream.push(frame) for frame in open_dataset(need("apartment"))]
    return results, stream.finish()


@pytest.fixture(scope="module")
def truth():
    root = need("apartment")
    rooms = json.loads((root / "rooms.json").read_text())["rooms"]
    objects = json.loads((root / "ground_truth_objects.json").read_text())["objects"]
    return rooms, {o["id"]: o for o in objects}


def floors_of(room):
    return room["floor"] if isinstance(room["floor"], list) else [room["floor"]]


def test_the_flat_has_two_floors_found_where_the_recording_jumps(apartment):
    results, maps = apartment
    heights = [m.floor.height_m for m in maps]
    np.testing.assert_allclose(heights, [-1.5, 1.27], atol=0.1)
    changes = [(i, e) for i, r in enumerate(results) for e in r.events]
    floor_changes = [(i, e.floor_id) for i, e in changes if isinstance(e, FloorChanged)]
    assert floor_changes == [(92, "floor_2")]


def test_the_tilt_of_the_scan_is_seen(apartment):
    _, maps = apartment
    # The scan lies about 1.4 degrees off its own world.
    assert maps[0].floor.evidence["slope_x"] == pytest.approx(-0.024, abs=0.006)


def test_walking_through_the_flat_changes_rooms_but_not_at_every_step(apartment):
    results, maps = apartment
    changes = [e for r in results for e in r.events if isinstance(e, RoomChanged)]
    assert 6 <= len(changes) <= 20
    known = {room.id for m in maps for room in m.rooms} | {a for m in maps for a, _ in m.aliases}
    assert all(e.room_id in known for e in changes)


def test_no_room_is_on_two_floors_and_no_cell_in_two_rooms(apartment):
    _, maps = apartment
    ids = [room.id for m in maps for room in m.rooms]
    assert len(ids) == len(set(ids))
    for floor_map in maps:
        cells = np.concatenate([room.cells for room in floor_map.rooms])
        assert len(np.unique(cells, axis=0)) == len(cells)


def test_the_rooms_are_those_that_people_named(apartment, truth):
    _, maps = apartment
    rooms, _ = truth
    ious = {
        (room["name"], floor): best_iou(maps[floor - 1], room["polygon"], mapped_only=True)
        for room in rooms
        for floor in floors_of(room)
        if room["name"] != "staircase"
    }
    assert np.mean(list(ious.values())) > 0.75, ious
    assert sum(iou > 0.8 for iou in ious.values()) >= 9, ious


def test_every_object_is_on_its_true_floor(apartment, truth):
    _, maps = apartment
    rooms, objects = truth
    placer = Placer(PlacesConfig(), maps)
    wrong = []
    for room in rooms:
        for object_id in room["object_ids"]:
            o = objects[object_id]
            box = Box(*(np.array(o[k]) for k in ("center", "extent", "R_world_box")))
            place = placer(ObjectNode(f"object_{object_id}", o["label"], box, box.center_m))
            if place.floor_id not in [f"floor_{n}" for n in floors_of(room)]:
                wrong.append((o["label"], o["center"], place))
    assert wrong == []


def test_a_kitchen_seen_mostly_across_its_table_has_one_floor_below_it():
    stream = GeometricStream(GeometricConfig())
    for frame in open_dataset(need("kitchen")):
        stream.push(frame)
    (floor_map,) = stream.finish()
    assert floor_map.floor.height_m == pytest.approx(-1.5, abs=0.1)
    assert floor_map.floor.evidence["camera_above_ground_m"] > 1.1
    assert max(len(room.cells) for room in floor_map.rooms) * 0.05**2 > 6.0


def test_a_scanned_flat_has_the_same_rooms_in_any_chunks(apartment):
    _, expected = apartment
    frames = list(open_dataset(need("apartment")))
    for every_frames in (1, 20):
        assert_same_rooms(mapped(frames, every_frames, stride_px=2), expected)
