from pathlib import Path

import pytest

from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Constraint, RuleParser
from parse_trees import Judge, read_trees

DENIALS_RIGHT = 0.95
TREES = read_trees(Path(__file__).parent / "parses.txt")


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


@pytest.fixture(scope="module")
def agreements(synonyms):
    parse, judge = RuleParser(synonyms), Judge(synonyms)
    return {text: judge(tree, parse(text).constraints) for text, tree in TREES}


def test_the_file_holds_many_sentences_of_every_kind():
    assert len(TREES) >= 150
    assert len({text for text, _ in TREES}) == len(TREES)
    assert sum(node.polarity < 0 for _, tree in TREES for node in tree) >= 30


def test_constraints_are_found_and_few_are_made_up(agreements):
    matched = sum(a.matched for a in agreements.values())
    recall = matched / sum(a.wanted for a in agreements.values())
    precision = matched / sum(a.found for a in agreements.values())
    wrong = [text for text, a in agreements.items() if a.matched < max(a.wanted, a.found)]
    assert recall >= 0.98, (recall, wrong)
    assert precision >= 0.98, (precision, wrong)


def test_what_is_denied_is_what_was_said_not_to_hold(agreements):
    denials = {text: a for text, a in agreements.items() if a.denies}
    right = sum(a.denials_right for a in denials.values()) / len(denials)
    assert right >= DENIALS_RIGHT, [text for text, a in denials.items() if not a.denials_right]


def test_the_judge_counts_what_is_missing_and_what_is_too_much(synonyms):
    tree = read_trees_from("> x\ntarget: mug\nnot attribute color: red\n")
    judge = Judge(synonyms)
    mug, red = Constraint("target", "mug"), Constraint("attribute", "red", "color", polarity=-1)
    whole = judge(tree, (mug, red))
    assert (whole.matched, whole.wanted, whole.found, whole.denials_right) == (2, 2, 2, True)
    lost = judge(tree, (mug,))
    assert (lost.matched, lost.wanted, lost.found, lost.denials_right) == (1, 2, 1, False)
    turned = judge(tree, (mug, red.negated()))
    assert (turned.matched, turned.wanted, turned.found, turned.denials_right) == (1, 2, 2, False)


def test_the_judge_looks_inside_references(synonyms):
    tree = read_trees_from("> x\ntarget: mug\nrelation on:\n  target: table\n")
    judge = Judge(synonyms)
    mug = Constraint("target", "mug")
    on = [Constraint("relation", "", "on", (Constraint("target", t),)) for t in ("table", "sofa")]
    assert judge(tree, (mug, on[0])).matched == 3
    other = judge(tree, (mug, on[1]))
    assert (other.matched, other.wanted, other.found) == (2, 3, 3)


def read_trees_from(text):
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.txt"
        path.write_text(text)
        return read_trees(path)[0][1]
