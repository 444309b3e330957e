"""The test plan of the one-room form, bullet by bullet."""

import copy
import math

import numpy as np
import pytest

from inherit_fast.scene import (
    ObjectObservation,
    Pose,
    Quaternion,
    SceneRepresentation,
    Snapshot,
    Vector3,
    yaw_of,
)


@pytest.fixture
def rep():
    return SceneRepresentation(viewpoint_radius=2.0, merge_radius=1.5)


def turned(yaw):
    return Quaternion(0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))


def at(x, tick, yaw=0.0, y=0.0):
    return Snapshot(tick, Pose(Vector3(x, y, 0.0), turned(yaw)), image=f"frame {tick}")


def seen(label="mug", x=0.0, confidence=0.5, tick=None, **more):
    return ObjectObservation(
        label=label,
        position=Vector3(x, 0.0, 0.0),
        confidence=confidence,
        last_tick_id=tick,
        **more,
    )


# 1. ViewpointNode creation


def test_first_update_with_a_pose_always_creates_one_viewpoint(rep):
    rep.update(at(7.0, 1))
    assert [v.tick_id for v in rep.viewpoints] == [1]


def test_second_update_with_the_robot_less_than_viewpoint_radius_away_adds_no_viewpoint(rep):
    rep.update(at(0.0, 1))
    rep.update(at(1.9, 2))
    assert len(rep.viewpoints) == 1


def test_second_update_with_the_robot_more_than_viewpoint_radius_away_adds_a_viewpoint(rep):
    rep.update(at(0.0, 1))
    rep.update(at(2.1, 2))
    assert [v.tick_id for v in rep.viewpoints] == [1, 2]


def test_stored_position_and_yaw_match_the_pose_input(rep):
    rep.update(at(1.5, 1, yaw=0.7, y=-2.0))
    assert rep.viewpoints[0].position == Vector3(1.5, -2.0, 0.0)
    assert rep.viewpoints[0].yaw == pytest.approx(0.7)


def test_update_with_pose_none_adds_no_viewpoint_and_does_not_crash(rep):
    rep.update(Snapshot(1, None, image="frame", scan=np.zeros((4, 3))))
    assert rep.viewpoints == []


# 2. RoomNode best image


def test_initialises_with_best_image_none(rep):
    assert rep.room.best_image is None


def test_updated_with_the_current_frame_when_a_new_viewpoint_is_created(rep):
    rep.update(at(0.0, 1))
    rep.update(at(5.0, 2))
    assert rep.room.best_image == "frame 2"


def test_not_updated_when_the_robot_has_not_moved_enough(rep):
    rep.update(at(0.0, 1))
    rep.update(at(1.0, 2))
    assert rep.room.best_image == "frame 1"


def test_best_image_tick_id_and_best_image_position_track_the_correct_tick_and_position(rep):
    for tick, x in enumerate((0.0, 1.0, 3.0, 4.0), start=10):
        rep.update(at(x, tick))
    assert rep.room.best_image_tick_id == 12
    assert rep.room.best_image_position == Vector3(3.0, 0.0, 0.0)


# 3. ObjectObservation merging


def test_adding_to_an_empty_list_creates_a_new_node(rep):
    rep.add_object(seen())
    assert [(o.object_id, o.label) for o in rep.objects] == [(1, "mug")]


def test_same_label_within_merge_radius_higher_confidence_updates_position_and_confidence(rep):
    rep.add_object(seen(x=0.0, confidence=0.5))
    node = rep.objects[0]
    rep.add_object(seen(x=1.0, confidence=0.8))
    assert len(rep.objects) == 1
    assert rep.objects[0] is node
    assert (node.position.x, node.confidence, node.object_id) == (1.0, 0.8, 1)


def test_same_label_within_merge_radius_lower_confidence_leaves_the_node_unchanged(rep):
    rep.update(at(0.0, 1))
    rep.add_object(seen(x=0.0, confidence=0.5, tick=1, color_rgb=(200, 0, 0)))
    before = copy.deepcopy(rep.objects[0])
    rep.add_object(seen(x=1.0, confidence=0.4, tick=9, color_rgb=(0, 0, 200)))
    assert rep.objects == [before]


def test_same_label_outside_merge_radius_creates_a_second_node(rep):
    rep.add_object(seen(x=0.0))
    rep.add_object(seen(x=1.6))
    assert [o.object_id for o in rep.objects] == [1, 2]


def test_different_label_within_merge_radius_creates_a_new_node(rep):
    rep.add_object(seen("mug"))
    rep.add_object(seen("plate", x=0.1))
    assert [o.label for o in rep.objects] == ["mug", "plate"]


# 4. Edge storage, room to viewpoint


def test_room_viewpoint_tick_ids_is_empty_on_init(rep):
    assert rep.room.viewpoint_tick_ids == []


def test_appended_with_the_correct_tick_id_each_time_a_new_viewpoint_is_created(rep):
    for tick, x in ((3, 0.0), (5, 2.5), (8, 5.0)):
        rep.update(at(x, tick))
    assert rep.room.viewpoint_tick_ids == [3, 5, 8]


def test_not_appended_when_the_robot_has_not_moved_enough(rep):
    rep.update(at(0.0, 3))
    rep.update(at(0.5, 4))
    assert rep.room.viewpoint_tick_ids == [3]


# 4. Edge storage, viewpoint to object


def test_empty_on_a_newly_created_object_when_no_viewpoint_exists_yet(rep):
    rep.add_object(seen())
    assert rep.objects[0].observing_viewpoint_ids == []


def test_current_viewpoint_id_appended_when_an_object_is_first_added_or_merged(rep):
    rep.update(at(0.0, 1))
    rep.add_object(seen(confidence=0.5, tick=2))
    rep.update(at(5.0, 4))
    rep.add_object(seen(confidence=0.9, tick=6))
    assert rep.objects[0].observing_viewpoint_ids == [1, 4]


def test_dedup_against_the_last_entry(rep):
    rep.update(at(0.0, 1))
    for confidence in (0.5, 0.6, 0.7):
        rep.add_object(seen(confidence=confidence, tick=2))
    assert rep.objects[0].observing_viewpoint_ids == [1]


def test_not_appended_when_a_lower_confidence_observation_is_rejected(rep):
    rep.update(at(0.0, 1))
    rep.add_object(seen(confidence=0.5, tick=2))
    rep.update(at(5.0, 4))
    rep.add_object(seen(confidence=0.4, tick=5))
    assert rep.objects[0].observing_viewpoint_ids == [1]


# 5. Yaw extraction from quaternion


def test_identity_quaternion_gives_yaw_0():
    assert yaw_of(Quaternion(x=0.0, y=0.0, z=0.0, w=1.0)) == 0.0


def test_pure_z_rotation_of_90_degrees_gives_yaw_about_half_pi():
    half = math.sqrt(0.5)
    assert yaw_of(Quaternion(0.0, 0.0, half, half)) == pytest.approx(math.pi / 2)


def test_pure_z_rotation_of_minus_90_degrees_gives_yaw_about_minus_half_pi():
    half = math.sqrt(0.5)
    assert yaw_of(Quaternion(0.0, 0.0, -half, half)) == pytest.approx(-math.pi / 2)
