import numpy as np

import floor_plans
from inherit_fast.geometric.rooms import RoomsConfig, segment


def test_every_room_behind_its_door_is_its_own_and_the_corridor_stays_whole():
    free, truth = floor_plans.corridor_with_rooms(rooms=4)
    found = segment(free, 1 - free, None, 0.05, RoomsConfig())
    assert found.count == truth.max() == 9
    assert floor_plans.mean_iou(found.labels, truth) > 0.97
    assert len(found.doorways) == 8
    corridor = found.labels[truth == 1][0]
    for doorway in found.doorways:
        assert corridor in doorway.rooms
        assert 0.8 < doorway.width_m < 1.05


def test_a_floor_without_free_space_has_no_rooms():
    nothing = np.zeros((50, 60), np.uint8)
    found = segment(nothing, nothing, None, 0.05, RoomsConfig())
    assert found.count == 0
    assert found.doorways == ()
