import numpy as np
import pytest

from inherit_fast.kernels import OccupancyGrid
from occupancy_case import RULES, call, camera, render
from reference import occupancy_grid as twin

TABLE = ((1.0, -0.5, 0.6), (2.0, 0.5, 0.75))
BOX = ((1.6, -0.3, 0.0), (1.9, 0.3, 1.15))


def cell(grid, x_m, y_m):
    (ix, iy), log_odds, bits, frames = grid.snapshot()
    at = int(y_m // RULES["cell_m"]) - iy, int(x_m // RULES["cell_m"]) - ix
    return int(log_odds[at]), int(bits[at]), int(frames[at])


def fine_call(T, boxes):
    """The same view with more pixels, two at least in every cell."""
    k = np.array([240.0, 240.0, 159.5, 119.5])
    return call(render(T, boxes, k, (240, 320)), T, intrinsics=k)


def assert_same(ours, theirs):
    for got, expected in zip(ours.snapshot(), theirs.snapshot(), strict=True):
        np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("dtype", [np.uint16, np.float32])
def test_a_walk_through_a_noisy_room_equals_the_twin(stride, dtype):
    rng = np.random.default_rng(stride)
    ours, theirs = OccupancyGrid(**RULES), twin.OccupancyGrid(**RULES)
    for step in range(6):
        T = camera(-1 + 0.3 * step, 0.2 * step, 1.2, 0.6 * step, rng.uniform(-0.2, 0.6), 0.1)
        depth = render(T, [TABLE, BOX] if step < 3 else [TABLE])
        depth += rng.normal(0, 0.01, depth.shape).astype(np.float32) * depth
        depth[rng.random(depth.shape) < 0.1] = 0.0
        scale = 0.001 if dtype is np.uint16 else 1.0
        inputs = call((depth / scale).astype(dtype), T, depth_scale=scale, stride=stride)
        assert ours.integrate(**inputs) == theirs.integrate(**inputs)
    assert_same(ours, theirs)
    assert (ours.snapshot()[2] != 0).sum() > 10


@pytest.mark.parametrize("rule", [{"slice_frames": 1}, {"slice_frames": 3}, {"min_points": 1}])
def test_noise_with_invalid_numbers_equals_the_twin_whatever_the_rules(rule):
    rng = np.random.default_rng(7)
    ours, theirs = OccupancyGrid(**RULES | rule), twin.OccupancyGrid(**RULES | rule)
    for _ in range(3):
        depth = rng.uniform(-1, 7, (30, 40)).astype(np.float32)
        depth[rng.random(depth.shape) < 0.2] = np.nan
        depth[rng.random(depth.shape) < 0.1] = np.inf
        T = camera(*rng.uniform(-5, 5, 2), 1.0, *rng.uniform(-3, 3, 3))
        inputs = call(depth, T, floor_plane=np.array([0.02, -0.03, 0.1]))
        assert ours.integrate(**inputs) == theirs.integrate(**inputs)
    assert_same(ours, theirs)


def test_a_wall_is_occupied_and_the_space_before_it_is_free():
    grid = OccupancyGrid(**RULES)
    for _ in range(3):
        grid.integrate(**call(render(camera(), []), camera()))
    log_odds, bits, frames = cell(grid, 4.01, 0.0)
    assert (log_odds, frames) == (2550, 3)
    assert bits.bit_count() >= 8
    assert cell(grid, 2.5, 0.0)[0] == -1200


def test_a_look_over_a_table_does_not_erase_it():
    grid = OccupancyGrid(**RULES)
    down, level = camera(height=1.4, pitch=0.5), camera(height=1.4)
    for _ in range(3):
        grid.integrate(**fine_call(down, [TABLE]))
    before = cell(grid, 1.5, 0.0)
    assert before[0] > 0
    over = render(level, [TABLE])
    over[30:] = 0.0  # only rays that pass above the table
    for _ in range(10):
        grid.integrate(**call(over, level))
    assert cell(grid, 1.5, 0.0)[:2] == before[:2]


def test_a_thing_that_is_gone_wears_off():
    grid = OccupancyGrid(**RULES)
    T = camera(pitch=0.35)
    for _ in range(3):
        grid.integrate(**fine_call(T, [BOX]))
    assert cell(grid, 1.62, 0.0)[0] > 0
    for _ in range(15):
        grid.integrate(**fine_call(T, []))
    log_odds, bits, _ = cell(grid, 1.62, 0.0)
    assert log_odds < 0
    assert bits == 0


def test_a_thing_whose_foot_is_out_of_sight_may_still_be_there():
    grid = OccupancyGrid(**RULES)
    for depth in [render(camera(), [BOX])] * 3 + [render(camera(), [])] * 15:
        grid.integrate(**call(depth, camera()))
    assert cell(grid, 1.62, 0.0)[0] > 0


def test_what_is_seen_too_thinly_for_a_hit_is_not_called_free():
    T = camera(height=1.4, pitch=0.5)
    thin = render(T, [TABLE])
    shown = np.zeros_like(thin)
    shown[40, 40] = thin[40, 40]  # one pixel on the table, and all that is seen above it
    shown[:30] = thin[:30]
    ray = T[:3, :3] @ [(40 - 39.5) / 60, (40 - 29.5) / 60, 1.0] * shown[40, 40]
    grid = OccupancyGrid(**RULES | {"free_below_m": 2.0})
    for _ in range(3):
        grid.integrate(**call(shown, T))
    assert cell(grid, ray[0], ray[1])[0] == 0
    shown[40, 40] = 0.0
    grid.integrate(**call(shown, T))
    assert cell(grid, ray[0], ray[1])[0] == -400


def test_one_stray_pixel_sets_nothing():
    grid = OccupancyGrid(**RULES)
    for _ in range(5):
        depth = render(camera(), [])
        depth[30, 40] = 1.0
        grid.integrate(**call(depth, camera()))
    assert cell(grid, 1.0, 0.0)[0] <= 0
    assert cell(grid, 1.0, 0.0)[1] == 0


def test_a_slice_needs_more_than_one_frame():
    grid = OccupancyGrid(**RULES)
    grid.integrate(**call(render(camera(), []), camera()))
    assert not grid.snapshot()[2].any()


def test_a_tilted_floor_is_no_obstacle():
    tilt, T = 0.08, camera(height=1.2, pitch=0.6)
    row, col = np.indices((60, 80))
    ray = np.stack([(col - 39.5) / 60, (row - 29.5) / 60, np.ones((60, 80))], -1) @ T[:3, :3].T
    closing = ray[..., 0] * tilt - ray[..., 2]
    depth = np.where(closing > 0.05, 1.2 / np.maximum(closing, 0.05), 0).astype(np.float32)
    flat, sloped = OccupancyGrid(**RULES), OccupancyGrid(**RULES)
    flat.integrate(**call(depth, T))
    sloped.integrate(**call(depth, T, floor_plane=np.array([tilt, 0.0, 0.0])))
    assert (flat.snapshot()[1] > 0).any()
    assert (sloped.snapshot()[1] < 0).sum() > 100
    assert not (sloped.snapshot()[1] > 0).any()


def test_log_odds_stay_within_their_clamps():
    grid = OccupancyGrid(**RULES)
    for _ in range(30):
        grid.integrate(**call(render(camera(), []), camera()))
    log_odds = grid.snapshot()[1]
    assert (log_odds.min(), log_odds.max()) == (-2000, 3500)


def test_the_cap_on_tiles_holds_and_counts_what_it_drops():
    grid = OccupancyGrid(**RULES | {"max_tiles": 3})
    for yaw in range(4):
        T = camera(yaw=1.57 * yaw)
        grid.integrate(**call(render(T, []), T))
    assert grid.bytes == 3 * 64 * 64 * 8
    assert grid.dropped_cells > 0


def test_a_restored_grid_goes_on_as_if_nothing_had_happened():
    walked = [camera(0.2 * i, 0, 1.2, 0.7 * i, 0.2) for i in range(6)]
    whole, first, second = (OccupancyGrid(**RULES) for _ in range(3))
    for i, T in enumerate(walked):
        whole.integrate(**call(render(T, [TABLE]), T))
        if i < 3:
            first.integrate(**call(render(T, [TABLE]), T))
    coordinates, cells = first.tiles()
    second.restore(coordinates=coordinates, cells=cells)
    for T in walked[3:]:
        second.integrate(**call(render(T, [TABLE]), T))
    assert_same(second, whole)
    for got, expected in zip(second.tiles(), whole.tiles(), strict=True):
        np.testing.assert_array_equal(got, expected)


def test_places_far_from_the_origin_and_negative_ones_work_alike():
    near, far = OccupancyGrid(**RULES), OccupancyGrid(**RULES)
    here, there = camera(), camera(-6400.0, 3200.0)
    near.integrate(**call(render(here, [TABLE]), here))
    far.integrate(**call(render(here, [TABLE]), there))
    assert (far.snapshot()[0] - near.snapshot()[0]).tolist() == [-128000, 64000]
    np.testing.assert_array_equal(far.snapshot()[1], near.snapshot()[1])


def test_an_empty_grid_and_an_empty_image_give_empty_arrays():
    grid = OccupancyGrid(**RULES)
    assert grid.integrate(**call(np.zeros((60, 80), np.float32), camera())) == 0
    assert [a.shape for a in grid.snapshot()] == [(2,), (0, 0), (0, 0), (0, 0)]
    assert grid.tiles()[0].shape == (0, 2)
