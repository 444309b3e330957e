"""Clusters, voxel merging and boxes of one node's points, at the size of a full node."""

import numpy as np
import pytest

from inherit_fast import kernels
from reference import box_fit, cluster, voxel_points
from second_opinion import cluster as numba_cluster
from second_opinion import voxel_points as numba_voxel_points

N = 4096
NO_LINKS = np.zeros((0, 2), np.int32)


@pytest.fixture(scope="module")
def cloud():
    """A turned table top with a leg, and some strays; weights as sightings."""
    rng = np.random.default_rng(0)
    top = np.column_stack([rng.uniform(-0.9, 0.9, N), rng.uniform(-0.4, 0.4, N), np.full(N, 0.75)])
    top[: N // 8] = rng.uniform((0.8, 0.3, 0), (0.85, 0.35, 0.75), (N // 8, 3))
    top[-20:] = rng.uniform(-3, 3, (20, 3))
    c, s = np.cos(0.4), np.sin(0.4)
    points = (top @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])).astype(np.float32)
    return points, rng.integers(1, 9, N).astype(np.int32)


CLUSTERS = {
    "numpy twin": cluster.largest_cluster,
    "numba": numba_cluster.largest_cluster,
    "core": kernels.largest_cluster,
}


@pytest.mark.parametrize("work", CLUSTERS)
def test_bench_largest_cluster(benchmark, cloud, work):
    benchmark.group = f"largest_cluster, {N} points"
    rules = {"links": NO_LINKS, "cell_m": 0.15, "min_points": 3}
    CLUSTERS[work](*cloud, **rules)  # compiles Numba's
    keep = benchmark(CLUSTERS[work], *cloud, **rules)
    np.testing.assert_array_equal(keep, cluster.largest_cluster(*cloud, **rules))
    assert N - 25 < keep.sum() < N - 10


VOXELS = {
    "python twin": voxel_points.merge_voxel_points,
    "numba": numba_voxel_points.merge_voxel_points,
    "core": kernels.merge_voxel_points,
}


@pytest.mark.parametrize("work", VOXELS)
def test_bench_merge_voxel_points(benchmark, cloud, work):
    benchmark.group = f"merge_voxel_points, {N} points"
    rules = {"voxel_m": 0.025, "max_points": N}
    VOXELS[work](*cloud, **rules)
    merged, counts, _ = benchmark(VOXELS[work], *cloud, **rules)
    expected = voxel_points.merge_voxel_points(*cloud, **rules)
    np.testing.assert_allclose(merged, expected[0], atol=1e-6)
    np.testing.assert_array_equal(counts, expected[1])


BOXES = {"numpy twin": box_fit.fit_oriented_box, "core": kernels.fit_oriented_box}


@pytest.mark.parametrize("work", BOXES)
def test_bench_fit_oriented_box(benchmark, cloud, work):
    benchmark.group = f"fit_oriented_box, {N} points"
    _, extent, R = benchmark(BOXES[work], *cloud, trim_share=0.005, turn_gain=0.97)
    np.testing.assert_allclose(extent, (1.8, 0.8, 0.75), atol=0.06)
    assert abs(np.arctan2(R[1, 0], R[0, 0]) - 0.4) < 0.03
