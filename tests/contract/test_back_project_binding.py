import threading
import time

import numpy as np
import pytest

from inherit_fast import kernels

POINTS = {"voxel_m": 0.05}


@pytest.fixture
def scene():
    return {
        "depth": np.full((6, 8), 2.0, np.float32),
        "masks": np.ones((6, 8), np.int32),
        "depth_scale": 1.0,
        "intrinsics": np.array([5.0, 5.0, 4.0, 3.0]),
        "T_world_camera": np.eye(4),
        "min_depth_m": 0.2,
        "max_depth_m": 6.0,
        "ring_px": 0,
        "min_core_share": 0.4,
        "jump_share": 0.05,
        "gate_mads": 3.0,
        "gate_floor_m": 0.25,
    }


def calls(scene):
    yield lambda: kernels.back_project(**scene)
    yield lambda: kernels.back_project_points(**scene, **POINTS)


@pytest.mark.parametrize("name", ["depth", "masks", "intrinsics", "T_world_camera"])
def test_wrong_dtype_is_refused_not_converted(scene, name):
    scene[name] = np.zeros_like(scene[name], dtype=np.int64)
    for call in calls(scene):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("name", ["depth", "masks"])
def test_a_strided_view_is_refused_not_copied(scene, name):
    scene[name] = np.zeros((6, 16), scene[name].dtype)[:, ::2]
    for call in calls(scene):
        with pytest.raises(TypeError):
            call()


def test_masks_of_an_unknown_form_are_told_what_is_expected(scene):
    scene["masks"] = [np.ones((6, 8), bool)]
    with pytest.raises(TypeError, match="list of C-contiguous"):
        kernels.back_project(**scene)
    scene["masks"] = np.ones((6, 8), bool)
    with pytest.raises(TypeError, match="masks: expected"):
        kernels.back_project(**scene)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("depth", np.zeros(4, np.float32), "depth: expected any x any, got 4"),
        ("masks", np.zeros(4, np.int32), "masks: expected any x any, got 4"),
        ("masks", np.zeros((6, 8), np.uint8), "masks: expected any x any x any, got 6 x 8"),
        ("masks", np.zeros((3, 3), np.int32), "depth and masks must have the same shape"),
        ("masks", np.full((6, 8), -1, np.int32), "ids from 0 to 65535, got -1"),
        ("masks", np.full((6, 8), 65536, np.int32), "ids from 0 to 65535, got 65536"),
        ("intrinsics", np.zeros(3), "intrinsics: expected 4, got 3"),
        ("T_world_camera", np.zeros((3, 4)), "T_world_camera: expected 4 x 4, got 3 x 4"),
        ("ring_px", 17, "ring_px: expected 0 to 16, got 17"),
        ("ring_px", -1, "ring_px: expected 0 to 16, got -1"),
        ("min_depth_m", 0.0, "min_depth_m, max_depth_m"),
        ("max_depth_m", 0.1, "min_depth_m, max_depth_m"),
        ("max_depth_m", np.inf, "min_depth_m, max_depth_m"),
        ("depth_scale", 0.0, "depth_scale"),
        ("depth_scale", np.nan, "depth_scale"),
    ],
)
def test_a_wrong_value_names_the_argument(scene, name, value, message):
    scene[name] = value
    for call in calls(scene):
        with pytest.raises(ValueError, match=message):
            call()


def test_masks_of_different_sizes_are_refused(scene):
    scene["masks"] = [np.ones((6, 8), np.uint8), np.ones((5, 8), np.uint8)]
    with pytest.raises(ValueError, match="masks of one size"):
        kernels.back_project(**scene)


@pytest.mark.parametrize("voxel_m", [0.0, -1.0, np.nan, np.inf])
def test_a_voxel_without_size_is_refused(scene, voxel_m):
    with pytest.raises(ValueError, match="voxel_m"):
        kernels.back_project_points(**scene, voxel_m=voxel_m)


def test_points_beyond_the_reach_of_the_voxels_are_refused(scene):
    scene["T_world_camera"][0, 3] = 1e6
    with pytest.raises(ValueError, match="too far out"):
        kernels.back_project_points(**scene, voxel_m=0.01)


def test_results_own_their_memory(scene):
    found = kernels.back_project_points(**scene, **POINTS)
    points = found.points_m
    expected = points.copy()
    assert points.flags.writeable
    scene["depth"][:] = 0.0
    del found
    np.testing.assert_array_equal(points, expected)


def test_other_threads_run_while_masks_are_lifted(scene):
    scene["depth"] = np.full((2000, 2000), 2.0, np.float32)
    scene["masks"] = np.ones((2000, 2000), np.int32)
    worker = threading.Thread(target=kernels.back_project, kwargs=scene)
    ticks = 0
    worker.start()
    while worker.is_alive():
        time.sleep(0)
        ticks += 1
    assert ticks > 1
