from collections import Counter

import numpy as np
import pytest

from inherit_fast.graph import Box, ObjectNode
from inherit_fast.semantic.geometry import GeometryConfig, merge_observation
from inherit_fast.semantic.lift import Lifted

CONFIG = GeometryConfig()


def surface(low, high, n=1500, seed=0):
    """Points on the faces of a box."""
    rng = np.random.default_rng(seed)
    local = rng.uniform(0, 1, (n, 3))
    face = rng.integers(0, 3, n)
    local[np.arange(n), face] = np.round(local[np.arange(n), face])
    return (np.asarray(low) + local * (np.asarray(high) - low)).astype(np.float32)


def observation(points):
    box = Box(points.mean(0, np.float64), np.ptp(points, axis=0).astype(np.float64))
    return Lifted(0, points, points.mean(0, np.float64), box, len(points), False)


def node():
    return ObjectNode("object_1", "crate", Box(np.zeros(3), np.zeros(3)), np.zeros(3))


def test_the_first_observation_gives_its_points_box_and_centroid():
    crate = node()
    merge_observation(crate, observation(surface((0, 0, 0), (0.6, 0.8, 0.5))), CONFIG)
    np.testing.assert_allclose(crate.centroid_m, (0.3, 0.4, 0.25), atol=0.03)
    np.testing.assert_allclose(crate.box.extent_m, (0.6, 0.8, 0.5), atol=0.03)
    assert (crate.points_seen == 1).all()
    assert len(crate.points_seen) == len(crate.points_m)


def test_two_halves_make_a_whole():
    crate = node()
    merge_observation(crate, observation(surface((0, 0, 0), (0.4, 0.8, 0.5))), CONFIG)
    merge_observation(crate, observation(surface((0.4, 0, 0), (0.8, 0.8, 0.5), seed=1)), CONFIG)
    np.testing.assert_allclose(crate.box.extent_m, (0.8, 0.8, 0.5), atol=0.04)
    np.testing.assert_allclose(crate.centroid_m, (0.4, 0.4, 0.25), atol=0.04)


def test_points_are_counted_once_an_observation_and_stay_one_a_voxel():
    crate, seen = node(), surface((0, 0, 0), (0.6, 0.8, 0.5))
    for _ in range(5):
        merge_observation(crate, observation(seen), CONFIG)
    cells = np.floor(crate.points_m / CONFIG.voxel_m)
    assert len(np.unique(cells, axis=0)) > 0.98 * len(cells)
    assert np.median(crate.points_seen) >= 5


def test_one_leaking_observation_of_many_moves_neither_box_nor_centroid():
    crate = node()
    clean = surface((0, 0, 0), (0.6, 0.8, 0.5))
    leak = surface((0.6, 0.3, 0), (1.6, 0.35, 0.02), n=60, seed=2)
    for seed in range(12):
        points = surface((0, 0, 0), (0.6, 0.8, 0.5), seed=seed)
        if seed == 5:
            points = np.concatenate([clean, leak])
        merge_observation(crate, observation(points), CONFIG)
    np.testing.assert_allclose(crate.box.extent_m, (0.6, 0.8, 0.5), atol=0.12)
    np.testing.assert_allclose(crate.centroid_m, (0.3, 0.4, 0.25), atol=0.05)


def test_points_far_from_the_rest_are_stored_but_not_in_the_box():
    crate = node()
    for _ in range(3):
        merge_observation(crate, observation(surface((0, 0, 0), (0.6, 0.8, 0.5))), CONFIG)
    merge_observation(crate, observation(surface((4, 0, 0), (4.2, 0.2, 0.2), n=80)), CONFIG)
    assert crate.points_m[:, 0].max() > 4
    assert crate.box.extent_m[0] < 0.7
    assert crate.centroid_m[0] < 0.5


def test_memory_is_capped_and_what_it_drops_is_counted():
    wall, counts = node(), Counter()
    config = GeometryConfig(max_points=500)
    for seed in range(20):
        points = surface((seed, 0, 0), (seed + 1.5, 0.1, 2), seed=seed)
        merge_observation(wall, observation(points), config, counts)
        assert len(wall.points_m) <= 500
    assert counts["points capped"] > 1000


def test_the_same_observations_give_the_same_bytes():
    def merged():
        crate = node()
        for seed in range(4):
            points = surface((0, 0, 0), (0.6, 0.8, 0.5), seed=seed)
            merge_observation(crate, observation(points), CONFIG)
        return crate.points_m.tobytes(), crate.box.extent_m.tobytes(), crate.centroid_m.tobytes()

    assert merged() == merged()


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_handful_of_points_is_enough(n):
    crate = node()
    merge_observation(crate, observation(np.full((n, 3), 0.5, np.float32)), CONFIG)
    np.testing.assert_allclose(crate.centroid_m, 0.5)
    np.testing.assert_allclose(crate.box.extent_m, 0.0, atol=1e-6)
