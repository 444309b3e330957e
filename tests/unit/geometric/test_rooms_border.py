import numpy as np
import pytest

from inherit_fast.geometric.rooms import RoomsConfig, segment

STRIPS = {
    "top": np.s_[2:5, 10:20],
    "bottom": np.s_[35:38, 10:20],
    "left": np.s_[10:20, 2:5],
    "right": np.s_[10:20, 35:38],
}


@pytest.mark.parametrize("border", STRIPS)
def test_furniture_beyond_the_free_space_stays_inside_the_grid(border):
    free = np.zeros((40, 40), np.uint8)
    free[5:35, 5:35] = 1
    wall = np.zeros_like(free)
    wall[STRIPS[border]] = 1
    room_map = segment(free, wall, wall, 0.05, RoomsConfig())
    assert room_map.count == 1
    assert (room_map.labels[free == 1] == 1).mean() > 0.9
