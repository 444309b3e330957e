import dataclasses
from collections import Counter

import numpy as np
import pytest

from inherit_fast.datasets import open_dataset
from inherit_fast.datasets.house import HouseConfig, HouseDataset
from inherit_fast.datasets.house.render import Renderer, pinhole_rays

SMALL = HouseConfig(seed=5, floors=1, rooms_per_floor=2, width_px=80, height_px=60, focal_px=50.0)


@pytest.fixture(scope="module")
def positions(house_dataset):
    return np.array([pose[:3, 3] for pose in house_dataset.tour.poses])


@pytest.fixture(scope="module")
def small():
    return HouseDataset(SMALL)


def test_the_default_walk_has_a_length_that_a_demo_can_map(house_dataset):
    assert 250 <= len(house_dataset) <= 400


def test_every_object_is_shown_well_in_three_frames(house_dataset):
    renderer = Renderer(house_dataset.house.packed, house_dataset.config)
    rays = pinhole_rays(house_dataset.config)
    seen = Counter()
    for pose in house_dataset.tour.poses:
        pixels = np.bincount(renderer.look(pose, rays)[1])
        seen.update(np.flatnonzero(pixels >= 60).tolist())
    hidden = house_dataset.tour.hidden
    assert len(hidden) <= 0.02 * len(house_dataset.house.objects)
    for o in house_dataset.house.objects:
        assert seen[o.id] >= 3 or o.id in hidden, o.label


def test_no_step_is_long_and_no_turn_is_sudden(house_dataset, positions):
    config = house_dataset.config
    assert np.linalg.norm(np.diff(positions, axis=0), axis=1).max() <= 0.5
    forward = np.array([pose[:3, 2] for pose in house_dataset.tour.poses])
    turns = np.arccos(np.clip((forward[1:] * forward[:-1]).sum(axis=1), -1, 1))
    assert turns.max() <= config.turn_rad + 0.1


def test_the_stairs_are_walked_step_by_step(house_dataset, positions):
    stairs = house_dataset.house.plan.stairs.rect
    inside = (positions[:, 0] > stairs.x0) & (positions[:, 0] < stairs.x1)
    inside &= (positions[:, 1] > stairs.y0) & (positions[:, 1] < stairs.y1)
    climbing = np.flatnonzero(inside)
    assert len(climbing) >= 8
    assert (np.diff(climbing) == 1).all()
    assert (np.diff(positions[climbing, 2]) > 0).all()
    eye = house_dataset.config.camera_height_m
    assert positions[0, 2] == eye
    assert positions[-1, 2] == pytest.approx(house_dataset.config.storey_m + eye)


def test_the_camera_keeps_clear_of_walls_and_furniture(house_dataset):
    renderer = Renderer(house_dataset.house.packed, house_dataset.config)
    directions = np.random.default_rng(0).normal(size=(400, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    for pose in house_dataset.tour.poses:
        distance, _ = renderer.look(pose, directions)
        assert distance.min() > 0.15


def test_every_room_is_entered(house_dataset, positions):
    house = house_dataset.house
    for room in house.plan.rooms:
        r, z = room.inner, house.floor_heights_m[room.floor] + house_dataset.config.camera_height_m
        x, y = positions[:, 0], positions[:, 1]
        here = (x > r.x0) & (x < r.x1) & (y > r.y0) & (y < r.y1) & (abs(positions[:, 2] - z) < 0.1)
        assert here.sum() >= 5, room.label


def test_the_same_house_gives_the_same_bytes(small):
    again = HouseDataset(SMALL)
    assert len(again) == len(small)
    for one, two in zip(small, again, strict=True):
        assert one.rgb.tobytes() == two.rgb.tobytes()
        assert one.depth.tobytes() == two.depth.tobytes()
        assert one.T_world_camera.tobytes() == two.T_world_camera.tobytes()


def test_frames_can_start_anywhere(small):
    late = list(small.frames(len(small) - 2))
    assert [f.index for f in late] == [len(small) - 2, len(small) - 1]
    np.testing.assert_array_equal(late[0].rgb, small.frame(len(small) - 2).rgb)


def test_time_stamps_follow_the_nominal_rate(small):
    stamps = [f.time_ns for f in small]
    assert set(np.diff(stamps)) == {round(1e9 / SMALL.rate_hz)}


def test_noise_grows_with_distance_and_repeats(small):
    noisy = HouseDataset(dataclasses.replace(SMALL, depth_noise=True, float_depth=True))
    clean = HouseDataset(dataclasses.replace(SMALL, float_depth=True))
    for dataset in (noisy, clean):
        dataset.tour = small.tour  # the walk depends on neither
    index = 3
    error = abs(noisy.frame(index).depth - clean.frame(index).depth)
    depth = clean.frame(index).depth
    far, near = depth > np.median(depth), (depth > 0) & (depth < np.median(depth))
    assert error[far].mean() > error[near].mean() > 0
    np.testing.assert_array_equal(noisy.frame(index).depth, noisy.frame(index).depth)


def test_the_sample_opens_by_name():
    dataset = open_dataset("house:seed=5,floors=1,rooms_per_floor=2,width_px=80,height_px=60")
    assert dataset.name == "house"
    assert dataset.config.seed == 5
    assert set(dataset.instance_labels.values()) >= {"window", "door"}
    np.testing.assert_array_equal(dataset.T_map_source, np.eye(4))
