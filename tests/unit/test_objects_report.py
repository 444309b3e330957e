import numpy as np
import pytest

from inherit_fast.evaluation.objects import distance_to_box, score_objects
from inherit_fast.evaluation.truth import TruthObject
from inherit_fast.graph import Box, ObjectNode


def box(x, size=1.0, yaw=0.0):
    c, s = np.cos(yaw), np.sin(yaw)
    R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    return Box(np.array([x, 0.0, 0.0]), np.full(3, size), R)


def node(number, label, x):
    return ObjectNode(f"object_{number}", label, box(x), np.array([x, 0.0, 0.0]))


CHAIRS = [TruthObject(1, ("chair",), box(0.0)), TruthObject(2, ("chair",), box(3.0))]


def test_a_node_near_the_box_finds_its_object():
    report = score_objects(CHAIRS, [node(1, "chair", 0.7), node(2, "chair", 3.0)])
    assert (report.recall, report.duplicates) == (1.0, 0.0)


def test_a_node_too_far_or_of_another_label_finds_nothing():
    report = score_objects(CHAIRS, [node(1, "chair", 0.8), node(2, "table", 3.0)])
    assert report.recall == 0.0
    assert report.missed == (1, 2)


def test_two_nodes_of_one_object_are_a_duplicate():
    report = score_objects(CHAIRS, [node(1, "chair", 0.1), node(2, "chair", -0.1)])
    assert report.doubled == (1,)
    assert (report.recall, report.duplicates) == (0.5, 0.5)


def test_neighbours_of_one_label_are_not_duplicates_of_each_other():
    close = [TruthObject(1, ("chair",), box(0.0)), TruthObject(2, ("chair",), box(1.1))]
    report = score_objects(close, [node(1, "chair", 0.0), node(2, "chair", 1.1)])
    assert (report.recall, report.duplicates) == (1.0, 0.0)


def test_an_object_that_is_not_counted_still_owns_its_node():
    close = [TruthObject(1, ("chair",), box(0.0)), TruthObject(2, ("chair",), box(0.6))]
    both = [node(1, "chair", 0.0), node(2, "chair", 0.7)]
    assert score_objects(close, both, counted={1}).duplicates == 0.0
    assert score_objects(close[:1], both).duplicates == 1.0  # as if it were a chair too many


def test_the_distance_to_a_turned_box_is_measured_along_its_own_axes():
    turned = box(0.0, yaw=np.pi / 4)
    assert distance_to_box(np.array([0.6, 0.0, 0.0]), turned) == 0.0
    assert distance_to_box(np.array([0.6, 0.6, 0.0]), turned) == pytest.approx(0.6 * 2**0.5 - 0.5)
