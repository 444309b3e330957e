import numpy as np
import pytest

from inherit_fast import kernels
from reference import room_labels as twin


def pair(labels, origin):
    origin = np.array(origin, np.int32)
    return [of(labels, origin=origin) for of in (kernels.RoomLabels, twin.RoomLabels)]


def blocks(rng):
    """Labels in blocks, some of one cell, some wider than what is compared at once."""
    size = rng.integers(1, 24)
    rows, cols = rng.integers(0, 7, 2)
    return np.kron(rng.integers(0, 4, (rows, cols)), np.ones((2, size))).astype(np.int32)


@pytest.mark.parametrize("seed", range(60))
def test_labels_overlap_and_list_their_cells_as_counted_cell_by_cell(seed):
    rng = np.random.default_rng(seed)
    (before, slow_before), (now, slow_now) = (
        pair(blocks(rng), rng.integers(-9, 9, 2)) for _ in range(2)
    )
    np.testing.assert_array_equal(now.overlap(before), slow_now.overlap(slow_before))
    wanted = rng.permutation(5)[: rng.integers(0, 6)].astype(np.int32)
    wanted = wanted[wanted > 0]
    for got, expected in zip(now.cells(wanted), slow_now.cells(wanted), strict=True):
        np.testing.assert_array_equal(got, expected)


def test_places_far_apart_share_nothing():
    labels = np.ones((3, 5), np.int32)
    here, there = (pair(labels, origin)[0] for origin in ((-(2**30), 0), (2**30, 7)))
    assert there.overlap(here).tolist() == [[0, 15], [0, 0]]
