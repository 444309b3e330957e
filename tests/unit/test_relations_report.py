import numpy as np
import pytest

from inherit_fast.evaluation.relations import score_relations
from inherit_fast.evaluation.truth import TruthObject
from inherit_fast.graph import Box, ObjectNode, Relation, SceneGraph


def box(center, extent):
    return Box(np.array(center, np.float64), np.array(extent, np.float64))


TRUTH = [
    TruthObject(1, ("table",), box((0, 0, 0.4), (1.6, 0.8, 0.8))),
    TruthObject(2, ("cup",), box((0.2, 0, 0.85), (0.1, 0.1, 0.1))),
    TruthObject(3, ("bed",), box((6, 0, 0.3), (2, 2, 0.6))),
    TruthObject(4, ("box",), box((0, 2, 0.2), (0.4, 0.4, 0.4))),
    TruthObject(5, ("ball",), box((0, 2, 0.2), (0.1, 0.1, 0.1))),
]
SUBJECTS = {t.labels[0]: f"object_{t.id}" for t in TRUTH}


@pytest.mark.parametrize(
    ("subject", "predicate", "other", "holds"),
    [
        ("cup", "on", "table", True),
        ("table", "on", "cup", False),
        ("bed", "on", "table", False),
        ("cup", "near", "table", True),
        ("box", "near", "bed", False),
        ("ball", "inside", "box", True),
        ("box", "inside", "ball", False),
        ("cup", "inside", "box", False),
    ],
)
def test_a_relation_is_judged_by_the_true_boxes(subject, predicate, other, holds):
    graph = SceneGraph()
    for t in TRUTH:
        node = ObjectNode(SUBJECTS[t.labels[0]], t.labels[0], t.box, t.box.center_m)
        node.state = "confirmed"
        graph.objects[node.id] = node
    ends = SUBJECTS[subject], SUBJECTS[other]
    graph.add_relation(Relation(ends[0], predicate, ends[1], 1.0, 1, ""))
    report = score_relations(graph, TRUTH)
    assert report.judged == {predicate: 1}
    assert report.precision == {predicate: float(holds)}
    assert len(report.wrong) == (not holds)


def test_what_stands_for_no_true_object_is_not_judged():
    graph = SceneGraph()
    graph.add_relation(Relation("object_8", "on", "object_9", 1.0, 1, ""))
    assert score_relations(graph, TRUTH).judged == {}
