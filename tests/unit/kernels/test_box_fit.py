import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast import kernels
from reference import box_fit as reference

RULES = {"trim_share": 0.01, "turn_gain": 0.97}


def surface(extent, yaw_rad=0.0, center=(0, 0, 0), n=2000, seed=0):
    """Points on the six faces of a box."""
    rng = np.random.default_rng(seed)
    local = rng.uniform(-0.5, 0.5, (n, 3))
    face = rng.integers(0, 3, n)
    local[np.arange(n), face] = np.sign(local[np.arange(n), face]) / 2
    c, s = np.cos(yaw_rad), np.sin(yaw_rad)
    R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    return (local * extent @ R.T + center).astype(np.float32)


def ones(points):
    return np.ones(len(points), np.int32)


def assert_same(found, expected):
    for name, a, b in zip(("center_m", "extent_m", "R_world_box"), found, expected, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-9, err_msg=name)


@pytest.mark.parametrize("seed", range(12))
def test_matches_the_numpy_twin(seed):
    rng = np.random.default_rng(seed)
    points = surface(rng.uniform(0.1, 2, 3), rng.uniform(-3, 3), rng.uniform(-9, 9, 3), 300, seed)
    weights = rng.integers(0, 20, len(points)).astype(np.int32)
    rules = {"trim_share": float(rng.choice([0, 0.01, 0.1, 0.4])), "turn_gain": 0.97}
    assert_same(
        kernels.fit_oriented_box(points, weights, **rules),
        reference.fit_oriented_box(points, weights, **rules),
    )
    trim = {"trim_share": rules["trim_share"]}
    assert_same(
        kernels.fit_axis_aligned_box(points, weights, **trim),
        reference.fit_axis_aligned_box(points, weights, **trim),
    )


@examples(80)
@given(
    cells=st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=25),
    trim=st.sampled_from([0.0, 0.1, 0.3]),
)
def test_matches_the_twin_on_points_in_lines_and_on_top_of_each_other(cells, trim):
    points = np.array(cells, np.float32)
    rules = {"trim_share": trim, "turn_gain": 0.97}
    assert_same(
        kernels.fit_oriented_box(points, ones(points), **rules),
        reference.fit_oriented_box(points, ones(points), **rules),
    )


@pytest.mark.parametrize("degrees", [-44, -20, 0, 13, 37, 44])
def test_a_turned_box_is_found_as_it_stands(degrees):
    yaw, extent, center = np.radians(degrees), np.array([1.4, 0.5, 0.8]), np.array([3.0, -2.0, 1.0])
    points = surface(extent, yaw, center)
    found_center, found_extent, R = kernels.fit_oriented_box(points, ones(points), **RULES)
    np.testing.assert_allclose(found_center, center, atol=0.02)
    np.testing.assert_allclose(found_extent, extent, rtol=0.03)
    assert np.degrees(np.arctan2(R[1, 0], R[0, 0])) == pytest.approx(degrees, abs=1.5)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-12)
    np.testing.assert_array_equal(R[:, 2], [0, 0, 1])


def test_the_first_axis_stays_within_45_degrees_of_world_x():
    for degrees in range(0, 360, 7):
        points = surface((1.0, 0.4, 0.3), np.radians(degrees))
        _, _, R = kernels.fit_oriented_box(points, ones(points), **RULES)
        assert abs(np.degrees(np.arctan2(R[1, 0], R[0, 0]))) <= 45 + 1e-9


def test_a_few_stray_points_do_not_move_the_box():
    clean = surface((1.4, 0.5, 0.8), 0.4)
    strays = np.array([[3, 0, 0], [0, 4, 0], [-2, -2, 0], [0, 0, 5], [0, 0, -5]], np.float32)
    points = np.concatenate([clean, strays])
    _, extent, R = kernels.fit_oriented_box(points, ones(points), **RULES)
    np.testing.assert_allclose(extent, (1.4, 0.5, 0.8), rtol=0.06)
    assert np.arctan2(R[1, 0], R[0, 0]) == pytest.approx(0.4, abs=0.03)


def test_light_points_are_trimmed_before_heavy_ones():
    clean = surface((1.0, 0.4, 0.8), n=500)
    leak = np.random.default_rng(0).uniform((1, -0.2, -0.4), (2, 0.2, 0.4), (200, 3))
    points = np.concatenate([clean, leak.astype(np.float32)])
    weights = np.concatenate([np.full(500, 50), np.ones(200)]).astype(np.int32)
    _, extent, _ = kernels.fit_oriented_box(points, weights, **RULES)
    assert extent[0] < 1.1


def test_a_round_footprint_keeps_the_world_axes():
    angle = np.linspace(0, 2 * np.pi, 200)
    points = np.stack([np.cos(angle), np.sin(angle), angle / 9], 1).astype(np.float32)
    _, _, R = kernels.fit_oriented_box(points, ones(points), **RULES)
    np.testing.assert_array_equal(R, np.eye(3))


def test_a_single_point_gives_a_box_without_extent():
    center, extent, R = kernels.fit_oriented_box(
        np.array([[1, 2, 3]], np.float32), np.ones(1, np.int32), **RULES
    )
    np.testing.assert_array_equal(center, [1, 2, 3])
    np.testing.assert_array_equal(extent, [0, 0, 0])
    np.testing.assert_array_equal(R, np.eye(3))
