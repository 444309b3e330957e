"""How many objects a question means, and when none fits."""

import pytest

from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever
from rooms import flat


@pytest.fixture(scope="module")
def ask():
    graph, names = flat()
    retriever = Retriever(graph, synonyms=Synonyms.load())

    def chosen(text):
        ranking = retriever(text)
        return sorted(names[i] for i in ranking.chosen), ranking

    return chosen


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the red mug", ["mug_red"]),
        ("both mugs", ["mug_red", "mug_white"]),
        ("all the chairs", ["chair_far", "chair_near", "chair_up"]),
        ("all the chairs in the kitchen", ["chair_far", "chair_near"]),
        ("the two chairs in the kitchen", ["chair_far", "chair_near"]),
        ("the mugs", ["mug_red", "mug_white"]),
        ("all the chairs that are not in the kitchen", ["chair_up"]),
        ("all the mugs next to the magazine", ["mug_white"]),
        ("Is there a fridge?", ["fridge"]),
        ("Is there a bathtub in the kitchen?", []),
        ("a bicycle", []),
        ("the green mug", []),
        ("a chair in the bathroom", []),
        ("all the mugs under the bed", []),
    ],
)
def test_what_is_meant_is_all_that_fits_and_no_more(ask, text, names):
    assert ask(text)[0] == names


def test_an_answer_says_when_nothing_fits(ask):
    _, ranking = ask("the green mug")
    assert ranking.answers  # what comes closest is still told
    assert "nothing in the map fits all of it" in ranking.note
    assert "no, nothing in the map fits" in ask("Is there a bathtub in the kitchen?")[1].note
    assert "yes, 2" in ask("Are there mugs?")[1].note


def test_what_fits_as_well_as_the_one_chosen_is_told_with_its_place(ask):
    _, ranking = ask("a mug")
    assert len(ranking.chosen) == len(ranking.rivals) == 1
    assert not set(ranking.chosen) & set(ranking.rivals)
    assert f"as good: {ranking.rivals[0]} (mug, " in ranking.note
    assert ranking.to_dict()["rivals"] == list(ranking.rivals)


@pytest.mark.parametrize("text", ["the red mug", "both mugs", "a bicycle"])
def test_where_nothing_else_fits_as_well_nothing_is_said(ask, text):
    _, ranking = ask(text)
    assert ranking.rivals == ()
    assert "as good" not in ranking.note


def test_fewer_than_asked_for_are_counted(ask):
    names, ranking = ask("three mugs")
    assert names == ["mug_red", "mug_white"]
    assert "only 2 of 3 found" in ranking.note


def test_what_no_description_holds_is_told_and_not_held_against_the_thing(ask):
    names, ranking = ask("the porcelain mug that is red")
    assert names == ["mug_red"]
    assert "the map does not tell: attribute material" in ranking.note
