import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast.kernels import visible_cells
from reference.visibility import visible_cells as twin


def two_rooms():
    """Two rooms of 20 x 20 cells, a wall with a door of 4 cells between them."""
    labels = np.zeros((22, 43), np.int32)
    labels[1:21, 1:21] = 1
    labels[1:21, 22:42] = 2
    blocked = (labels == 0).astype(np.uint8)
    labels[9:13, 21] = 1
    blocked[9:13, 21] = 0
    return blocked, labels


def look(blocked, labels, column, row, heading_deg=0.0, fov_deg=360.0, range_cells=100.0):
    return visible_cells(
        blocked,
        labels,
        column=column,
        row=row,
        heading_rad=np.radians(heading_deg),
        fov_rad=np.radians(fov_deg),
        range_cells=range_cells,
        label_count=3,
    )


def test_all_of_an_empty_room_is_seen_from_inside():
    blocked, labels = two_rooms()
    labels[9:13, 21] = 0
    blocked[9:13, 21] = 1
    assert look(blocked, labels, 11.0, 11.0)[1] == 400
    assert look(blocked, labels, 11.0, 11.0)[2] == 0


def test_through_a_door_only_a_part_of_the_next_room_is_seen():
    near_door = look(*two_rooms(), 20.5, 11.0)
    away = look(*two_rooms(), 2.5, 11.0)
    assert 0 < away[2] < near_door[2] < 400


def test_a_camera_that_looks_away_from_the_door_sees_nothing_beyond():
    assert look(*two_rooms(), 11.0, 11.0, 180.0, 90.0)[2] == 0
    assert look(*two_rooms(), 11.0, 11.0, 0.0, 90.0)[2] > 0


def test_a_wider_view_or_a_longer_range_never_sees_less():
    views = [look(*two_rooms(), 5.0, 5.0, 45.0, fov) for fov in (30, 60, 90, 180, 360)]
    assert all(a[1] <= b[1] for a, b in itertools.pairwise(views))
    ranges = [look(*two_rooms(), 5.0, 5.0, 45.0, 90, r) for r in (2, 5, 10, 50)]
    assert all(a[1] <= b[1] for a, b in itertools.pairwise(ranges))


def test_heading_turns_from_columns_to_rows():
    labels = np.zeros((21, 21), np.int32)
    labels[15, 10] = 1
    labels[10, 15] = 2
    open_floor = np.zeros((21, 21), np.uint8)
    assert look(open_floor, labels, 10.5, 10.5, 90.0, 20.0).tolist()[1:] == [1, 0]
    assert look(open_floor, labels, 10.5, 10.5, 0.0, 20.0).tolist()[1:] == [0, 1]


def test_a_camera_inside_a_blocked_cell_still_sees():
    blocked, labels = two_rooms()
    blocked[11, 11] = 1
    assert look(blocked, labels, 11.5, 11.5)[1] > 390


def test_a_camera_outside_the_grid_sees_what_its_rays_reach():
    blocked, labels = np.zeros((10, 10), np.uint8), np.ones((10, 10), np.int32)
    assert look(blocked, labels, -5.0, 5.0, 0.0, 60.0)[1] > 0
    assert look(blocked, labels, -5.0, 5.0, 180.0, 60.0)[1] == 0
    assert look(blocked, labels, 1e6, 5.0, 180.0, 60.0)[1] == 0


def test_an_empty_grid_gives_zeros():
    empty = np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.int32)
    assert look(*empty, 0.0, 0.0).tolist() == [0, 0, 0]


@examples(80)
@given(
    seed=st.integers(0, 2**31),
    column=st.floats(-8, 40),
    row=st.floats(-8, 40),
    heading_deg=st.floats(-720, 720),
    fov_deg=st.floats(0.5, 360),
    range_cells=st.floats(0.5, 60),
)
def test_agrees_with_the_numpy_twin(seed, column, row, heading_deg, fov_deg, range_cells):
    rng = np.random.default_rng(seed)
    blocked = (rng.random((32, 30)) < rng.choice([0.0, 0.05, 0.4])).astype(np.uint8)
    labels = rng.integers(-1, 4, (32, 30), dtype=np.int32)
    view = {
        "column": column,
        "row": row,
        "heading_rad": np.radians(heading_deg),
        "fov_rad": np.radians(fov_deg),
        "range_cells": range_cells,
        "label_count": 3,
    }
    got, want = visible_cells(blocked, labels, **view), twin(blocked, labels, **view)
    # A ray through a corner may round to either side.
    assert np.abs(got.astype(int) - want.astype(int)).sum() <= 4


def test_agrees_with_the_twin_on_a_floor():
    blocked, labels = two_rooms()
    big = np.kron(blocked, np.ones((8, 8), np.uint8)), np.kron(labels, np.ones((8, 8), np.int32))
    view = {"heading_rad": 0.3, "fov_rad": 1.5, "range_cells": 160.0, "label_count": 3}
    got = visible_cells(*big, column=60.3, row=71.7, **view)
    want = twin(*big, column=60.3, row=71.7, **view)
    np.testing.assert_allclose(got.astype(float), want, atol=6)
    assert got[1] > 5000


@pytest.mark.parametrize("fov_deg", [0.0, -10.0, 361.0, float("nan")])
def test_an_impossible_angle_is_refused(fov_deg):
    with pytest.raises(ValueError, match="fov_rad"):
        look(*two_rooms(), 5.0, 5.0, 0.0, fov_deg)
