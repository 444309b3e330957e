import csv
import json

import numpy as np
import pytest

from inherit_fast.geometric.levels import LevelsConfig, levels_from_camera_heights
from real_data import need

CONFIG = LevelsConfig()


def times(count, rate_hz=10.0):
    return (np.arange(count) * (1e9 / rate_hz)).astype(np.int64)


def levels(*stretches):
    heights = np.concatenate(stretches)
    return levels_from_camera_heights(heights, times(len(heights)), CONFIG)


def test_one_storey_is_one_level():
    found = levels(np.full(50, 1.5))
    assert found.heights_m.tolist() == [1.5]
    assert not found.level.any()


def test_two_storeys_and_the_way_between():
    found = levels(np.full(50, 1.5), np.linspace(1.5, 4.3, 40), np.full(30, 4.3))
    np.testing.assert_allclose(found.heights_m, [1.5, 4.3])
    assert found.level[:50].tolist() == [0] * 50
    assert found.level[90:].tolist() == [1] * 30


def test_levels_count_from_the_lowest_whatever_came_first():
    found = levels(np.full(50, 4.3), np.linspace(4.3, 1.5, 40), np.full(30, 1.5))
    assert found.level[0] == 1 and found.level[-1] == 0


def test_a_half_landing_is_no_level_even_where_the_walk_begins_on_it():
    found = levels(np.full(20, 2.9), np.full(50, 1.5), np.full(20, 2.9), np.full(40, 4.3))
    np.testing.assert_allclose(found.heights_m, [1.5, 4.3])


def test_a_split_level_of_half_a_metre_is_no_level():
    found = levels(np.full(50, 1.5), np.full(50, 2.0))
    assert len(found.heights_m) == 1


def test_a_walk_that_never_holds_still_has_a_level():
    found = levels(np.linspace(0, 9, 10))
    assert len(found.heights_m) == 1


@pytest.mark.parametrize(
    ("heights", "stamps"),
    [(np.zeros(0), times(0)), (np.zeros(3), times(2)), (np.array([np.nan]), times(1))],
)
def test_unusable_heights_are_refused_by_name(heights, stamps):
    with pytest.raises(ValueError, match="heights_m"):
        levels_from_camera_heights(heights, stamps, CONFIG)


@pytest.mark.parametrize("rate_hz", [1.0, 3.0])
def test_real_walks_through_houses_keep_to_their_storeys(rate_hz):
    folder = need("hm3d_poses")
    with (folder / "floor_heights.csv").open() as file:
        truth = {name: np.array(json.loads(text)) for name, text in csv.reader(file)}
    for name, floors_m in truth.items():
        poses = np.loadtxt(folder / f"{name}.txt").reshape(-1, 4, 4)
        heights = poses[:, 1, 3]  # this source is y-up
        found = levels_from_camera_heights(heights, times(len(heights), rate_hz), CONFIG)
        assert share_on_true_floor(heights, found, floors_m) >= 0.95, name


def share_on_true_floor(heights, found, floors_m):
    """Poses that hold their height stand on the floor next below; others are on stairs."""
    beneath = np.searchsorted(floors_m, heights - 1.0, side="right") - 1
    above_floor = heights - floors_m[beneath.clip(0)]
    usual = np.median(above_floor)
    on_floor = (beneath >= 0) & (np.abs(above_floor - usual) < 0.3)
    assert on_floor.mean() > 0.5
    # Levels answer to the floors that the walk stood on, in rising order.
    visited = np.unique(beneath[on_floor])
    assert len(visited) == len(found.heights_m)
    return (visited[found.level[on_floor]] == beneath[on_floor]).mean()
