import itertools
import operator

import numpy as np
import pytest

from inherit_fast.graph import Box, ObjectNode, SceneGraph, View
from inherit_fast.semantic.apart import SeenApart
from inherit_fast.semantic.geometry import GeometryConfig, update_box
from inherit_fast.semantic.merge import MergeConfig, Merger
from inherit_fast.semantic.views import ViewsConfig

RNG = np.random.default_rng(0)
FEATURE = np.array([1.0, 0.0, 0.0], np.float32)
OTHER = np.array([0.0, 1.0, 0.0], np.float32)


def node(number, x=0.0, label="chair", feature=FEATURE, keyframe=0):
    box = Box(np.zeros(3), np.ones(3))
    made = ObjectNode(f"object_{number}", label, box, np.zeros(3), label_votes={label: 1.0}, seen=1)
    made.points_m = RNG.uniform(0.0, 0.4, (400, 3)).astype(np.float32)
    made.points_m[:, 0] += np.float32(x)
    made.points_seen = np.ones(400, np.int32)
    made.views = [View(keyframe, 0, 0.5, b"", feature, (0, 0, 1, 1), float(number))]
    update_box(made, GeometryConfig())
    return made


def merge(*nodes, consistent=operator.eq, beside=0):
    """Each node is observed by a keyframe of its own, after ``beside`` that show them all."""
    graph = SceneGraph(objects={n.id: n for n in nodes})
    merger = Merger(MergeConfig(), GeometryConfig(), ViewsConfig(), consistent)
    for a, b in itertools.combinations(nodes, 2):
        merger.apart.add(a.id, b.id, beside)
    merged = {}
    for n in nodes:
        merged |= merger(graph, {n.id} & graph.objects.keys())
    return graph, merged


def test_two_nodes_in_one_place_become_the_older_one_and_an_alias():
    graph, merged = merge(node(1), node(2, keyframe=1))
    assert merged == {"object_2": "object_1"}
    assert list(graph.objects) == ["object_1"]
    assert graph.resolve("object_2") == "object_1"


def test_the_kept_node_has_what_both_knew():
    first, second = node(1), node(2, keyframe=1)
    graph, _ = merge(first, second)
    kept = graph.objects["object_1"]
    assert kept.seen == 2
    assert kept.label_votes == {"chair": 2.0}
    assert len(kept.views) == 2
    assert kept.points_seen.sum() == 800


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (node(2, x=0.6, keyframe=1), "it stands beside"),
        (node(2, x=0.25, label="table", keyframe=1), "it is another kind of thing beside it"),
        (node(2, feature=OTHER, keyframe=1), "it looks different"),
    ],
)
def test_different_things_stay_apart(other, why):
    graph, merged = merge(node(1), other)
    assert merged == {}, why
    assert len(graph.objects) == 2


def test_what_fills_one_place_is_one_thing_under_two_names():
    first, second = node(1), node(2, label="book", keyframe=1)
    first.label_votes, second.label_votes = {"remote": 1.0}, {"book": 1.5}
    first.label = "remote"
    graph, merged = merge(first, second)
    assert merged == {"object_2": "object_1"}
    assert graph.objects["object_1"].label == "book"
    assert graph.objects["object_1"].label_votes == {"remote": 1.0, "book": 1.5}


def test_two_names_seen_side_by_side_are_two_things():
    assert merge(node(1), node(2, label="book", keyframe=1), beside=1)[1] == {}


def test_a_piece_of_a_thing_that_looks_like_it_is_that_thing():
    whole, piece = node(1), node(2, label="bowl", keyframe=1)
    inner = whole.points_m[:, 0] < 0.1
    piece.points_m, piece.points_seen = whole.points_m[inner], whole.points_seen[inner]
    update_box(piece, GeometryConfig())
    assert merge(whole, piece)[1] == {"object_2": "object_1"}


def test_a_cup_on_a_table_is_not_a_piece_of_it():
    table, cup = node(1, label="table"), node(2, label="cup", keyframe=1)
    inner = table.points_m[:, 0] < 0.06
    cup.points_m, cup.points_seen = table.points_m[inner], table.points_seen[inner]
    cup.views = [View(1, 0, 0.5, b"", np.array([0.7, 0.714, 0.0], np.float32), (0, 0, 1, 1), 2.0)]
    update_box(cup, GeometryConfig())
    assert merge(table, cup)[1] == {}


def test_things_seen_side_by_side_stay_two_however_much_they_share():
    many = [node(1), node(2, keyframe=1)]
    for each in many:
        each.seen = 10
    assert merge(*many, beside=4)[1] == {}


def test_a_rare_double_detection_needs_more_in_common():
    def pair(x):
        nodes = [node(1), node(2, x=x, keyframe=1)]
        nodes[1].points_m = nodes[0].points_m + np.array([x, 0.0, 0.0], np.float32)
        for each in nodes:
            each.seen = 10
        return nodes

    assert merge(*pair(0.15), beside=0)[1] != {}
    assert merge(*pair(0.15), beside=1)[1] == {}
    assert merge(*pair(0.0), beside=1)[1] != {}


def test_one_wrong_keyframe_does_not_part_what_coincides():
    rare = [node(1), node(2, keyframe=1)]
    rare[1].points_m = rare[0].points_m.copy()
    for each, seen in zip(rare, (7, 2), strict=True):
        each.seen = seen
        update_box(each, GeometryConfig())
    assert merge(*rare, beside=1)[1] == {"object_2": "object_1"}
    again = [node(1), node(2, keyframe=1)]
    again[1].points_m = again[0].points_m.copy()
    again[1].seen = 2
    assert merge(*again, beside=2)[1] == {}


def test_what_was_seen_beside_the_one_that_is_gone_was_seen_beside_the_other():
    apart = SeenApart()
    apart.add("object_2", "object_3", 4)
    apart.merge("object_1", "object_2")
    assert apart.times("object_3", "object_1") == 4
    assert apart.times("object_2", "object_3") == 0


def test_pairs_are_capped_and_survive_a_restart():
    apart = SeenApart(most=2)
    for other in (2, 3, 4):
        apart.add("object_1", f"object_{other}")
    assert apart.dropped == 1
    again = SeenApart()
    again.restore(apart.state())
    assert (again.times("object_1", "object_2"), again.times("object_4", "object_1")) == (0, 1)


def test_a_node_that_could_be_anything_swallows_nothing():
    unclear = node(2, feature=np.array([0.78, 0.626, 0.0], np.float32), keyframe=1)
    unclear.label_votes = {"chair": 1.0, "oven": 0.9, "table": 0.4}
    unclear.points_m *= 2  # its masks took in the surroundings
    update_box(unclear, GeometryConfig())
    assert merge(node(1), unclear)[1] == {}


def test_synonyms_are_one_kind():
    _, merged = merge(node(1), node(2, label="seat", keyframe=1), consistent=lambda a, b: True)
    assert merged == {"object_2": "object_1"}


def test_three_in_one_place_become_one():
    graph, merged = merge(node(1), node(2, keyframe=1), node(3, keyframe=2))
    assert list(graph.objects) == ["object_1"]
    assert {graph.resolve(i) for i in merged} == {"object_1"}


def test_nothing_to_merge_is_no_error():
    assert merge()[1] == {}
    assert merge(node(1))[1] == {}
