import numpy as np
import pytest

from inherit_fast.kernels import FeatureBank


@pytest.fixture
def bank():
    return FeatureBank(dim=4, max_rows=8)


def test_sizes_must_be_at_least_one_and_named():
    with pytest.raises(ValueError, match="dim: expected >= 1, got 0"):
        FeatureBank(dim=0, max_rows=1)
    with pytest.raises(ValueError, match="max_rows: expected >= 1, got 0"):
        FeatureBank(dim=1, max_rows=0)
    with pytest.raises(TypeError):
        FeatureBank(4, 8)


def test_wrong_dtype_or_layout_is_refused_not_converted(bank):
    for bad in (np.zeros((2, 4)), np.zeros((4, 2), np.float32).T, [[0.0] * 4]):
        with pytest.raises(TypeError):
            bank.put(0, bad)


def test_wrong_shape_names_the_argument(bank):
    with pytest.raises(ValueError, match="features: expected any x 4, got 2 x 3"):
        bank.put(0, np.zeros((2, 3), np.float32))


@pytest.mark.parametrize("value", [np.nan, np.inf, 1.1])
def test_features_that_are_no_unit_vectors_change_nothing(bank, value):
    bank.put(0, np.eye(4, dtype=np.float32))
    bad = np.zeros((2, 4), np.float32)
    bad[1, 2] = value
    with pytest.raises(ValueError, match="not finite, or longer than a unit vector"):
        bank.put(0, bad)
    assert len(bank) == 4
