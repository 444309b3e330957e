import numpy as np
import pytest

from inherit_fast.kernels import OccupancyGrid
from occupancy_case import RULES, call, camera, render


@pytest.fixture
def grid():
    return OccupancyGrid(**RULES)


@pytest.fixture
def inputs():
    return call(render(camera(), []), camera())


@pytest.mark.parametrize("name", ["depth", "intrinsics", "T_world_camera", "floor_plane"])
def test_wrong_dtype_is_refused_not_converted(grid, inputs, name):
    inputs[name] = inputs[name].astype(np.int64)
    with pytest.raises(TypeError):
        grid.integrate(**inputs)


def test_a_strided_view_is_refused_not_copied(grid, inputs):
    inputs["depth"] = inputs["depth"][:, ::2]
    with pytest.raises(TypeError):
        grid.integrate(**inputs)


@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("depth", (4,), "depth: expected any x any, got 4"),
        ("intrinsics", (3,), "intrinsics: expected 4, got 3"),
        ("T_world_camera", (3, 4), "T_world_camera: expected 4 x 4, got 3 x 4"),
        ("floor_plane", (4,), "floor_plane: expected 3, got 4"),
    ],
)
def test_wrong_shape_names_the_argument(grid, inputs, name, shape, message):
    inputs[name] = np.zeros(shape, inputs[name].dtype)
    with pytest.raises(ValueError, match=message):
        grid.integrate(**inputs)


def test_a_stride_of_zero_and_a_view_without_end_are_refused(grid, inputs):
    with pytest.raises(ValueError, match="stride: expected >= 1, got 0"):
        grid.integrate(**inputs | {"stride": 0})
    with pytest.raises(ValueError, match="max_depth_m: the view reaches more than 1024 cells"):
        grid.integrate(**inputs | {"max_depth_m": 1e6})


def test_a_camera_out_of_range_is_refused(grid, inputs):
    for x in (np.nan, np.inf, 1e300):
        T = inputs["T_world_camera"].copy()
        T[0, 3] = x
        with pytest.raises(ValueError, match="T_world_camera: the camera lies outside"):
            grid.integrate(**inputs | {"T_world_camera": T})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cell_m", 0.0),
        ("hit_log_odds", -0.1),
        ("free_log_odds", 0.1),
        ("min_log_odds", 0.0),
        ("max_log_odds", 31.0),
        ("band_low_m", 2.5),
        ("slice_m", np.nan),
        ("slice_frames", 4),
        ("min_points", 3),
        ("max_tiles", 0),
    ],
)
def test_a_rule_out_of_range_is_named(name, value):
    with pytest.raises(ValueError, match=f"{name}: expected"):
        OccupancyGrid(**RULES | {name: value})


@pytest.mark.parametrize("name", list(RULES))
def test_rules_have_no_defaults(name):
    rules = {k: v for k, v in RULES.items() if k != name}
    with pytest.raises(TypeError):
        OccupancyGrid(**rules)


def test_results_own_their_memory(grid, inputs):
    grid.integrate(**inputs)
    origin, log_odds, bits, frames = grid.snapshot()
    assert [a.dtype for a in (origin, log_odds, bits, frames)] == [
        np.int32,
        np.int16,
        np.uint16,
        np.uint16,
    ]
    before = log_odds.copy()
    grid.integrate(**inputs)
    np.testing.assert_array_equal(log_odds, before)
    log_odds[:] = 0
    assert grid.snapshot()[1].any()


def test_what_is_restored_must_fit(grid, inputs):
    grid.integrate(**inputs)
    coordinates, cells = grid.tiles()
    with pytest.raises(ValueError, match="cells: expected 1 x 64 x 64 x 4"):
        grid.restore(coordinates=coordinates[:1].copy(), cells=cells)
    with pytest.raises(ValueError, match="tiles: more than max_tiles"):
        OccupancyGrid(**RULES | {"max_tiles": 1}).restore(coordinates=coordinates, cells=cells)
