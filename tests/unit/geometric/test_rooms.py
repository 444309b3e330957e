import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import floor_plans
from inherit_fast.geometric.rooms import RoomsConfig, segment

CELL_M = 0.05


def rooms_of(free, **changes):
    return segment(free, 1 - free, None, CELL_M, replace(RoomsConfig(), **changes))


def test_every_room_behind_its_door_is_its_own_and_the_corridor_stays_whole():
    free, truth = floor_plans.corridor_with_rooms(rooms=4)
    found = rooms_of(free)
    assert found.count == truth.max() == 9
    assert floor_plans.mean_iou(found.labels, truth) > 0.98
    assert len(found.doorways) == 8
    corridor = found.labels[truth == 1][0]
    for doorway in found.doorways:
        assert corridor in doorway.rooms
        assert 0.8 < doorway.width_m < 1.0


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_flat_of_any_plan_falls_into_its_rooms(seed):
    free, truth = floor_plans.flat(np.random.default_rng(seed))
    found = rooms_of(free)
    assert found.count == len(np.unique(truth)) - 1
    assert floor_plans.mean_iou(found.labels, truth) > 0.95


@settings(max_examples=12, deadline=None)
@given(st.floats(0, 180), st.integers(0, 2**32 - 1))
def test_turning_the_building_by_any_angle_changes_little(degrees, seed):
    for free, truth in (
        floor_plans.corridor_with_rooms(rooms=3),
        floor_plans.flat(np.random.default_rng(seed)),
    ):
        straight = floor_plans.mean_iou(rooms_of(free).labels, truth)
        free, truth = (floor_plans.turned(image, degrees) for image in (free, truth))
        assert abs(floor_plans.mean_iou(rooms_of(free).labels, truth) - straight) < 0.03


@pytest.mark.parametrize("degrees", [0, 22.5, 45, 70])
def test_furniture_is_told_from_walls_by_its_size_however_it_lies(degrees):
    free = np.zeros((104, 104), np.uint8)
    free[2:-2, 2:-2] = 1
    free[20:22, 20:50] = 0  # 1.5 m long
    free[60:62, 20:60] = 0  # 2.0 m long
    labels = rooms_of(floor_plans.turned(free, degrees)).labels
    blocked = floor_plans.turned(1 - free, degrees) & (floor_plans.turned(free * 0 + 1, degrees))
    inside = np.zeros_like(free)
    inside[10:-10, 10:-10] = 1
    left = blocked & floor_plans.turned(inside, degrees) & (labels == 0)
    assert 60 < left.sum() < 100  # the long one alone: 80 cells


def test_what_shows_through_a_crack_in_a_wall_is_not_part_of_the_room():
    free = np.zeros((100, 100), np.uint8)
    free[4:60, 4:-4] = 1
    free[66:70, 4:-4] = 1  # 20 cm behind the wall, seen by a ray that went astray
    free[60:66, 50] = 1
    labels = rooms_of(free).labels
    assert labels[30, 50] == 1
    assert labels[67, 10] not in (0, 1)


@pytest.mark.parametrize("mirror", [np.fliplr, np.flipud, np.transpose])
def test_a_mirrored_building_has_the_mirrored_rooms(mirror):
    free, truth = floor_plans.corridor_with_rooms(rooms=3)
    free, truth = (np.ascontiguousarray(mirror(image)) for image in (free, truth))
    assert floor_plans.mean_iou(rooms_of(free).labels, truth) > 0.98


def test_cells_are_free_or_furniture_and_labels_are_counted_in_reading_order():
    free, _ = floor_plans.flat(np.random.default_rng(1))
    found = rooms_of(free)
    assert (free[found.labels > 0] == 1).all()
    _, first = np.unique(found.labels, return_index=True)
    assert (np.diff(first[1:]) > 0).all()


def test_chairs_and_bins_belong_to_their_room():
    free, truth = floor_plans.corridor_with_rooms(rooms=2)
    furnished = free.copy()
    for row, col in np.argwhere(truth > 1)[::977]:
        if row > 8 and free[row - 8 : row + 12, col - 8 : col + 12].all():
            furnished[row : row + 4, col : col + 4] = 0
    assert (furnished != free).any()
    np.testing.assert_array_equal(rooms_of(furnished).labels, rooms_of(free).labels)


