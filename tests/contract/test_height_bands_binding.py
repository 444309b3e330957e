import numpy as np
import pytest

from inherit_fast.kernels import height_bands


@pytest.fixture
def scene():
    return {
        "depth": np.ones((8, 10), np.uint16),
        "depth_scale": 0.001,
        "intrinsics": np.array([5.0, 5.0, 5.0, 4.0]),
        "T_world_camera": np.eye(4),
        "min_depth_m": 0.2,
        "max_depth_m": 6.0,
        "lowest_m": -2.0,
        "band_m": 0.02,
        "bands": 100,
        "stride_px": 2,
        "span_px": 2,
        "max_slope": 0.3,
    }


def call(scene):
    return height_bands(scene.pop("depth"), **scene)


@pytest.mark.parametrize("name", ["depth", "intrinsics", "T_world_camera"])
def test_wrong_dtype_is_refused_not_converted(scene, name):
    scene[name] = scene[name].astype(np.int64)
    with pytest.raises(TypeError):
        call(scene)


def test_strided_view_is_refused_not_copied(scene):
    scene["depth"] = scene["depth"][:, ::2]
    with pytest.raises(TypeError):
        call(scene)


@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("depth", (4,), "depth: expected any x any, got 4"),
        ("intrinsics", (3,), "intrinsics: expected 4, got 3"),
        ("T_world_camera", (3, 4), "T_world_camera: expected 4 x 4, got 3 x 4"),
    ],
)
def test_wrong_shape_names_the_argument(scene, name, shape, message):
    scene[name] = np.zeros(shape, scene[name].dtype)
    with pytest.raises(ValueError, match=message):
        call(scene)


@pytest.mark.parametrize("name", ["stride_px", "span_px", "bands", "band_m"])
def test_zero_sizes_are_refused_by_name(scene, name):
    scene[name] = 0
    with pytest.raises(ValueError, match=name):
        call(scene)


def test_sizes_given_by_position_are_refused(scene):
    with pytest.raises(TypeError):
        height_bands(*scene.values())


def test_result_owns_its_memory(scene):
    counts = call(scene)
    assert counts.dtype == np.uint32
    assert counts.flags.c_contiguous
    assert counts.flags.writeable
