"""Compact JSON within a budget."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apartments import flat
from inherit_fast.scene import ObjectObservation, Pose, SceneRepresentation, Snapshot, Vector3


def crowded(count=80):
    rep = SceneRepresentation(merge_radius=0.1)
    scan = np.array([[0, 0, 0], [9, 9, 2.5]])
    for tick in range(6):
        rep.update(Snapshot(tick, Pose(Vector3(3.0 * tick, 0, 0)), "frame", scan))
    for i in range(count):
        rep.add_object(
            ObjectObservation(
                label=f"thing {i % 7}", position=Vector3(i, 1, 0.5), confidence=i * 37 % 100 / 100,
                color_rgb=(200, 20, 20), bbox_min=Vector3(i - 0.1, 0.9, 0.4),
                bbox_max=Vector3(i + 0.1, 1.1, 0.6),
            )
        )  # fmt: skip
    return rep


CROWDED = crowded()


@settings(max_examples=20, deadline=None)
@given(st.integers(20, 6000))
def test_the_budget_holds_and_what_is_left_out_is_counted(max_tokens):
    text = CROWDED.serialize(max_tokens)
    told = json.loads(text)
    assert len(text) <= 4 * max_tokens
    left = told.get("left_out", {})
    assert len(told.get("objects", [])) + left.get("objects", 0) == 80
    assert len(told.get("viewpoints", [])) + left.get("viewpoints", 0) == 6


def test_with_room_enough_everything_is_told():
    told = json.loads(crowded(2).serialize())
    assert told["objects"][0] == {
        "id": 1, "label": "thing 0", "at": [0.0, 1.0, 0.5], "color": "red", "conf": 0.0,
        "box": [[-0.1, 0.9, 0.4], [0.1, 1.1, 0.6]], "seen_from": [5],
    }  # fmt: skip
    assert told["rooms"] == [
        {"id": "room_1", "label": "scene", "bounds": [[0, 0, 0], [9, 9, 2.5]], "image": 5}
    ]
    assert told["viewpoints"][1] == [1, 3.0, 0.0, 0.0, 0.0]
    assert "left_out" not in told


def test_details_go_before_objects_and_the_least_confident_objects_go_first():
    rep = crowded()
    some = json.loads(rep.serialize(1500))
    assert len(some["objects"]) == 80
    assert "box" not in some["objects"][0]
    few = json.loads(rep.serialize(200))
    kept = {o["id"] for o in few["objects"]}
    confidence = {o.object_id: o.confidence for o in rep.objects}
    assert 0 < len(kept) < 80
    assert min(confidence[i] for i in kept) >= max(
        c for i, c in confidence.items() if i not in kept
    )


def test_equal_scenes_give_equal_texts_on_one_line():
    assert crowded().serialize(500) == crowded().serialize(500)
    assert "\n" not in crowded().serialize(500)
    assert ", " not in crowded().serialize(500)


def test_many_rooms_are_told_with_their_doors():
    told = json.loads(SceneRepresentation(graph=flat()).serialize())
    assert told["doors"] == [["room_1", "room_2"]]
    assert [o["room"] for o in told["objects"]] == ["room_1", "room_2", "room_2"]


def test_a_budget_for_nothing_is_refused():
    with pytest.raises(ValueError, match="max_tokens: expected at least 20, got 3"):
        crowded(1).serialize(3)
