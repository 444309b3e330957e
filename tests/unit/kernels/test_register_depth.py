import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from examples import examples
from inherit_fast.datasets.registration import rodrigues
from inherit_fast.kernels import register_depth
from reference.register_depth import register_depth as twin

DEPTH_CAMERA = np.array([60.0, 61.0, 31.5, 23.5])


def motion(rotation=(0.0, 0.0, 0.0), shift_m=(0.0, 0.0, 0.0)):
    T = np.eye(4)
    T[:3, :3] = rodrigues(rotation)
    T[:3, 3] = shift_m
    return T


def call(depth, T, *, function=register_depth, colour=DEPTH_CAMERA, size=(48, 64), **changes):
    values = {
        "depth": depth,
        "depth_intrinsics": DEPTH_CAMERA,
        "colour_intrinsics": np.asarray(colour, np.float64),
        "T_colour_depth": T,
        "depth_scale": 0.001 if depth.dtype == np.uint16 else 1.0,
        "height": size[0],
        "width": size[1],
        "surface_step": 0.05,
        "max_magnification": 4.0,
    }
    return function(**(values | changes))


def plane(normal, distance_m, camera, size, T=None):
    """Depth of the plane n . X = d (depth camera's frame), seen from a camera at ``T``."""
    T = np.eye(4) if T is None else T
    n = T[:3, :3] @ normal
    d = distance_m + n @ T[:3, 3]
    rows, cols = np.indices(size)
    rays = np.stack([(cols - camera[2]) / camera[0], (rows - camera[3]) / camera[1], cols * 0 + 1])
    return d / np.tensordot(n, rays, 1)


def test_the_same_camera_gives_the_same_image():
    depth = np.random.default_rng(0).integers(0, 5000, (48, 64), np.uint16)
    np.testing.assert_array_equal(call(depth, np.eye(4)), depth)


@pytest.mark.parametrize("zoom", [0.4, 0.9, 2.7])
@pytest.mark.parametrize("normal", [(0.0, 0.0, 1.0), (0.5, -0.6, 1.0), (-1.2, 0.2, 1.0)])
def test_a_slanted_plane_has_no_holes_and_its_true_depth(zoom, normal):
    normal = np.array(normal) / np.linalg.norm(normal)
    T = motion((0.02, -0.01, 0.15), (-0.05, 0.03, 0.01))
    size = (int(48 * zoom), int(64 * zoom))
    colour = np.array([60.0 * zoom, 61.0 * zoom, 32.0 * zoom, 24.0 * zoom])
    depth = plane(normal, 1.5, DEPTH_CAMERA, (48, 64)).astype(np.float32)
    got = call(depth, T, colour=colour, size=size)
    want = plane(normal, 1.5, colour, size, T)
    inner = (slice(size[0] // 4, -size[0] // 4), slice(size[1] // 4, -size[1] // 4))
    assert (got[inner] > 0).all()
    # The nearest of the pixels around wins: off by no more than a depth pixel's slope.
    slope = max(np.abs(np.diff(depth, axis=axis)).max() for axis in (0, 1))
    assert np.abs(got[inner] - want[inner]).max() < 2.1 * slope + 1e-3


def test_the_nearer_surface_hides_the_farther_one():
    depth = np.full((48, 64), 3.0, np.float32)
    depth[10:30, 20:40] = 1.0
    got = call(depth, motion(shift_m=(-0.2, 0.0, 0.0)))
    np.testing.assert_array_equal(got[12:28, 9:27], 1.0)  # 12 px to the left
    np.testing.assert_array_equal(got[12:28, 45:60], 3.0)
    assert (got[12:28, 30:34] == 0).all()  # seen by neither camera's depth


def test_points_behind_or_right_at_the_colour_camera_are_dropped():
    depth = np.full((48, 64), 1.0, np.float32)
    assert not call(depth, motion(shift_m=(0.0, 0.0, -1.0))).any()
    assert not call(depth, motion(shift_m=(0.0, 0.0, -0.9))).any()
    assert not call(depth, motion(shift_m=(0.0, 0.0, -5.0))).any()


def test_what_does_not_fit_in_sixteen_bits_is_dropped():
    depth = np.full((48, 64), 65000, np.uint16)
    assert not call(depth, motion(shift_m=(0.0, 0.0, 1.0))).any()


def test_a_camera_turned_by_a_quarter_has_no_holes_either():
    depth = plane(np.array([0.3, 0.2, 1.0]), 2.0, DEPTH_CAMERA, (48, 64)).astype(np.float32)
    got = call(depth, motion((0.0, 0.0, np.pi / 2)), colour=[60, 60, 24, 32], size=(64, 48))
    assert (got[4:-4, 4:-4] > 0).all()


floats = hnp.arrays(
    np.float32, (7, 9), elements=st.sampled_from([0.0, np.nan, np.inf, -1.0, 0.3, 1.0, 1.03, 4.0])
)
units = hnp.arrays(np.uint16, (7, 9), elements=st.sampled_from([0, 1, 300, 1000, 1040, 65535]))
small = st.floats(-0.4, 0.4)


@examples(150)
@given(floats | units, st.tuples(small, small, small), st.tuples(small, small, small))
def test_equals_the_twin_on_hostile_images(depth, rotation, shift_m):
    T = motion(rotation, shift_m)
    got = call(depth, T, colour=[70.0, 55.0, 4.2, 3.1], size=(8, 11))
    want = call(depth, T, colour=[70.0, 55.0, 4.2, 3.1], size=(8, 11), function=twin)
    np.testing.assert_array_equal(got, want)


def test_equals_the_twin_on_a_smooth_image():
    depth = plane(np.array([0.4, 0.7, 1.0]), 1.2, DEPTH_CAMERA, (48, 64)).astype(np.float32)
    depth[5:9, 20:30] = 0.4
    T = motion((0.01, 0.02, -0.2), (0.06, -0.02, 0.0))
    got = call(depth, T, colour=[150.0, 150.0, 80.0, 60.0], size=(120, 160))
    want = call(depth, T, colour=[150.0, 150.0, 80.0, 60.0], size=(120, 160), function=twin)
    np.testing.assert_array_equal(got, want)


def test_an_empty_image_warps_to_an_empty_image():
    assert call(np.zeros((0, 0), np.uint16), np.eye(4), size=(3, 4)).tolist() == [[0] * 4] * 3
    assert call(np.ones((2, 2), np.uint16), np.eye(4), size=(0, 0)).shape == (0, 0)
