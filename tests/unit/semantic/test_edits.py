import operator

import numpy as np
import pytest

from inherit_fast.errors import EditError
from inherit_fast.graph import Box, ObjectNode, SceneGraph, View
from inherit_fast.semantic.edits import Edit, Editor
from inherit_fast.semantic.geometry import GeometryConfig
from inherit_fast.semantic.history import FIRST, MOST, note, note_states
from inherit_fast.semantic.life import Life, LifeConfig
from inherit_fast.semantic.merge import MergeConfig, Merger
from inherit_fast.semantic.views import ViewsConfig

FEATURE = np.array([1.0, 0.0], np.float32)


def node(number, label="cup", x=0.0):
    made = ObjectNode(
        f"object_{number}", label, Box(np.array([x, 0, 0]), np.ones(3)), np.zeros(3), seen=3
    )
    made.points_m = np.random.default_rng(number).uniform(0, 0.3, (60, 3)).astype(np.float32)
    made.points_m[:, 0] += np.float32(x)
    made.points_seen, made.points_ns = np.ones(60, np.int32), np.zeros(60, np.int64)
    made.label_votes, made.state = {label: 2.0}, "confirmed"
    made.views = [View(number, 0, 0.5, b"", FEATURE, (0, 0, 1, 1), 0.1 * number)]
    return made


@pytest.fixture
def graph():
    return SceneGraph(objects={n.id: n for n in (node(1), node(2, x=3.0), node(3, "table", 1.0))})


@pytest.fixture
def merger():
    return Merger(MergeConfig(), GeometryConfig(), ViewsConfig(), operator.eq)


def edit(graph, merger, *what):
    return Editor(merger)(graph, Edit(*what), 7)


def test_a_given_name_stands_whatever_the_votes_say(graph, merger):
    edit(graph, merger, "rename", "object_1", "  Tea  Pot ")
    changed = graph.objects["object_1"]
    assert (changed.label, changed.voted_label) == ("tea pot", "cup")
    Life(LifeConfig()).seen(changed, 8)
    assert (changed.label, changed.state) == ("tea pot", "confirmed")


def test_an_empty_name_gives_the_naming_back_to_the_votes(graph, merger):
    edit(graph, merger, "rename", "object_1", "tea pot")
    edit(graph, merger, "rename", "object_1", "")
    assert graph.objects["object_1"].label == "cup"


def test_what_was_deleted_stays_so_when_it_is_seen_again_until_restored(graph, merger):
    edit(graph, merger, "delete", "object_1")
    deleted = graph.objects["object_1"]
    Life(LifeConfig()).seen(deleted, 8)
    assert deleted.state == "deleted"
    assert deleted.id not in {n.id for n in graph.present()}
    edit(graph, merger, "restore", "object_1")
    assert deleted.state == "confirmed"


def test_what_was_deleted_takes_in_no_other_node(graph, merger):
    twin = node(4)
    twin.points_m = graph.objects["object_1"].points_m.copy()
    graph.objects[twin.id] = twin
    edit(graph, merger, "delete", "object_1")
    assert merger(graph, {"object_4"}) == {}


def test_merging_leaves_an_alias_and_all_that_both_knew(graph, merger):
    assert edit(graph, merger, "merge", "object_2", "object_1") == {"object_1", "object_2"}
    assert graph.resolve("object_1") == "object_2"
    assert graph.objects["object_2"].seen == 6
    edit(graph, merger, "rename", "object_1", "mug")  # the old id still answers
    assert graph.objects["object_2"].label == "mug"


def test_what_is_pinned_is_never_missed_and_keeps_its_id(graph, merger):
    graph.objects["object_2"].state = "tentative"
    edit(graph, merger, "pin", "object_2")
    pinned = graph.objects["object_2"]
    assert pinned.state == "confirmed"
    pinned.points_m = graph.objects["object_1"].points_m.copy()
    pinned.box = graph.objects["object_1"].box
    assert merger(graph, {"object_1"}) == {"object_1": "object_2"}
    assert graph.objects["object_2"].pinned


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (("rename", "object_99", "x"), "no object 'object_99'"),
        (("merge", "object_1", "object_99"), "no object 'object_99'"),
        (("merge", "object_1", "object_1"), "two different"),
        (("explode", "object_1"), "expected rename"),
    ],
)
def test_a_wrong_correction_is_one_sentence_and_changes_nothing(graph, merger, what, sentence):
    with pytest.raises(EditError, match=sentence):
        edit(graph, merger, *what)
    assert all(not n.history for n in graph.objects.values())


def test_corrections_and_states_are_kept_with_their_times(graph, merger):
    edit(graph, merger, "rename", "object_1", "pot")
    graph.objects["object_1"].state = "absent"
    note_states(graph, ["object_1", "object_404"], 9)
    note_states(graph, ["object_1"], 10)  # nothing new
    events = [(e.time_ns, e.what, e.detail) for e in graph.objects["object_1"].history]
    assert events == [(7, "renamed", "pot"), (9, "absent", "")]


def test_a_long_history_keeps_its_beginning_and_its_end():
    from collections import Counter

    counts, one = Counter(), node(1)
    for time in range(MOST + 5):
        note(one, time, "absent", counts=counts)
    times = [e.time_ns for e in one.history]
    assert len(times) == MOST
    assert times[:FIRST] == list(range(FIRST))
    assert times[-1] == MOST + 4
    assert counts["history capped"] == 5
