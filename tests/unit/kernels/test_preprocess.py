import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast.kernels import preprocess
from reference.preprocess import preprocess as twin


def inputs(height, width, box, out_height, out_width, bgr=True):
    rng = np.random.default_rng(height * width)
    return {
        "rgb": rng.integers(0, 256, (height, width, 3), dtype=np.uint8),
        "box_px": np.array(box, np.float64),
        "out_height": out_height,
        "out_width": out_width,
        "mean": np.array([100.0, 110.0, 120.0], np.float32),
        "std": np.array([50.0, 60.0, 70.0], np.float32),
        "bgr": bgr,
    }


sides = st.integers(1, 40)
places = st.floats(-60, 60)
lengths = st.floats(0.01, 90)


@examples(150)
@given(sides, sides, places, places, lengths, lengths, sides, sides, st.booleans())
def test_matches_the_dense_matrices(height, width, x, y, w, h, out_height, out_width, bgr):
    case = inputs(height, width, (x, y, x + w, y + h), out_height, out_width, bgr)
    np.testing.assert_allclose(preprocess(**case), twin(**case), atol=2e-5)


def test_the_same_size_changes_no_pixel():
    case = inputs(6, 9, (0, 0, 9, 6), 6, 9, bgr=False)
    case |= {"mean": np.zeros(3, np.float32), "std": np.ones(3, np.float32)}
    np.testing.assert_array_equal(preprocess(**case), case["rgb"].transpose(2, 0, 1))


def test_halving_averages_two_by_two():
    case = inputs(4, 4, (0, 0, 4, 4), 2, 2, bgr=False)
    case |= {"mean": np.zeros(3, np.float32), "std": np.ones(3, np.float32)}
    blocks = case["rgb"].reshape(2, 2, 2, 2, 3).mean(axis=(1, 3))
    np.testing.assert_allclose(preprocess(**case), blocks.transpose(2, 0, 1), rtol=1e-6)


def test_beyond_the_image_all_is_zero():
    case = inputs(5, 5, (5, 0, 10, 5), 5, 5)
    np.testing.assert_array_equal(preprocess(**case), 0.0)


def test_a_letterbox_leaves_bars_above_and_below():
    case = inputs(4, 8, (0, -2, 8, 6), 8, 8)
    out = preprocess(**case)
    assert not out[:, :2].any()
    assert not out[:, 6:].any()
    assert out[:, 2:6].all(axis=0).any()


@pytest.mark.parametrize(
    "wrong", [(3, 0, 3, 5), (4, 0, 3, 5), (0, 0, np.nan, 5), (0, 0, np.inf, 5)]
)
def test_an_empty_or_endless_box_is_refused(wrong):
    with pytest.raises(ValueError, match="box_px must be finite"):
        preprocess(**inputs(5, 5, wrong, 2, 2))


def test_a_box_far_larger_than_the_image_costs_no_more_than_the_image():
    case = inputs(7, 5, (-1e12, -1e12, 1e12, 1e12), 3, 3)
    np.testing.assert_allclose(preprocess(**case), 0.0, atol=1e-6)
