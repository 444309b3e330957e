"""Properties of the one-room form beyond the seed's plan."""

import copy
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inherit_fast import Retriever
from inherit_fast.errors import FrameError
from inherit_fast.graph import Store
from inherit_fast.language import Synonyms
from inherit_fast.scene import (
    ObjectObservation,
    Pose,
    SceneRepresentation,
    Snapshot,
    Vector3,
    ViewpointConfig,
    yaw_of,
)


def at(x, tick, y=0.0, scan=None):
    return Snapshot(tick, Pose(Vector3(x, y, 0.0)), f"frame {tick}", scan)


def seen(label="mug", x=0.0, confidence=0.5, **more):
    return ObjectObservation(
        label=label, position=Vector3(x, 0.0, 0.0), confidence=confidence, **more
    )


sightings = st.lists(
    st.tuples(st.sampled_from(["mug", "cup", "chair"]), st.floats(-4, 4), st.floats(0, 1)),
    max_size=20,
)


@settings(max_examples=60, deadline=None)
@given(sightings)
def test_ids_grow_and_are_never_given_twice(steps):
    rep = SceneRepresentation()
    met = set()
    for label, x, confidence in steps:
        before = {o.object_id for o in rep.objects}
        found = rep.add_object(seen(label, x, confidence)).object_id
        if found not in before:
            assert found > max(met, default=0)
        met.add(found)
        assert [o.object_id for o in rep.objects] == sorted(met)


@settings(max_examples=60, deadline=None)
@given(sightings)
def test_confidence_never_falls_and_a_sighting_told_twice_changes_nothing(steps):
    rep = SceneRepresentation()
    for label, x, confidence in steps:
        before = {o.object_id: o.confidence for o in rep.objects}
        rep.add_object(seen(label, x, confidence))
        once = copy.deepcopy(rep.objects)
        assert all(o.confidence >= before.get(o.object_id, 0.0) for o in rep.objects)
        rep.add_object(seen(label, x, confidence))
        assert rep.objects == once


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), max_size=25))
def test_viewpoints_lie_further_apart_than_the_radius_and_leave_no_pose_further_away(path):
    rep = SceneRepresentation(viewpoint_radius=2.0)
    for tick, (x, y) in enumerate(path):
        rep.update(at(x, tick, y))
    places = [v.position for v in rep.viewpoints]
    assert all(math.dist(a, b) > 2.0 for i, a in enumerate(places) for b in places[:i])
    assert all(min(math.dist((x, y, 0.0), p) for p in places) <= 2.0 for x, y in path)
    assert [v.tick_id for v in rep.viewpoints] == rep.room.viewpoint_tick_ids


def test_exactly_the_viewpoint_radius_away_is_no_new_viewpoint():
    rep = SceneRepresentation(viewpoint_radius=2.0)
    rep.update(at(0.0, 1))
    assert rep.update(at(2.0, 2)) is None


def test_exactly_the_merge_radius_away_merges():
    rep = SceneRepresentation(merge_radius=1.5)
    rep.add_object(seen(x=0.0))
    rep.add_object(seen(x=1.5, confidence=0.9))
    assert len(rep.objects) == 1


def test_the_observing_viewpoint_is_the_latest_at_or_before_the_tick_not_the_newest():
    rep = SceneRepresentation()
    for tick, x in ((10, 0.0), (20, 5.0), (30, 10.0)):
        rep.update(at(x, tick))
    edges = [
        rep.add_object(seen(label, last_tick_id=tick)).observing_viewpoint_ids
        for label, tick in (("a", 9), ("b", 10), ("c", 29), ("d", 30), ("e", 99))
    ]
    assert edges == [[], [10], [20], [30], [30]]
    assert [o.label for o in rep.objects_seen_from(30)] == ["d", "e"]


def test_the_nearest_object_of_a_label_takes_the_sighting():
    rep = SceneRepresentation()
    rep.add_object(seen(x=0.0))
    rep.add_object(seen(x=2.0))
    assert rep.add_object(seen(x=1.2, confidence=0.9)).object_id == 2


def test_labels_merge_through_synonyms_only_when_asked():
    synonyms = Synonyms.load()
    for same, count in ((None, 2), (synonyms.same, 1)):
        rep = SceneRepresentation(same_label=same)
        rep.add_object(seen("sofa"))
        rep.add_object(seen("couch", confidence=0.9))
        assert len(rep.objects) == count


def test_scene_bounds_hold_all_scans_and_ignore_points_that_are_nowhere():
    rep = SceneRepresentation()
    assert rep.room.scene_bounds is None
    rep.update(at(0.0, 1, scan=np.array([[0, 0, 0], [4, 2, 2.5], [np.nan, 99, 99]])))
    rep.update(Snapshot(2, None, None, np.array([[-1, 1, 0.5, 77.0]], np.float32)))
    assert rep.room.scene_bounds == (Vector3(-1.0, 0.0, 0.0), Vector3(4.0, 2.0, 2.5))


