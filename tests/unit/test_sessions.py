import dataclasses

import numpy as np
import pytest

from inherit_fast.datasets import open_dataset
from inherit_fast.graph.store import Store
from inherit_fast.mapper import Mapper
from inherit_fast.mapper.sessions import Sessions
from small_house import CONFIG, models

TURN = np.array([[0.0, -1, 0, 3], [1, 0, 0, -2], [0, 0, 1, 0.5], [0, 0, 0, 1]])


@pytest.fixture(scope="module")
def house():
    return open_dataset("house:floors=1,rooms_per_floor=2,width_px=96,height_px=72,focal_px=60")


@pytest.fixture(scope="module")
def walks(house):
    """Two recordings of one place: the frames of one walk in turn, each with its own clock."""
    frames = list(house)[:120]
    return [
        [
            dataclasses.replace(f, index=i, time_ns=i * 2 * 10**8)
            for i, f in enumerate(frames[start::2])
        ]
        for start in (0, 1)
    ]


def map_walk(path, house, frames, T=None):
    made = Store.open(path) if (path / "map.db").exists() else Store.create(path)
    with made as store:
        mapper = Mapper(CONFIG, store=store, models=models(house), T_map_source=T)
        start = mapper.begin(frames[0])
        for frame in frames[start:]:
            mapper.push(frame)
        return start, mapper.close()


def test_a_second_recording_joins_the_map_of_the_first(tmp_path, house, walks):
    _, once = map_walk(tmp_path, house, walks[0])
    before = {n.id: (n.label, n.centroid_m.copy()) for n in once.present()}
    rooms, known = set(once.rooms), len(once.objects)
    start, both = map_walk(tmp_path, house, walks[1])
    assert start == 0
    standing = [i for i in before if both.current(i) in {n.id for n in both.present()}]
    assert len(standing) >= 0.9 * len(before)
    assert len(both.objects) <= 1.25 * known  # nothing is there twice
    for node_id in standing:
        label, centroid = before[node_id]
        now = both.objects[both.current(node_id)]
        assert now.label == label
        assert np.linalg.norm(now.centroid_m - centroid) < 0.5
    assert {both.resolve(i) for i in rooms} <= set(both.rooms)
    assert both.path_ns == sorted(both.path_ns)
    assert len(set(both.path_ns)) == len(both.path_ns)


def test_a_recording_whose_world_is_turned_joins_in_the_maps_own(tmp_path, house, walks):
    _, once = map_walk(tmp_path, house, walks[0][:30])
    before = {n.id: n.centroid_m.copy() for n in once.present()}
    turned = [dataclasses.replace(f, T_world_camera=TURN @ f.T_world_camera) for f in walks[1][:30]]
    _, both = map_walk(tmp_path, house, turned, T=TURN)
    moved = [
        np.linalg.norm(both.objects[i].centroid_m - at)
        for i, at in before.items()
        if i in both.objects
    ]
    assert np.median(moved) < 0.1
    assert len(both.objects) < 1.5 * len(once.objects) + 5


def test_the_same_recording_goes_on_where_it_was_broken_off(tmp_path, house, walks):
    map_walk(tmp_path, house, walks[0][:20])
    start, _ = map_walk(tmp_path, house, walks[0])
    assert 0 < start <= 20


def test_a_recording_that_is_in_the_map_already_adds_nothing(tmp_path, house, walks):
    last = [len(walk) - 1 for walk in walks]
    for walk in walks:
        map_walk(tmp_path, house, walk)
    with Store.open(tmp_path) as store:
        mapper = Mapper(CONFIG, store=store, models=models(house))
        assert mapper.begin(walks[0][0]) > last[0] - 10  # but for frames after its last keyframe
        mapper.abort()


def test_times_that_go_on_by_themselves_are_left_alone(walks):
    sessions = Sessions({"last_time_ns": 5, "last_frame": 3, "sessions": {"number": 0}}, np.eye(4))
    later = dataclasses.replace(walks[0][0], time_ns=10**18)
    sessions.begin(later, np.eye(4))
    assert sessions.place(later).time_ns == 10**18