def test_a_low_counter_is_furniture_where_heights_are_known_and_a_wall_where_not():
    free = np.zeros((84, 124), np.uint8)
    free[2:-2, 2:-2] = 1
    free[2:64, 60:62] = 0  # attached to the wall, with an opening at its end
    wall, likeness = 1 - free, np.full_like(free, 12)
    likeness[2:64, 60:62] = 3
    high = segment(free, wall, np.full_like(free, 12), CELL_M, RoomsConfig())
    low = segment(free, wall, likeness, CELL_M, RoomsConfig())
    assert (high.count, low.count) == (2, 1)
    assert low.labels[30, 60] == 1


def test_the_edge_of_what_was_seen_is_no_wall_that_a_gap_goes_on_from():
    free = np.zeros((84, 124), np.uint8)
    free[2:-2, 2:-2] = 1
    free[2:64, 60:62] = 0
    unknown = 1 - free
    unknown[2:64, 60:62] = 0
    assert segment(free, unknown, None, CELL_M, RoomsConfig()).count == 1


@pytest.mark.parametrize(
    "free",
    [
        np.zeros((50, 60), np.uint8),
        np.zeros((0, 0), np.uint8),
        np.zeros((0, 7), np.uint8),
        np.zeros((7, 0), np.uint8),
    ],
    ids=["all unknown", "empty", "no rows", "no columns"],
)
def test_a_floor_without_free_space_has_no_rooms(free):
    found = segment(free, np.zeros_like(free), None, CELL_M, RoomsConfig())
    assert found.labels.shape == free.shape
    assert (found.count, found.doorways) == (0, ())


def test_a_room_of_one_cell_is_too_small_unless_that_is_asked_for():
    free = np.zeros((9, 9), np.uint8)
    free[4, 4] = 1
    assert rooms_of(free).count == 0
    assert rooms_of(free, island_min_m2=0.001).labels[4, 4] == 1


@pytest.mark.parametrize("share", [0.1, 0.3, 0.45, 0.6])
def test_a_million_cells_of_noise_get_an_answer_of_bounded_size(share):
    free = (np.random.default_rng(0).random((1000, 1000)) > share).astype(np.uint8)
    found = rooms_of(free)
    assert found.count < 2000
    assert len(found.doorways) < 4000


def test_noise_takes_no_more_than_a_few_times_as_long_as_an_open_floor():
    open_floor = np.pad(np.ones((998, 998), np.uint8), 1)
    noise = (np.random.default_rng(0).random((1000, 1000)) > 0.4).astype(np.uint8)
    slow, fast = (min(seconds(free) for _ in range(2)) for free in (noise, open_floor))
    assert slow < 25 * fast  # about four times


def seconds(free):
    start = time.process_time()
    rooms_of(free)
    return time.process_time() - start


def test_a_million_cells_of_noise_take_bounded_memory():
    """In a process of its own, whose peak nothing else has raised."""
    program = """
import resource
import numpy as np
from inherit_fast.geometric.room_shapes import RoomShapesConfig, regularise
from inherit_fast.geometric.rooms import RoomsConfig, segment
free = (np.random.default_rng(0).random((1000, 1000)) > 0.4).astype(np.uint8)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
regularise(segment(free, 1 - free, None, 0.05, RoomsConfig()).labels, 0.05, RoomShapesConfig())
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert int(done.stdout) < 200  # MB, of which 4 are the labels


def test_lines_beyond_the_cap_are_counted():
    free, _ = floor_plans.corridor_with_rooms(rooms=4)
    assert rooms_of(free).gates_dropped == 0
    assert rooms_of(free, gates_max=5).gates_dropped > 0
    assert rooms_of(free, corners_max=5).gates_dropped > 0


def test_the_same_map_gives_the_same_bytes():
    free, _ = floor_plans.flat(np.random.default_rng(9))
    first, second = rooms_of(free), rooms_of(free)
    assert first.labels.tobytes() == second.labels.tobytes()
    assert first.doorways == second.doorways
