import json

import numpy as np
import pytest

from inherit_fast.geometric.grid import FloorGrid, GridConfig
from inherit_fast.geometric.snapshot import join_state, split_state
from synthetic import box, look, walk

FLAT = np.zeros(3)
CONFIG = GridConfig(stride_px=1, min_points=1)


def room():
    """Floor and walls of a room of 6 x 4 m, a table in it."""
    return [
        box(0, 0, -0.1, 6, 4, 0.0),
        box(-0.1, 0, 0, 0, 4, 2.5),
        box(6, 0, 0, 6.1, 4, 2.5),
        box(0, -0.1, 0, 6, 0, 2.5),
        box(0, 4, 0, 6, 4.1, 2.5),
        box(4, 1, 0, 5, 3, 0.75),
    ]


def around(x=2.0, y=2.0):
    return walk(room(), [look((x, y, 1.4), yaw, 25.0) for yaw in range(0, 360, 15)])


def cell(grid_map, x_m, y_m):
    col, row = np.floor(np.array([x_m, y_m]) / grid_map.cell_m).astype(int) - grid_map.origin
    return row, col


def mapped(frames, config=CONFIG):
    grid = FloorGrid(config)
    for frame in frames:
        grid.integrate(frame, FLAT)
    return grid


def test_floor_is_free_and_walls_stand_to_their_height():
    found = mapped(around()).map()
    assert found.free[cell(found, 2.5, 1.5)]
    assert not found.wall[cell(found, 2.5, 1.5)]
    wall = cell(found, 2.5, 4.02)
    assert found.wall[wall]
    assert found.wall_likeness[wall] >= 6


def test_a_table_is_an_obstacle_lower_than_a_wall():
    found = mapped(around()).map()
    table = cell(found, 4.02, 2.0)
    assert found.wall[table]
    assert 1 <= found.wall_likeness[table] <= 4


def test_no_cell_is_free_and_occupied():
    found = mapped(around()).map()
    assert not (found.free & found.wall).any()


def test_heights_count_from_the_given_ground():
    raised = FloorGrid(CONFIG)
    for frame in around():
        raised.integrate(frame, np.array([0.0, 0.0, -0.5]))
    found = raised.map()
    (top, left), (bottom, right) = cell(found, 0.3, 0.3), cell(found, 3.7, 3.7)
    # The floor lies 0.5 m above that ground.
    assert found.wall[top:bottom, left:right].mean() > 0.8


def test_an_empty_grid_is_an_empty_map():
    found = FloorGrid(CONFIG).map()
    assert found.free.shape == found.wall.shape == found.wall_likeness.shape == (0, 0)


def test_a_pose_gone_astray_is_left_out_and_counted():
    far = walk(room(), [look((1e5, 2.0, 1.4))], start=24)
    grid = mapped(around() + far)
    assert grid.strayed_frames == 1
    assert max(grid.map().free.shape) < 200


def test_what_finds_no_room_in_memory_is_counted():
    grid = mapped(around(), GridConfig(stride_px=1, min_points=1, max_tiles=1))
    assert grid.dropped_cells > 0
    assert max(grid.map().free.shape) <= 64


@pytest.mark.parametrize("cut", [1, 12])
def test_a_restored_grid_goes_on_as_if_never_stopped(cut):
    frames = around()
    first = mapped(frames[:cut])
    values, arrays = split_state(first.state())
    second = FloorGrid(CONFIG)
    second.restore(join_state(json.loads(json.dumps(values)), arrays))
    for frame in frames[cut:]:
        second.integrate(frame, FLAT)
    whole, resumed = mapped(frames).map(), second.map()
    np.testing.assert_array_equal(whole.free, resumed.free)
    np.testing.assert_array_equal(whole.height_bits, resumed.height_bits)
