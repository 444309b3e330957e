import operator

import numpy as np
import pytest

from inherit_fast.graph import Box, LifeEvent, ObjectNode, SceneGraph, View
from inherit_fast.semantic.history import note_states
from inherit_fast.semantic.moved import MovedConfig, Moves


def node(number, state, first, last, feature=(1.0, 0.0), label="chair", side=0.5):
    made = ObjectNode(f"object_{number}", label, Box(np.zeros(3), np.full(3, side)), np.zeros(3))
    vector = np.array(feature, np.float32)
    made.views = [View(0, 0, 0.5, b"", vector / np.linalg.norm(vector), (0, 0, 1, 1), 0.0)]
    made.state, made.first_seen_ns, made.last_seen_ns = state, first, last
    made.history = [LifeEvent(first, "confirmed")]
    return made


def moves(*nodes, changed):
    graph = SceneGraph(objects={n.id: n for n in nodes})
    moved = Moves(MovedConfig(), operator.eq)(graph, {f"object_{i}" for i in changed}, 50)
    return graph, moved


@pytest.mark.parametrize("changed", [[1], [2]])
def test_what_is_gone_and_was_found_elsewhere_since_has_moved(changed):
    graph, moved = moves(node(1, "absent", 0, 10), node(2, "confirmed", 20, 30), changed=changed)
    assert moved == {"object_1"}
    assert graph.objects["object_1"].state == "moved"
    assert graph.current("object_1") == "object_2"
    assert graph.objects["object_2"].history[-1].what == "moved here"


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (node(2, "confirmed", 5, 30), "both were there at once"),
        (node(2, "tentative", 20, 30), "nobody is sure of it"),
        (node(2, "confirmed", 20, 30, feature=(0.0, 1.0)), "it looks different"),
        (node(2, "confirmed", 20, 30, label="table"), "it is another kind of thing"),
        (node(2, "confirmed", 20, 30, side=1.5), "it is much larger"),
    ],
)
def test_another_thing_is_not_the_one_that_is_gone(found, why):
    assert moves(node(1, "absent", 0, 10), found, changed=[1, 2])[1] == set(), why


def test_of_a_set_that_looks_alike_nobody_can_tell_which_one_moved():
    one, two = node(1, "absent", 0, 10), node(3, "absent", 0, 10)
    assert moves(one, two, node(2, "confirmed", 20, 30), changed=[2])[1] == set()
    new = [node(2, "confirmed", 20, 30), node(4, "confirmed", 20, 30)]
    assert moves(node(1, "absent", 0, 10), *new, changed=[1])[1] == set()


def test_what_was_never_confirmed_cannot_move():
    ghost = node(1, "absent", 0, 10)
    ghost.history = [LifeEvent(0, "tentative")]
    assert moves(ghost, node(2, "confirmed", 20, 30), changed=[1])[1] == set()


def test_a_thing_seen_at_its_old_place_again_has_not_moved():
    graph, _ = moves(node(1, "absent", 0, 10), node(2, "confirmed", 20, 30), changed=[1])
    back = graph.objects["object_1"]
    back.state = "confirmed"
    note_states(graph, ["object_1"], 60)
    assert back.moved_to is None
    assert graph.current("object_1") == "object_1"
