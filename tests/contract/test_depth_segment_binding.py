import numpy as np
import pytest

from inherit_fast.kernels import depth_segment, frame_planes

PLANES = {
    "depth_scale": 1.0,
    "min_depth_m": 0.2,
    "max_depth_m": 6.0,
    "block_px": 2,
    "jump_m": 0.02,
    "jump_ratio": 0.01,
    "thickness_m": 0.01,
    "thickness_ratio": 0.005,
    "max_tilt_rad": 0.4,
    "min_plane_m2": 0.1,
    "max_planes": 8,
}
RULES = {
    "outside_ratio": 3.0,
    "below_m": 0.05,
    "leak_reach": 0.1,
    "second_choice": 0.05,
    "deep_share": 0.1,
    "min_piece_px": 2,
}
BOTH = [depth_segment, frame_planes]


@pytest.fixture
def case():
    return {
        "depth": np.ones((6, 8), np.float32),
        "intrinsics": np.array([5.0, 5.0, 3.5, 2.5]),
        "T_world_camera": np.eye(4),
        "boxes_px": np.array([[1, 1, 5, 5]], np.int32),
    }


def call(kernel, case, **changes):
    given = dict(case)
    depth = given.pop("depth")
    settings = dict(PLANES)
    if kernel is depth_segment:
        settings |= RULES
    else:
        given.pop("boxes_px")
    return kernel(depth, **(given | settings | changes))


@pytest.mark.parametrize("kernel", BOTH)
@pytest.mark.parametrize("name", ["depth", "intrinsics", "T_world_camera"])
def test_wrong_dtype_is_refused_not_converted(case, kernel, name):
    case[name] = case[name].astype(np.int64)
    with pytest.raises(TypeError):
        call(kernel, case)


@pytest.mark.parametrize("dtype", [np.int64, np.float32])
def test_wrong_dtype_of_boxes_is_refused(case, dtype):
    case["boxes_px"] = case["boxes_px"].astype(dtype)
    with pytest.raises(TypeError):
        call(depth_segment, case)


@pytest.mark.parametrize("kernel", BOTH)
def test_strided_depth_is_refused_not_copied(case, kernel):
    case["depth"] = case["depth"][:, ::2]
    with pytest.raises(TypeError):
        call(kernel, case)


@pytest.mark.parametrize("kernel", BOTH)
@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("depth", (4,), "depth: expected any x any, got 4"),
        ("intrinsics", (3,), "intrinsics: expected 4, got 3"),
        ("T_world_camera", (3, 4), "T_world_camera: expected 4 x 4, got 3 x 4"),
    ],
)
def test_wrong_shape_names_the_argument(case, kernel, name, shape, message):
    case[name] = np.zeros(shape, case[name].dtype)
    with pytest.raises(ValueError, match=message):
        call(kernel, case)


def test_wrong_shape_of_boxes_names_them(case):
    case["boxes_px"] = np.zeros((2, 3), np.int32)
    with pytest.raises(ValueError, match="boxes_px: expected any x 4, got 2 x 3"):
        call(depth_segment, case)


@pytest.mark.parametrize("kernel", BOTH)
@pytest.mark.parametrize(("name", "value"), [("block_px", 0), ("max_planes", 33)])
def test_settings_out_of_range_are_named(case, kernel, name, value):
    with pytest.raises(ValueError, match=name):
        call(kernel, case, **{name: value})


def test_masks_and_labels_are_own_arrays(case):
    masks = call(depth_segment, case)
    assert masks.shape == (1, 6, 8)
    assert masks.dtype == np.uint8
    labels, planes = call(frame_planes, case)
    assert (labels.shape, labels.dtype) == ((6, 8), np.int8)
    assert (planes.shape[1], planes.dtype) == (7, np.float64)
    expected = masks.copy()
    case["depth"][:] = 0
    np.testing.assert_array_equal(masks, expected)
