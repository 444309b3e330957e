import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast.kernels import VoxelCoverage, point_bounds
from reference import voxel_coverage as twin

NASTY = [np.nan, np.inf, -np.inf, 1e30, -1e30, 0.0, -0.0, 0.1, -0.1, 1e-30, 104857.6]


def cloud(seed, count=400, spread=2.0):
    rng = np.random.default_rng(seed)
    points = rng.normal(0.0, spread, (count, 3)).astype(np.float32)
    points[rng.integers(0, count, count // 10)] = points[0]  # doubles
    rows = rng.integers(0, count, count // 20)
    points[rows, rng.integers(0, 3, len(rows))] = rng.choice(NASTY, len(rows))
    return points


@examples(40)
@given(
    seed=st.integers(0, 2**31),
    voxel_m=st.floats(0.03, 1.0),
    max_bytes=st.sampled_from([448, 10**6]),
)
def test_agrees_with_the_numpy_twin(seed, voxel_m, max_bytes):
    core = VoxelCoverage(voxel_m=voxel_m, max_bytes=max_bytes)
    slow = twin.VoxelCoverage(voxel_m=voxel_m, max_voxels=core.max_voxels)
    for step in range(3):
        points = cloud(seed + step)
        assert core.measure(points) == slow.measure(points)
        assert core.add(points) == slow.add(points)
    np.testing.assert_array_equal(core.voxels(start=0, stop=len(core)), slow.covered)


def test_what_was_added_is_fresh_no_more():
    coverage = VoxelCoverage(voxel_m=0.1, max_bytes=10**6)
    points = cloud(1)
    seen, fresh = coverage.measure(points)
    assert seen == fresh == coverage.add(points)
    assert coverage.measure(points) == (seen, 0)
    assert coverage.add(points) == 0


def test_the_order_of_points_changes_no_count():
    points = cloud(2)
    counts = [
        VoxelCoverage(voxel_m=0.2, max_bytes=10**6).add(np.ascontiguousarray(order))
        for order in (points, points[::-1], np.random.default_rng(0).permutation(points))
    ]
    assert len(set(counts)) == 1


def test_what_one_call_brings_is_a_run_of_indices():
    coverage = VoxelCoverage(voxel_m=1.0, max_bytes=10**6)
    coverage.add(np.array([[0.5, 0.5, 0.5], [1.5, 0.5, 0.5]], np.float32))
    coverage.add(np.array([[0.5, 0.5, 0.5], [-0.5, 0.5, 0.5]], np.float32))
    assert coverage.voxels(start=2, stop=3).tolist() == [[-1, 0, 0]]


def test_memory_stays_below_the_cap_and_what_is_left_out_is_counted():
    coverage = VoxelCoverage(voxel_m=0.01, max_bytes=100_000)
    for seed in range(8):
        coverage.add(cloud(seed, 2000, 5.0))
    assert len(coverage) == coverage.max_voxels
    assert coverage.bytes <= 100_000
    assert coverage.dropped > 5000


def test_a_cap_too_small_for_anything_is_refused():
    with pytest.raises(ValueError, match="max_bytes: expected at least 448, got 447"):
        VoxelCoverage(voxel_m=0.1, max_bytes=447)


@examples(40)
@given(seed=st.integers(0, 2**31), count=st.integers(1, 70))
def test_bounds_agree_with_the_numpy_twin(seed, count):
    points = cloud(seed, max(count, 1))
    got, want = point_bounds(points), twin.point_bounds(points)
    if want is None:
        assert got is None
    else:
        np.testing.assert_array_equal(got, want)


def test_no_finite_point_has_no_bounds():
    assert point_bounds(np.zeros((0, 3), np.float32)) is None
    assert point_bounds(np.full((5, 3), np.nan, np.float32)) is None


def test_a_point_with_one_bad_coordinate_counts_for_none():
    points = np.array([[9.0, 9.0, np.nan], [1.0, 2.0, 3.0]], np.float32)
    np.testing.assert_array_equal(point_bounds(points), [[1, 2, 3], [1, 2, 3]])