def test_colour_follows_the_position_in_lock_step():
    rep = SceneRepresentation()
    mug = rep.add_object(seen(confidence=0.5, color_rgb=(200, 20, 20)))
    assert (mug.color_rgb, mug.color_name) == ((200, 20, 20), "red")
    rep.add_object(seen(x=0.2, confidence=0.4, color_rgb=(20, 20, 200)))
    assert (mug.color_name, mug.position.x) == ("red", 0.0)
    rep.add_object(seen(x=0.2, confidence=0.8, color_rgb=(30, 60, 200), color_name="blue"))
    assert (mug.color_rgb, mug.color_name, mug.position.x) == ((30, 60, 200), "blue", 0.2)


def test_a_colour_known_by_name_alone_has_no_rgb():
    mug = SceneRepresentation().add_object(seen(color_name="Red"))
    assert (mug.color_rgb, mug.color_name) == (None, "red")


def test_a_box_that_no_longer_holds_the_position_is_let_go():
    rep = SceneRepresentation()
    box = {"bbox_min": Vector3(-0.1, -0.1, -0.1), "bbox_max": Vector3(0.3, 0.1, 0.1)}
    mug = rep.add_object(seen(confidence=0.5, **box))
    assert (mug.bbox_min, mug.bbox_max) == tuple(box.values())
    rep.add_object(seen(x=0.2, confidence=0.6))
    assert mug.bbox_max == Vector3(0.3, 0.1, 0.1)
    rep.add_object(seen(x=1.0, confidence=0.7))
    assert (mug.bbox_min, mug.bbox_max) == (None, None)


def test_ticks_without_one_are_those_of_the_latest_update():
    rep = SceneRepresentation()
    rep.update(at(0.0, 7))
    mug = rep.add_object(seen())
    rep.add_object(seen(confidence=0.9, first_tick_id=9))
    assert (mug.first_tick_id, mug.last_tick_id) == (7, 9)


def test_ticks_that_come_late_find_their_place():
    rep = SceneRepresentation()
    rep.update(at(0.0, 20))
    rep.update(at(9.0, 10))
    assert [v.tick_id for v in rep.viewpoints] == [10, 20]
    assert rep.add_object(seen(last_tick_id=15)).observing_viewpoint_ids == [10]


def test_any_object_with_image_pose_scan_and_tick_will_do():
    pose = SimpleNamespace(
        position=SimpleNamespace(x=1, y=2, z=3), orientation=SimpleNamespace(x=0, y=0, z=1, w=0)
    )
    node = SceneRepresentation().update(
        SimpleNamespace(image=None, pose=pose, scan=[[0, 0, 0], [1, 1, 1]], tick=4)
    )
    assert node is not None
    assert node.position == Vector3(1.0, 2.0, 3.0)
    assert node.yaw == pytest.approx(math.pi)


@settings(max_examples=60, deadline=None)
@given(st.floats(-math.pi + 1e-6, math.pi), st.floats(0.01, 100.0))
def test_yaw_does_not_depend_on_the_quaternions_length(yaw, length):
    z, w = length * math.sin(yaw / 2), length * math.cos(yaw / 2)
    assert yaw_of(SimpleNamespace(x=0.0, y=0.0, z=z, w=w)) == pytest.approx(yaw, abs=1e-9)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"label": "  "}, "label"),
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": math.nan}, "confidence"),
        ({"x": math.inf}, "position"),
        ({"bbox_min": (0, 0), "bbox_max": (1, 1, 1)}, "bbox_min"),
    ],
)
def test_an_observation_that_cannot_be_is_refused(bad, message):
    with pytest.raises(FrameError, match=message):
        SceneRepresentation().add_object(seen(**bad))


@pytest.mark.parametrize("scan", [np.zeros(6), np.zeros((4, 2)), [["a", "b", "c"]]])
def test_a_scan_that_is_none_is_refused(scan):
    with pytest.raises(FrameError, match="scan"):
        SceneRepresentation().update(at(0.0, 1, scan=scan))


def test_a_pose_that_is_no_rotation_is_refused():
    pose = Pose(Vector3(0, 0, 0), SimpleNamespace(x=0, y=0, z=0, w=0))
    with pytest.raises(FrameError, match="orientation"):
        SceneRepresentation().update(Snapshot(1, pose))


def test_what_was_added_can_be_asked_for_and_stored(tmp_path):
    rep = SceneRepresentation()
    rep.add_object(seen("chair", color_rgb=(200, 20, 20)))
    rep.add_object(seen("chair", x=3.0, color_rgb=(20, 40, 200)))
    top = Retriever(rep.graph)("the blue chair").top
    assert top is not None
    assert top.id == "object_2"
    with Store.create(tmp_path / "a.map") as store:
        store.save_keyframe(rep.graph)
        assert list(store.load().objects) == ["object_1", "object_2"]


def shifted(points, x):
    return points + np.array([x, 0.0, 0.0])


def test_new_coverage_makes_a_viewpoint_where_it_is_asked_to():
    rep = SceneRepresentation(viewpoints=ViewpointConfig(trigger="coverage", new_share=0.2))
    x, y = np.meshgrid(np.arange(0, 4, 0.05), np.arange(0, 4, 0.05))
    patch = np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], axis=1)
    assert rep.update(at(0.0, 1, scan=patch)) is not None
    assert rep.update(at(9.0, 2, scan=shifted(patch, 0.3))) is None
    assert rep.update(at(0.0, 3, scan=shifted(patch, 2.0))) is not None
    assert len(rep.coverage.region(1)) == 1600
    assert len(rep.coverage.region(3)) == 800
    assert len(rep.coverage) == 2400
