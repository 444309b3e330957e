import numpy as np

from inherit_fast.kernels import OccupancyGrid

RULES = {
    "cell_m": 0.05,
    "hit_log_odds": 0.85,
    "free_log_odds": -0.4,
    "min_log_odds": -2.0,
    "max_log_odds": 3.5,
    "band_low_m": 0.1,
    "band_high_m": 2.2,
    "slice_m": 0.2,
    "slice_frames": 2,
    "min_points": 2,
    "free_below_m": 1.0,
    "max_tiles": 256,
}
# Camera 1.2 m above the floor at the origin, looking along world +x.
T_WORLD_CAMERA = np.array(
    [[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 1.2], [0.0, 0.0, 0.0, 1.0]]
)


def view(depth, **changes):
    arguments = {
        "depth_scale": 1.0,
        "intrinsics": np.array([60.0, 60.0, 40.0, 30.0]),
        "T_world_camera": T_WORLD_CAMERA,
        "floor_plane": np.zeros(3),
        "min_depth_m": 0.2,
        "max_depth_m": 5.0,
        "stride": 1,
    }
    return {"depth": np.full((60, 80), depth, np.float32), **arguments, **changes}


def cell(grid, x_m, y_m):
    (ix, iy), log_odds, bits, frames = grid.snapshot()
    at = int(y_m // RULES["cell_m"]) - iy, int(x_m // RULES["cell_m"]) - ix
    return log_odds[at], bits[at], frames[at]


def test_a_wall_is_occupied_and_the_space_before_it_is_free():
    grid = OccupancyGrid(**RULES)
    for _ in range(3):
        grid.integrate(**view(2.02))
    log_odds, bits, frames = cell(grid, 2.02, 0.0)
    assert log_odds == 2550
    assert frames == 3
    assert bin(bits).count("1") >= 8
    assert cell(grid, 1.5, 0.0)[0] == -1200
