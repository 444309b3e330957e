"""A thing that is carried from one place to another, through the whole mapper."""

import dataclasses

import numpy as np
import pytest

from inherit_fast.config import load_config
from inherit_fast.mapper import Mapper
from inherit_fast.mapper.models import Models
from inherit_fast.perception.dataset_masks import DatasetSegmenter, DatasetSegmenterConfig
from small_mapping import ColourHistogram
from synthetic import box, cast, frame, look

ROOM = [box(-1, -3, -0.1, 5, 3, 0), box(4.5, -3, 0, 5, 3, 2.6)]
LEFT, RIGHT = box(2.2, 0.6, 0, 2.6, 1.0, 0.5), box(2.2, -1.0, 0, 2.6, -0.6, 0.5)
CONFIG = load_config(overrides=["semantic.lift.min_pixels=12", "keyframe_features=false"])


def seen(things, index):
    """One frame of the room, each thing drawn in its own colour and with its own id."""
    pose = look((0.0, 0.02 * (index % 3), 1.2), down_deg=15)
    shown = frame([*ROOM, *things], pose, index=index, time_s=0.6 * index, recording=index)
    ids = np.zeros(shown.depth.shape, np.int32)
    rgb = np.full((*shown.depth.shape, 3), 90, np.uint8)
    for number, thing in enumerate(things, start=1):
        own = cast([thing], pose)
        mask = (own > 0) & (np.abs(own - shown.depth_m) < 0.01)
        ids[mask], rgb[mask] = number, (200, 30, 30)
    return dataclasses.replace(shown, instances=ids, rgb=rgb)


def mapped(*scenes):
    segmenter = DatasetSegmenter({1: "box", 2: "box"}, None, DatasetSegmenterConfig(min_pixels=12))
    mapper = Mapper(CONFIG, models=Models(segmenter, ColourHistogram()))
    for i, things in enumerate(scenes):
        mapper.push(seen(things, i))
    return mapper.close()


@pytest.fixture(scope="module")
def carried():
    return mapped(*[[LEFT]] * 6, *[[RIGHT]] * 8)


def test_a_thing_that_was_carried_away_has_moved_to_where_it_was_found(carried):
    old, new = carried.objects["object_1"], carried.objects["object_2"]
    assert (old.state, old.moved_to, new.state) == ("moved", "object_2", "confirmed")
    assert old.centroid_m[1] > 0.5  # its old place is kept
    assert carried.current("object_1") == "object_2"
    assert [n.id for n in carried.present()] == ["object_2"]
    assert [event.what for event in old.history] == ["tentative", "confirmed", "moved"]
    assert new.history[-1].what == "moved here"


def test_a_thing_that_is_brought_back_is_itself_again():
    graph = mapped(*[[LEFT]] * 6, *[[RIGHT]] * 8, *[[LEFT]] * 8)
    back = graph.objects["object_1"]
    assert (back.state, back.moved_to) == ("confirmed", None)
    assert graph.objects["object_2"].state == "absent"
    assert len(graph.objects) == 2


def test_a_thing_that_is_taken_away_for_good_is_absent_and_kept():
    graph = mapped(*[[LEFT, RIGHT]] * 6, *[[RIGHT]] * 8)
    states = {n.id: n.state for n in graph.objects.values()}
    assert sorted(states.values()) == ["absent", "confirmed"]
