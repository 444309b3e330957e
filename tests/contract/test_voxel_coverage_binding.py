import numpy as np
import pytest

from inherit_fast.kernels import VoxelCoverage, point_bounds


@pytest.fixture
def coverage():
    return VoxelCoverage(voxel_m=0.1, max_bytes=10_000)


@pytest.fixture(params=["measure", "add", "point_bounds"])
def call(request, coverage):
    return point_bounds if request.param == "point_bounds" else getattr(coverage, request.param)


def test_wrong_dtype_is_refused_not_converted(call):
    with pytest.raises(TypeError):
        call(np.zeros((4, 3), np.float64))


def test_strided_view_is_refused_not_copied(call):
    with pytest.raises(TypeError):
        call(np.zeros((4, 6), np.float32)[:, ::2])


@pytest.mark.parametrize("shape", [(3,), (4, 2), (2, 2, 3)])
def test_wrong_shape_names_the_argument(call, shape):
    with pytest.raises(ValueError, match="points: expected any x 3"):
        call(np.zeros(shape, np.float32))


def test_numbers_given_by_position_or_left_out_are_refused(coverage):
    for refused in (
        lambda: VoxelCoverage(0.1, 10_000),
        lambda: VoxelCoverage(voxel_m=0.1),
        lambda: coverage.voxels(0, 0),
    ):
        with pytest.raises(TypeError):
            refused()


@pytest.mark.parametrize("voxel_m", [0.0, -1.0, float("nan"), float("inf")])
def test_an_impossible_side_names_the_argument(voxel_m):
    with pytest.raises(ValueError, match="voxel_m"):
        VoxelCoverage(voxel_m=voxel_m, max_bytes=10_000)


@pytest.mark.parametrize(("start", "stop"), [(1, 0), (0, 2)])
def test_indices_that_are_not_there_are_refused(coverage, start, stop):
    coverage.add(np.zeros((1, 3), np.float32))
    with pytest.raises(ValueError, match="start and stop"):
        coverage.voxels(start=start, stop=stop)


def test_results_own_their_memory(coverage):
    points = np.ones((2, 3), np.float32)
    coverage.add(points)
    voxels, bounds = coverage.voxels(start=0, stop=1), point_bounds(points)
    points[:] = 7.0
    assert voxels.dtype == np.int32
    assert bounds.dtype == np.float32
    assert voxels.flags.writeable
    assert bounds.flags.writeable
    assert voxels.tolist() == [[10, 10, 10]]
    assert bounds.tolist() == [[1.0] * 3] * 2
