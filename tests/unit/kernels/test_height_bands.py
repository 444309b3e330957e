import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast.kernels import height_bands
from reference.height_bands import height_bands as twin

# OpenCV camera looking along world +x, upright: right is -y, down is -z.
LOOK_ALONG_X = np.array([[0, 0, 1, 0], [-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, 1]], np.float64)


def inputs(depth, height_m=1.5, **changes):
    pose = LOOK_ALONG_X.copy()
    pose[2, 3] = height_m
    rows, cols = depth.shape
    values = {
        "depth_scale": 0.001 if depth.dtype == np.uint16 else 1.0,
        "intrinsics": np.array([cols / 2, cols / 2, cols / 2, rows / 2]),
        "T_world_camera": pose,
        "min_depth_m": 0.2,
        "max_depth_m": 6.0,
        "lowest_m": -1.0,
        "band_m": 0.02,
        "bands": 200,
        "stride_px": 2,
        "span_px": 3,
        "max_slope": 0.35,
    }
    return {**values, **changes}


def floor_seen_from(height_m, shape=(120, 160)):
    """Depth of an endless floor at z = 0; the sky has none."""
    rows, cols = shape
    down = (np.arange(rows) - rows / 2) / (cols / 2)
    with np.errstate(divide="ignore"):
        depth = np.where(down > 0, height_m / down, 0.0)
    return np.repeat(depth.astype(np.float32)[:, None], cols, axis=1)


def same_up_to_rounding(got, expected):
    """Float rounding may move a sample over one border or slope limit, never more."""
    assert got.dtype == np.uint32 and got.shape == expected.shape
    shift = np.abs(np.cumsum(got.astype(np.int64)) - np.cumsum(expected.astype(np.int64)))
    assert shift.max() <= max(2, 0.005 * expected.sum())


def test_a_floor_is_one_sharp_peak():
    depth = floor_seen_from(1.5)
    counts = height_bands(depth, **inputs(depth, lowest_m=-1.01))
    assert counts[50] == counts.sum() > 500


def test_a_wall_leaves_nothing():
    wall = np.full((120, 160), 2.0, np.float32)
    assert height_bands(wall, **inputs(wall)).sum() == 0


def test_millimetres_and_metres_agree():
    metres = floor_seen_from(1.3)
    millimetres = np.round(metres.clip(0, 60) * 1000).astype(np.uint16)
    a = height_bands(millimetres, **inputs(millimetres, 1.3, lowest_m=-1.01))
    b = height_bands(metres, **inputs(metres, 1.3, lowest_m=-1.01))
    same_up_to_rounding(a, b)


@pytest.mark.parametrize("dtype", [np.uint16, np.float32])
@pytest.mark.parametrize(("stride_px", "span_px"), [(1, 1), (4, 8), (5, 2)])
def test_matches_the_numpy_twin_on_noisy_surfaces(dtype, stride_px, span_px):
    rng = np.random.default_rng(3)
    depth = floor_seen_from(1.5, (97, 131)).clip(0, 8)
    depth = depth * rng.normal(1.0, 0.02, depth.shape)
    depth[rng.random(depth.shape) < 0.1] = 0.0
    depth = (depth * 1000).astype(np.uint16) if dtype == np.uint16 else depth.astype(np.float32)
    values = inputs(depth, stride_px=stride_px, span_px=span_px, lowest_m=-1.01)
    same_up_to_rounding(height_bands(depth, **values), twin(depth, **values))


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf, -np.inf, -1.0, 1e30])
def test_no_return_of_any_kind_is_left_out(bad):
    depth = np.full((120, 160), bad, np.float32)
    assert height_bands(depth, **inputs(depth)).sum() == 0


@examples(60)
@given(
    rows=st.integers(0, 12),
    cols=st.integers(0, 12),
    stride_px=st.integers(1, 20),
    span_px=st.integers(1, 20),
    bands=st.integers(1, 30),
    seed=st.integers(0, 2**31),
)
def test_any_small_image_agrees_with_the_twin(rows, cols, stride_px, span_px, bands, seed):
    rng = np.random.default_rng(seed)
    depth = rng.uniform(0, 7, (rows, cols)).astype(np.float32)
    values = inputs(np.zeros((12, 12), np.float32), stride_px=stride_px, span_px=span_px)
    values |= {"bands": bands, "band_m": 0.2}
    same_up_to_rounding(height_bands(depth, **values), twin(depth, **values))
