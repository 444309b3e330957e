import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast import kernels
from reference import voxel_points as reference


def cloud(seed, n=300, size=1.0):
    rng = np.random.default_rng(seed)
    points = rng.uniform(-size, size, (n, 3)).astype(np.float32)
    return points, rng.integers(1, 9, n).astype(np.int32)


def assert_same(found, expected):
    np.testing.assert_allclose(found[0], expected[0], atol=1e-6)
    np.testing.assert_array_equal(found[1], expected[1])
    assert found[2] == expected[2]


@pytest.mark.parametrize("max_points", [0, 1, 40, 10_000])
@pytest.mark.parametrize("seed", range(4))
def test_matches_the_python_twin(seed, max_points):
    points, counts = cloud(seed)
    rules = {"voxel_m": 0.25, "max_points": max_points}
    assert_same(
        kernels.merge_voxel_points(points, counts, **rules),
        reference.merge_voxel_points(points, counts, **rules),
    )


@examples(60)
@given(
    cells=st.lists(st.tuples(*[st.integers(-2, 2)] * 3), max_size=40),
    max_points=st.integers(0, 40),
)
def test_matches_the_twin_on_the_faces_of_voxels(cells, max_points):
    points = np.array(cells, np.float32).reshape(-1, 3)
    counts = np.arange(1, len(points) + 1, dtype=np.int32)
    rules = {"voxel_m": 1.0, "max_points": max_points}
    assert_same(
        kernels.merge_voxel_points(points, counts, **rules),
        reference.merge_voxel_points(points, counts, **rules),
    )


def test_every_voxel_keeps_one_point_inside_it_and_all_counts():
    points, counts = cloud(7)
    merged, total, dropped = kernels.merge_voxel_points(
        points, counts, voxel_m=0.25, max_points=10_000
    )
    cells = np.floor(merged / 0.25)
    assert len(np.unique(cells, axis=0)) == len(merged)
    assert total.sum() == counts.sum()
    assert dropped == 0


def test_the_capped_voxels_do_not_depend_on_the_order_of_points():
    points, counts = cloud(8)
    order = np.random.default_rng(0).permutation(len(points))
    rules = {"voxel_m": 0.25, "max_points": 50}
    a, _, _ = kernels.merge_voxel_points(points, counts, **rules)
    b, _, _ = kernels.merge_voxel_points(points[order], counts[order], **rules)
    np.testing.assert_array_equal(
        np.unique(np.floor(a / 0.25), axis=0), np.unique(np.floor(b / 0.25), axis=0)
    )


def test_capping_early_keeps_the_voxels_that_capping_late_keeps():
    points, counts = cloud(9)
    rules = {"voxel_m": 0.25, "max_points": 50}
    first, seen, _ = kernels.merge_voxel_points(points[:150], counts[:150], **rules)
    in_steps, _, _ = kernels.merge_voxel_points(
        np.concatenate([first, points[150:]]), np.concatenate([seen, counts[150:]]), **rules
    )
    at_once, _, _ = kernels.merge_voxel_points(points, counts, **rules)
    np.testing.assert_array_equal(
        np.unique(np.floor(in_steps / 0.25), axis=0), np.unique(np.floor(at_once / 0.25), axis=0)
    )


def test_kept_voxels_lie_evenly_over_a_surface():
    x, y = np.meshgrid(np.arange(0, 4, 0.05), np.arange(0, 4, 0.05))
    points = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], 1).astype(np.float32)
    kept, _, dropped = kernels.merge_voxel_points(
        points, np.ones(len(points), np.int32), voxel_m=0.05, max_points=1600
    )
    assert dropped == len(points) - 1600
    quarters, _, _ = np.histogram2d(kept[:, 0], kept[:, 1], bins=4)
    assert quarters.min() > 70  # 100 expected in each of 16
    assert quarters.max() < 130


def test_counts_saturate():
    points = np.zeros((2, 3), np.float32)
    counts = np.full(2, 2**31 - 1, np.int32)
    _, total, _ = kernels.merge_voxel_points(points, counts, voxel_m=0.1, max_points=5)
    assert total[0] == 2**31 - 1
