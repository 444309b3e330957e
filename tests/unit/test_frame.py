import numpy as np
import pytest

from inherit_fast.errors import FrameError
from inherit_fast.frame import Frame


def frame(**changes):
    values = {
        "index": 0,
        "time_ns": 0,
        "rgb": np.zeros((4, 6, 3), np.uint8),
        "depth": np.full((4, 6), 1500, np.uint16),
        "depth_scale": 0.001,
        "intrinsics": np.array([5.0, 5.0, 2.5, 1.5]),
        "T_world_camera": np.eye(4),
    }
    return Frame(**(values | changes))


def test_integer_depth_becomes_metres_by_its_scale():
    np.testing.assert_allclose(frame().depth_m, 1.5)


def test_depth_keeps_its_dtype_and_is_not_copied_when_contiguous():
    depth = np.ones((4, 6), np.float32)
    assert frame(depth=depth, depth_scale=1.0).depth is depth


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("rgb", np.zeros((4, 5, 3), np.uint8), "rgb: expected shape"),
        ("depth", np.zeros((4, 6), np.int64), "depth: expected"),
        ("intrinsics", np.zeros(3), "intrinsics: expected shape"),
        ("T_world_camera", np.full((4, 4), np.nan), "NaN"),
        ("T_world_camera", np.diag([1.0, 1.0, -1.0, 1.0]), "right-handed"),
        ("T_world_camera", np.diag([2.0, 2.0, 2.0, 1.0]), "orthonormal"),
        ("depth_scale", 0.0, "depth_scale"),
        ("instances", np.zeros((2, 2), np.int32), "instances"),
    ],
)
def test_a_wrong_array_is_refused_by_name(name, value, message):
    with pytest.raises(FrameError, match=message):
        frame(**{name: value})
