import pytest

from inherit_fast.evaluation import EvalQuery, LabelTable, Matcher, truth_of
from inherit_fast.evaluation.diagnose import CHECKS, Diagnosis, count_checks
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


TRUTH = [("mug", 0.0), ("plate", 3.0)]


@pytest.mark.parametrize(
    ("found", "matched", "expected"),
    [
        ([("plate", 3.0)], [2], "no node near"),
        ([("sofa", 0.1), ("plate", 3.0)], [1], "category incompatible"),
        ([("mug", 0.1), ("plate", 3.0)], [2], "not in candidates"),
        ([("cup", 0.1), ("plate", 3.0)], [2, 1], "in list but not first"),
        ([("mug", 0.1), ("plate", 3.0)], [1, 2], "right"),
    ],
)
def test_a_failure_goes_to_the_first_check_that_is_not_met(labels, found, matched, expected):
    diagnosis = Diagnosis(scene(*found).present(), Matcher(truth_of(scene(*TRUTH)), labels))
    assert diagnosis(EvalQuery("q", "?", (1,)), matched) == expected


def test_checks_are_counted_in_their_order():
    counts = count_checks(["right", "no node near", "right"])
    assert list(counts) == list(CHECKS)
    assert counts["right"] == 2
    assert sum(counts.values()) == 3
