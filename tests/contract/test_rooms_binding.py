from dataclasses import asdict

import numpy as np
import pytest

from inherit_fast import kernels
from inherit_fast.geometric.rooms import RoomsConfig


@pytest.fixture
def floor():
    free = np.zeros((40, 60), np.uint8)
    free[2:-2, 2:-2] = 1
    likeness = np.full_like(free, 16)
    return {"free": free, "wall": 1 - free, "wall_likeness": likeness, "cell_m": 0.1} | asdict(
        RoomsConfig()
    )


@pytest.mark.parametrize("name", ["free", "wall", "wall_likeness"])
def test_wrong_dtype_is_refused_not_converted(floor, name):
    floor[name] = floor[name].astype(np.int32)
    with pytest.raises(TypeError):
        kernels.segment_rooms(**floor)


@pytest.mark.parametrize("name", ["free", "wall", "wall_likeness"])
def test_strided_view_is_refused_not_copied(floor, name):
    floor[name] = floor[name][:, ::2]
    with pytest.raises(TypeError):
        kernels.segment_rooms(**floor)


@pytest.mark.parametrize("name", ["free", "wall", "wall_likeness"])
def test_wrong_number_of_dimensions_names_the_argument(floor, name):
    floor[name] = np.zeros(5, np.uint8)
    with pytest.raises(ValueError, match=f"{name}: expected any x any, got 5"):
        kernels.segment_rooms(**floor)


@pytest.mark.parametrize("name", ["free", "wall", "wall_likeness"])
def test_grids_of_different_size_are_refused(floor, name):
    floor[name] = np.zeros((3, 3), np.uint8)
    with pytest.raises(ValueError, match="same shape"):
        kernels.segment_rooms(**floor)


@pytest.mark.parametrize("cell_m", [0.0, -1.0, np.nan, np.inf])
def test_a_cell_without_size_is_refused(floor, cell_m):
    floor["cell_m"] = cell_m
    with pytest.raises(ValueError, match="cell_m must be a positive number"):
        kernels.segment_rooms(**floor)


def test_results_have_the_promised_types(floor):
    labels, doorways_m, joined, dropped = kernels.segment_rooms(**floor)
    assert labels.dtype == np.int32 and labels.shape == (40, 60)
    assert doorways_m.dtype == np.float64 and doorways_m.shape == (0, 2, 2)
    assert joined.dtype == np.int32 and joined.shape == (0, 2)
    assert dropped == 0
    np.testing.assert_array_equal(labels, floor["free"])
