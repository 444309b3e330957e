from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import floor_plans
from examples import examples
from inherit_fast import kernels
from inherit_fast.geometric.rooms import RoomsConfig
from reference import rooms as twin

CELL_M = 0.05


def both(free, wall=None, wall_likeness=None):
    inputs = {
        "free": free,
        "wall": 1 - free if wall is None else wall,
        "wall_likeness": wall_likeness,
        "cell_m": CELL_M,
    } | asdict(RoomsConfig())
    return kernels.segment_rooms(**inputs)[0], twin.segment_rooms(**inputs)[0]


def assert_same_rooms(got, expected):
    assert got.max(initial=0) == expected.max(initial=0)
    # Cells as near to one room as to another may go to either.
    assert np.sum(got != expected) <= max(3, 0.005 * np.sum(expected > 0))


@examples(10)
@given(st.integers(0, 2**31), st.floats(0, 90))
def test_matches_the_reference_on_flats_that_lie_anyhow(seed, degrees):
    free, _ = floor_plans.flat(np.random.default_rng(seed), side_m=(5.0, 8.0))
    assert_same_rooms(*both(floor_plans.turned(free, degrees)))


@examples(10)
@given(st.integers(0, 2**31))
def test_matches_the_reference_on_furnished_flats_with_blind_spots(seed):
    rng = np.random.default_rng(seed)
    free, _ = floor_plans.flat(rng, side_m=(5.0, 8.0))
    wall, likeness = 1 - free, np.full_like(free, 12)
    for row, col in zip(*(rng.integers(4, n - 12, 12) for n in free.shape), strict=True):
        box = np.s_[row : row + rng.integers(1, 12), col : col + rng.integers(1, 12)]
        free[box] = 0
        wall[box] = rng.integers(0, 2)
        likeness[box] = rng.integers(0, 16)
    assert_same_rooms(*both(free, wall, likeness))


@pytest.mark.parametrize("share", [0.02, 0.1, 0.25, 0.4])
def test_matches_the_reference_on_noise(share):
    free = (np.random.default_rng(3).random((60, 70)) > share).astype(np.uint8)
    assert_same_rooms(*both(free))


def test_matches_the_reference_on_a_corridor():
    assert_same_rooms(*both(floor_plans.corridor_with_rooms(rooms=2)[0]))


@examples(40)
@given(st.integers(0, 2**31), st.integers(1, 40), st.integers(1, 40), st.floats(0, 0.6))
def test_matches_the_reference_on_floors_smaller_than_furniture(seed, height, width, share):
    free = (np.random.default_rng(seed).random((height, width)) > share).astype(np.uint8)
    assert_same_rooms(*both(free))
