import numpy as np
import pytest

from inherit_fast.graph import Box, ObjectNode, SceneGraph, View
from inherit_fast.semantic.associate import AssociateConfig, Associator


def unit(*values):
    v = np.array(values, np.float32)
    return v / np.linalg.norm(v)


RED, GREEN = unit(1, 0, 0), unit(0, 1, 0)


def box_at(x, side=0.5):
    return Box(np.array([x, 0.0, 0.5]), np.array([side, side, 1.0]))


def add(graph, x, look, label="chair"):
    node = ObjectNode(graph.new_id("object"), label, box_at(x), np.array([x, 0.0, 0.5]))
    node.views = [View(0, 0, 1.0, b"", look, (0, 0, 1, 1), 0.0)]
    graph.objects[node.id] = node
    return node


@pytest.fixture
def graph():
    graph = SceneGraph()
    add(graph, 0.0, RED)
    add(graph, 3.0, RED)
    return graph


def see(graph, *seen, associator=None, labels=None):
    associator = associator or Associator(AssociateConfig())
    features = np.array([look for _, look in seen], np.float32).reshape(len(seen), 3)
    return associator(
        graph, features, [box_at(x) for x, _ in seen], labels or ["chair"] * len(seen)
    )


def test_identical_chairs_are_told_apart_by_where_they_stand(graph):
    assert see(graph, (3.1, RED), (0.1, RED)) == ["object_2", "object_1"]


def test_a_third_identical_chair_elsewhere_is_new(graph):
    assert see(graph, (0.1, RED), (6.0, RED)) == ["object_1", None]


def test_two_observations_never_share_a_node(graph):
    assert see(graph, (0.0, RED), (0.1, RED)) == ["object_1", None]


def test_a_chair_seen_from_a_side_that_looks_different_is_found_by_place_and_label(graph):
    side = unit(0.6, 0.8, 0)
    assert see(graph, (0.05, side)) == ["object_1"]
    assert see(graph, (0.05, side), labels=["lamp"]) == [None]


def test_labels_may_agree_without_being_equal(graph):
    associator = Associator(AssociateConfig(), lambda a, b: {a, b} == {"seat", "chair"})
    side = unit(0.6, 0.8, 0)
    assert see(graph, (0.0, side), associator=associator, labels=["seat"]) == ["object_1"]


def test_refresh_tells_of_moved_new_and_vanished_nodes(graph):
    associator = Associator(AssociateConfig())
    assert see(graph, (0.0, RED), associator=associator) == ["object_1"]
    graph.objects["object_1"].box = box_at(9.0)
    del graph.objects["object_2"]
    late = add(graph, 5.0, GREEN)
    associator.refresh(graph, {"object_1", "object_2", late.id})
    seen = see(graph, (9.0, RED), (3.0, RED), (5.0, GREEN), associator=associator)
    assert seen == ["object_1", None, "object_3"]


def test_a_graph_that_was_loaded_is_read_at_the_first_call(graph):
    associator = Associator(AssociateConfig())
    assert see(graph, associator=associator) == []
    add(graph, 7.0, GREEN)
    assert see(graph, (7.0, GREEN), associator=associator) == ["object_3"]


def test_counts_tell_which_stage_found_what(graph):
    associator = Associator(AssociateConfig(max_features=1))
    see(graph, (0.0, RED), (9.0, RED), associator=associator)
    assert associator.counts["by appearance"] == 1
    assert associator.counts["new"] == 1
    assert associator.counts["features left out"] == 1


def test_the_order_in_which_nodes_were_told_of_changes_nothing(graph):
    for x in range(4, 40):
        add(graph, 0.4 * x, unit(1, 0.1 * x, 0))
    seen = [(0.4 * x + 0.15, unit(1, 0.1 * x + 0.05, 0)) for x in range(4, 40)]
    whole, piecewise = Associator(AssociateConfig()), Associator(AssociateConfig())
    whole.refresh(graph, ())
    backwards = SceneGraph()
    for node_id in sorted(graph.objects, reverse=True):
        backwards.objects[node_id] = graph.objects[node_id]
        piecewise.refresh(backwards, {node_id})
    assert see(graph, *seen, associator=whole) == see(graph, *seen, associator=piecewise)


def test_nodes_that_come_and_go_leave_no_growing_table(graph):
    associator = Associator(AssociateConfig())
    first = add(graph, 6.0, GREEN)
    associator.refresh(graph, [first.id])
    for _ in range(50):
        gone = list(graph.objects)[-1]
        del graph.objects[gone]
        newer = add(graph, 6.0, GREEN)
        associator.refresh(graph, [gone, newer.id])
        assert see(graph, (6.0, GREEN), (0.0, RED), associator=associator) == [newer.id, "object_1"]
    assert len(associator._table.numbers) <= 4
