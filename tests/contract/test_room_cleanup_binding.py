import numpy as np
import pytest

from inherit_fast import kernels


@pytest.fixture
def rooms():
    labels = np.zeros((30, 40), np.int32)
    labels[5:25, 5:35] = 3
    return {
        "labels": labels,
        "cell_m": 0.1,
        "fragment_min_m2": 0.5,
        "hole_max_m2": 1.0,
        "tolerance_m": 0.2,
        "step_min_m": 0.3,
        "oblique_cost_m2": 0.5,
    }


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.float32])
def test_wrong_dtype_is_refused_not_converted(rooms, dtype):
    rooms["labels"] = rooms["labels"].astype(dtype)
    with pytest.raises(TypeError):
        kernels.regularise_rooms(**rooms)


def test_strided_view_is_refused_not_copied(rooms):
    rooms["labels"] = rooms["labels"][:, ::2]
    with pytest.raises(TypeError):
        kernels.regularise_rooms(**rooms)


def test_wrong_number_of_dimensions_names_the_argument(rooms):
    rooms["labels"] = np.zeros(5, np.int32)
    with pytest.raises(ValueError, match="labels: expected any x any, got 5"):
        kernels.regularise_rooms(**rooms)


def test_negative_labels_are_refused(rooms):
    rooms["labels"][0, 0] = -1
    with pytest.raises(ValueError, match="labels must not be negative"):
        kernels.regularise_rooms(**rooms)


@pytest.mark.parametrize("cell_m", [0.0, -1.0, np.nan, np.inf])
def test_a_cell_without_size_is_refused(rooms, cell_m):
    rooms["cell_m"] = cell_m
    with pytest.raises(ValueError, match="cell_m must be a positive number"):
        kernels.regularise_rooms(**rooms)


def test_results_have_the_promised_types_and_own_their_memory(rooms):
    labels, vertices_m, ends, of_room, squared, direction = kernels.regularise_rooms(**rooms)
    assert (labels.dtype, labels.shape) == (np.int32, (30, 40))
    assert (vertices_m.dtype, vertices_m.shape) == (np.float64, (4, 2))
    assert (ends.dtype, ends.tolist()) == (np.int32, [4])
    assert (of_room.dtype, of_room.tolist()) == (np.int32, [3])
    assert (squared.dtype, squared.tolist()) == (np.uint8, [1])
    assert direction == pytest.approx(0.0)
    expected = labels.copy()
    rooms["labels"][:] = 0
    np.testing.assert_array_equal(labels, expected)
