import numpy as np
import pytest

from inherit_fast.evaluation import EvalQuery, LabelTable, Matcher, truth_of
from inherit_fast.evaluation.diagnose import CHECKS, Diagnosis, count_checks
from inherit_fast.evaluation.peers import Nodes
from inherit_fast.language import Synonyms
from scene_maker import SceneMaker


@pytest.fixture(scope="module")
def labels():
    return LabelTable.load(Synonyms.load())


def scene(*things):
    maker = SceneMaker()
    room = maker.room("kitchen")
    for label, x in things:
        maker.add(label, (x, 0, 0.5), (0.4, 0.4, 0.4), room=room)
    return maker.graph


def words(texts):
    return np.eye(max(len(texts), 1), dtype=np.float32)[: len(texts)]


def check(labels, truth, found, order, matched):
    matcher = Matcher(truth_of(truth), labels)
    nodes = Nodes(found, words)
    scores = [-order.index(i) if i in order else -99 for i in range(len(nodes))]
    answers = nodes.ranking("?", scores, len(order)).answers
    return Diagnosis(found.present(), matcher)(EvalQuery("q", "?", (1,)), answers, matched)


TRUTH = [("mug", 0.0), ("plate", 3.0)]


@pytest.mark.parametrize(
    ("found", "order", "matched", "expected"),
    [
        ([("plate", 3.0)], [0], [2], "no node near"),
        ([("sofa", 0.1), ("plate", 3.0)], [0], [1], "category incompatible"),
        ([("mug", 0.1), ("plate", 3.0)], [1], [2], "not in candidates"),
        ([("cup", 0.1), ("plate", 3.0)], [1, 0], [2, 1], "in list but not first"),
        ([("mug", 0.1), ("plate", 3.0)], [0, 1], [1, 2], "right"),
    ],
)
def test_a_failure_goes_to_the_first_check_that_is_not_met(labels, found, order, matched, expected):
    assert check(labels, scene(*TRUTH), scene(*found), order, matched) == expected


def test_checks_are_counted_in_their_order():
    counts = count_checks(["right", "no node near", "right"])
    assert list(counts) == list(CHECKS)
    assert counts["right"] == 2
    assert sum(counts.values()) == 3
