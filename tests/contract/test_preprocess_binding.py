import numpy as np
import pytest

from inherit_fast.kernels import preprocess


@pytest.fixture
def case():
    return {
        "rgb": np.full((4, 6, 3), 9, np.uint8),
        "box_px": np.array([0.0, 0.0, 6.0, 4.0]),
        "out_height": 2,
        "out_width": 3,
        "mean": np.zeros(3, np.float32),
        "std": np.ones(3, np.float32),
        "bgr": False,
    }


@pytest.mark.parametrize("name", ["rgb", "box_px", "mean", "std"])
def test_wrong_dtype_is_refused_not_converted(case, name):
    case[name] = case[name].astype(np.int64)
    with pytest.raises(TypeError):
        preprocess(**case)


def test_strided_image_is_refused_not_copied(case):
    case["rgb"] = case["rgb"][:, ::2]
    with pytest.raises(TypeError):
        preprocess(**case)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("rgb", np.zeros((4, 6), np.uint8), "rgb: expected any x any x 3, got 4 x 6"),
        ("rgb", np.zeros((0, 6, 3), np.uint8), "rgb and the output"),
        ("box_px", np.zeros(3), "box_px: expected 4, got 3"),
        ("mean", np.zeros(4, np.float32), "mean: expected 3, got 4"),
        ("std", np.zeros(3, np.float32), "std must be positive"),
        ("out_height", 0, "out_height: expected >= 1"),
        ("out_width", -1, "out_width: expected >= 1"),
    ],
)
def test_wrong_values_name_the_argument(case, name, value, message):
    case[name] = value
    with pytest.raises(ValueError, match=message):
        preprocess(**case)


def test_result_is_an_own_contiguous_float32_array(case):
    out = preprocess(**case)
    assert out.shape == (3, 2, 3)
    assert out.dtype == np.float32
    assert out.flags.c_contiguous
    assert out.flags.writeable
    case["rgb"][:] = 0
    np.testing.assert_array_equal(out, 9.0)


def test_arguments_go_by_name_only(case):
    with pytest.raises(TypeError):
        preprocess(*case.values())
