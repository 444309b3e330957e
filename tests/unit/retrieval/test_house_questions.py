"""A file of questions, worded as people word them, about a house whose objects are known."""

from pathlib import Path

import pytest

from inherit_fast.datasets.house import HouseConfig, build_house
from inherit_fast.datasets.house.truth import truth_graph
from inherit_fast.retrieval import Retriever

LINES = (Path(__file__).parent / "house_questions.tsv").read_text("utf-8").splitlines()
QUESTIONS = [line.split("\t") for line in LINES if not line.startswith("#")]


@pytest.fixture(scope="module")
def house():
    return truth_graph(build_house(HouseConfig(seed=3, rooms_per_floor=6)))


@pytest.fixture(scope="module")
def rankings(house):
    ask = Retriever(house)
    return {text: ask(text) for _, text in QUESTIONS}


def wrong(kind, house, rankings):
    """Questions of one kind that are not answered rightly, with what was answered."""
    told = {}
    for meant, text in QUESTIONS:
        if meant[0] == kind or (kind == "" and meant[0] not in "-*"):
            ids = {int(i) for i in meant.strip("-*").split(",") if i}
            found = answered(kind, house, rankings[text])
            right = found == ids if kind else bool(found) and found <= ids
            if not right:
                told[text] = found
    return told


def answered(kind, house, ranking):
    ids = ranking.chosen if kind else [answer.id for answer in ranking.answers[:1]]
    return {house.objects[i].source_id for i in ids}


def test_the_file_holds_many_questions_of_every_kind():
    kinds = [meant[0] for meant, _ in QUESTIONS]
    assert len({text for _, text in QUESTIONS}) == len(QUESTIONS) >= 120
    assert min(kinds.count("-"), kinds.count("*")) >= 5


def test_the_first_answer_is_one_of_those_that_are_meant(house, rankings):
    assert wrong("", house, rankings) == {}


def test_where_all_are_asked_for_exactly_these_are_meant(house, rankings):
    assert wrong("*", house, rankings) == {}


def test_of_what_is_not_there_nothing_is_meant_and_it_is_said(house, rankings):
    assert wrong("-", house, rankings) == {}
    missing = [rankings[text] for meant, text in QUESTIONS if meant == "-"]
    assert all("nothing" in ranking.note for ranking in missing)


def test_the_same_question_is_answered_alike_by_another_retriever(house, rankings):
    again = Retriever(house)
    for _, text in QUESTIONS[::10]:
        assert again(text).to_dict() == rankings[text].to_dict()
