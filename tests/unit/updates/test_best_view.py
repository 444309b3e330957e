import dataclasses
import json

import numpy as np

from floor_maps import floor_map
from inherit_fast.geometric.snapshot import join_state, split_state
from inherit_fast.updates.best_view import BestViewConfig, BestViews, Viewpoint, visible_m2
from synthetic import look

TWO_ROOMS = """
#########
#111#222#
#1111222#
#111#222#
#########
"""
INTRINSICS = np.array([40.0, 40.0, 40.0, 30.0])  # 90 deg across, 80 x 60


def view(number, x, y, yaw_deg=0.0, down_deg=0.0, floor_id="floor_1", z=1.4):
    pose = look((x, y, z), yaw_deg, down_deg)
    return Viewpoint(number, floor_id, pose, INTRINSICS, (80, 60), b"jpeg %d" % number)


def seen(x, y, yaw_deg=0.0, down_deg=0.0, z=1.4):
    scene = floor_map(TWO_ROOMS)
    return visible_m2(scene, view(0, x, y, yaw_deg, down_deg, z=z), BestViewConfig())


def test_a_view_along_the_room_sees_more_than_one_at_the_wall():
    along, at_wall = seen(1.2, 2.5, 0.0), seen(1.2, 2.5, 180.0)
    assert along[0] > 5.0 > at_wall[0]


def test_walls_hide_the_next_room_but_for_the_door():
    through_door, beside_door = seen(2.0, 2.5, 0.0), seen(2.0, 1.2, -90.0)
    assert 0 < through_door[1] < 6.0
    assert beside_door[1] == 0.0


def test_low_furniture_does_not_hide_the_floor_behind():
    scene = floor_map(TWO_ROOMS)
    before = visible_m2(scene, view(0, 1.2, 2.5), BestViewConfig())
    scene.grid.wall[20:30, 20:25] = True
    scene.grid.height_bits[20:30, 20:25] = 0xF
    np.testing.assert_array_equal(visible_m2(scene, view(0, 1.2, 2.5), BestViewConfig()), before)
    scene.grid.height_bits[20:30, 20:25] = 0x7FF
    assert visible_m2(scene, view(0, 1.2, 2.5), BestViewConfig())[0] < before[0]


def test_a_camera_that_looks_down_sees_little_and_one_that_looks_up_nothing():
    assert 0 < seen(1.2, 2.5, 0.0, 70.0)[0] < seen(1.2, 2.5, 0.0, 0.0)[0]
    assert seen(1.2, 2.5, 0.0, -60.0).sum() == 0.0


def test_a_camera_outside_of_the_grid_sees_what_its_rays_reach():
    assert seen(-50.0, 2.5).sum() == 0.0
    assert seen(-50.0, np.float64(1e7)).sum() == 0.0


def test_the_best_view_of_each_room_wins():
    views = BestViews(BestViewConfig())
    for candidate in (view(0, 3.8, 2.5, 180.0), view(1, 1.1, 2.5, 0.0), view(2, 5.2, 2.5, 0.0)):
        views.add(candidate)
    best = views.choose(floor_map(TWO_ROOMS))
    assert best["room_1"].keyframe_id in (0, 1)
    assert best["room_2"].keyframe_id == 2
    assert best["room_2"].jpeg == b"jpeg 2"


def test_the_width_of_the_image_spans_the_field_of_view():
    scene = floor_map(TWO_ROOMS)
    wide = view(0, 2.5, 2.5)
    tall = dataclasses.replace(
        wide, size_px=(60, 80), intrinsics=np.array([40.0, 40.0, 30.0, 40.0])
    )
    assert (
        visible_m2(scene, wide, BestViewConfig())[0] > visible_m2(scene, tall, BestViewConfig())[0]
    )


def test_an_earlier_view_wins_a_tie():
    views = BestViews(BestViewConfig())
    for number in (7, 3, 5):
        views.add(view(number, 1.1, 2.5))
    assert views.choose(floor_map(TWO_ROOMS))["room_1"].keyframe_id == 3


def test_views_from_another_floor_do_not_count():
    views = BestViews(BestViewConfig())
    views.add(view(0, 1.1, 2.5, floor_id="floor_2"))
    assert views.choose(floor_map(TWO_ROOMS)) == {}


def test_memory_is_bounded_however_many_keyframes_come():
    config = BestViewConfig(views_per_room=2, pending_views=8)
    views = BestViews(config)
    scene = floor_map(TWO_ROOMS)
    for number in range(200):
        views.add(view(number, 1.1 + 0.01 * (number % 20), 2.5, 10.0 * number))
        if number % 30 == 29:
            views.choose(scene)
    assert len(views.state()["views"]) <= 2 * 2 + 8
    assert views.dropped > 0


def test_a_view_kept_for_a_room_can_still_win_when_the_mask_changes():
    views = BestViews(BestViewConfig())
    views.add(view(0, 3.8, 2.5, 180.0))
    views.add(view(1, 7.8, 2.5, 180.0))
    assert views.choose(floor_map(TWO_ROOMS))["room_1"].keyframe_id == 0
    grown = floor_map(TWO_ROOMS.replace("2", "1"))
    assert views.choose(grown)["room_1"].keyframe_id == 1


def test_restored_views_choose_alike():
    first = BestViews(BestViewConfig())
    first.add(view(0, 3.8, 2.5, 180.0))
    first.choose(floor_map(TWO_ROOMS))
    first.add(view(1, 5.2, 2.5))
    values, arrays = split_state(first.state())
    second = BestViews(BestViewConfig())
    second.restore(join_state(json.loads(json.dumps(values)), arrays))
    assert second.choose(floor_map(TWO_ROOMS)) == first.choose(floor_map(TWO_ROOMS))
