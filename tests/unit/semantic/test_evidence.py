import numpy as np
import pytest

from inherit_fast.frame import Frame
from inherit_fast.graph import Box, ObjectNode, SceneGraph
from inherit_fast.language.sizes import Sizes
from inherit_fast.semantic.evidence import Evidence, EvidenceConfig
from inherit_fast.semantic.sight import SightConfig, look

K = np.array([100.0, 100.0, 50.0, 40.0])
CONFIG = EvidenceConfig(min_found_share=0.5, min_scores=1.0)


def frame(depth_mm, at_m=0.0):
    depth = np.full((80, 100), depth_mm, np.uint16)
    pose = np.eye(4)
    pose[2, 3] = at_m
    return Frame(0, 0, np.zeros((80, 100, 3), np.uint8), depth, 0.001, K, pose)


@pytest.fixture
def node():
    """A flat thing two metres straight ahead of a camera that looks along world z."""
    flat = np.random.default_rng(0).uniform(-0.1, 0.1, (200, 3)) * [1, 1, 0.1]
    made = ObjectNode(
        "object_1", "cup", Box(np.array([0, 0, 2.0]), np.full(3, 0.2)), np.array([0, 0, 2.0])
    )
    made.points_m = (flat + np.array([0.0, 0.0, 2.0])).astype(np.float32)
    return made


def found(evidence, node, scores):
    for score in scores:
        evidence.found(node, frame(2000), score)


def passed(evidence, node, seen_by, times=1):
    graph = SceneGraph(objects={node.id: node})
    return [evidence.passed(look(graph, seen_by, (), SightConfig())) for _ in range(times)]


def test_weak_scores_must_add_up(node):
    evidence = Evidence(CONFIG)
    found(evidence, node, [0.3, 0.3, 0.3])
    assert not evidence.is_enough(node)
    found(evidence, node, [0.3])
    assert evidence.is_enough(node)


def test_clear_looks_that_find_nothing_count_against_a_node(node):
    evidence = Evidence(CONFIG)
    found(evidence, node, [0.8, 0.8])
    assert passed(evidence, node, frame(2000), times=2) == [[node], [node]]
    assert evidence.is_enough(node)
    passed(evidence, node, frame(2000))
    assert not evidence.is_enough(node)
    found(evidence, node, [0.8])
    assert evidence.is_enough(node)


@pytest.mark.parametrize(
    ("seen_by", "why"),
    [
        (frame(1000), "something stands in front"),
        (frame(3500), "it is gone, which is another matter"),
        (frame(0), "no return"),
        (frame(3200, at_m=-1.2), "much farther away than it was found"),
    ],
)
def test_a_look_that_is_not_clear_says_nothing(node, seen_by, why):
    evidence = Evidence(CONFIG)
    found(evidence, node, [0.8])
    assert passed(evidence, node, seen_by) == [[]], why


def test_what_cannot_have_the_size_is_not_there_however_often_found(node):
    evidence = Evidence(CONFIG, Sizes(largest_m={"cup": (0.15, 0.15, 0.15)}))
    found(evidence, node, [0.9] * 9)
    assert not evidence.is_enough(node)


def test_a_piece_of_a_large_thing_is_believed_of_a_sure_segmenter_only(node):
    node.label = "bed"
    evidence = Evidence(CONFIG, Sizes(smallest_m={"bed": 0.9}))
    found(evidence, node, [0.3] * 9)
    assert not evidence.is_enough(node)
    found(evidence, node, [1.0] * 9)
    assert evidence.is_enough(node)


def test_of_two_nodes_that_became_one_only_common_misses_count(node):
    evidence = Evidence(CONFIG)
    found(evidence, node, [0.8])
    passed(evidence, node, frame(2000), times=5)
    other = ObjectNode("object_2", "cup", node.box, node.centroid_m)
    found(evidence, other, [0.8])
    evidence.merge("object_1", "object_2")
    assert evidence.is_enough(node)


def test_a_restored_state_judges_alike(node):
    evidence = Evidence(CONFIG)
    found(evidence, node, [0.8, 0.8])
    passed(evidence, node, frame(2000), times=2)
    again = Evidence(CONFIG)
    again.restore(evidence.state())
    assert again.state() == evidence.state() and again.is_enough(node)
    passed(again, node, frame(2000))
    assert not again.is_enough(node)


def box_node(number, centroid_m, extent_m=0.2, state="confirmed"):
    centroid_m = np.array(centroid_m, np.float64)
    box = Box(centroid_m, np.full(3, extent_m))
    return ObjectNode(f"object_{number}", "cup", box, centroid_m, state=state)


def test_a_weak_box_around_several_better_proven_things_is_a_mask_of_half_a_room():
    evidence = Evidence(CONFIG)
    giant = box_node(1, (0, 0, 0), extent_m=2.0)
    inside = [box_node(2, (0.5, 0, 0)), box_node(3, (-0.5, 0, 0))]
    found(evidence, giant, [0.5, 0.5])
    for node in inside:
        found(evidence, node, [0.7, 0.7, 0.7])
    assert evidence.is_crowd(giant, [giant, *inside])
    assert not evidence.is_crowd(giant, [giant, inside[0]])
    assert not evidence.is_crowd(giant, [inside[0], box_node(4, (3, 0, 0))])
    found(evidence, giant, [0.8])  # a table that is about as sure as what stands on it
    assert not evidence.is_crowd(giant, [giant, *inside])


def test_things_that_are_not_confirmed_make_no_crowd():
    evidence = Evidence(CONFIG)
    giant = box_node(1, (0, 0, 0), extent_m=2.0)
    found(evidence, giant, [0.5])
    inside = [box_node(n, (0.1 * n, 0, 0), state="tentative") for n in (2, 3)]
    for node in inside:
        found(evidence, node, [0.9, 0.9])
    assert not evidence.is_crowd(giant, inside)
