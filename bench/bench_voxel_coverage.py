import numpy as np
import pytest

from inherit_fast import kernels
from reference import voxel_coverage as twin
from scans import room_scan
from second_opinion import voxel_coverage as numba_version

MAKERS = {
    "numpy": lambda: twin.VoxelCoverage(voxel_m=0.1, max_voxels=10**6),
    "numba": lambda: numba_version.VoxelCoverage(voxel_m=0.1),
    "core": lambda: kernels.VoxelCoverage(voxel_m=0.1, max_bytes=64 * 2**20),
}


@pytest.mark.parametrize("implementation", MAKERS)
def test_bench_viewpoint_coverage(benchmark, implementation):
    """The whole update of a viewpoint: measure a new scan, then add it."""
    benchmark.group = "viewpoint coverage, scan of 50000 points"
    first, second = room_scan(), room_scan((3.0, -2.0, 1.0), seed=1)

    def setup():
        coverage = MAKERS[implementation]()
        coverage.add(first)
        coverage.measure(second)  # compiles Numba's, and sizes the tables
        return (coverage,), {}

    def update(coverage):
        counts = coverage.measure(second)
        coverage.add(second)
        return counts

    counts = benchmark.pedantic(update, setup=setup, rounds=15)
    slow = MAKERS["numpy"]()
    slow.add(first)
    assert tuple(counts) == tuple(slow.measure(second))
    assert 500 < counts[1] < counts[0]


@pytest.mark.parametrize("implementation", ["numpy", "core"])
def test_bench_point_bounds(benchmark, implementation):
    benchmark.group = "point_bounds of 50000 points"
    function = {"numpy": twin.point_bounds, "core": kernels.point_bounds}[implementation]
    points = room_scan()
    np.testing.assert_array_equal(benchmark(function, points), twin.point_bounds(points))
