"""Where nothing fits, that is said, with what is near, and no answer is made up."""

import numpy as np
import pytest

from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever
from rooms import flat

FRIDGE, OTHER = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]
TEXTS = {"zither": FRIDGE, "cave": [0.0, 0.0, 1.0]}


def encoder(texts):
    return np.array([TEXTS.get(text, [0.0, -1.0, 0.0]) for text in texts], np.float32)


@pytest.fixture(scope="module")
def ask():
    graph, names = flat()
    for node in graph.objects.values():
        told = FRIDGE if names[node.id] == "fridge" else OTHER
        node.text_feature = np.array(told, np.float32)
    retriever = Retriever(graph, encoder, synonyms=Synonyms.load())

    def asked(text):
        ranking = retriever(text)
        return [names[answer.id] for answer in ranking.answers], ranking

    return asked


def test_what_no_evidence_speaks_for_is_no_answer(ask):
    found, ranking = ask("cave")
    assert found == []
    assert ranking.chosen == ()
    assert ranking.note == "nothing in the map fits"


def test_what_is_nearest_in_meaning_is_named_and_not_shown_as_an_answer(ask):
    found, ranking = ask("zither")
    assert found == ["fridge"]
    assert ranking.top.is_guess
    assert (ranking.shown, ranking.chosen) == ((), ())
    assert ranking.to_dict()["answers"] == []
    fridge = ranking.top.id
    assert ranking.note.startswith("nothing in the map fits; nearest in meaning: ")
    assert f"{fridge} (refrigerator, kitchen, level 1)" in ranking.note


def test_answers_that_a_condition_speaks_for_are_shown_alone(ask):
    _, ranking = ask("the mug")
    assert {answer.label for answer in ranking.shown} == {"mug"}
    assert all(answer.score > 0 for answer in ranking.answers)


def test_what_is_only_denied_is_no_guess(ask):
    _, ranking = ask("something that is not red")
    assert ranking.shown == ranking.answers != ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a chair on the fifth floor", "no such floor, the map has 2; all floors were searched"),
        ("is there a chair on floor 5?", "no, nothing in the map fits"),
    ],
)
def test_on_a_floor_that_is_not_there_nothing_is_meant(ask, text, told):
    found, ranking = ask(text)
    assert found[0].startswith("chair")
    assert ranking.chosen == ()
    assert told in ranking.note


def test_a_floor_without_things_is_told_as_such():
    graph = flat()[0]
    for node in list(graph.objects.values()):
        if node.floor_id == "floor_2":
            del graph.objects[node.id]
    ranking = Retriever(graph)("a chair upstairs")
    assert ranking.answers
    assert ranking.chosen == ()
    assert "nothing is on the floor asked for; all floors were searched" in ranking.note


def test_a_map_without_floors_cannot_tell_and_does_not_hold_it_against_things():
    graph, names = flat()
    graph.floors.clear()
    for node in graph.objects.values():
        node.floor_id = None
    ranking = Retriever(graph)("the red mug on the first floor")
    assert [names[i] for i in ranking.chosen] == ["mug_red"]
    assert "the map does not tell floors" in ranking.note


def test_an_empty_map_has_nothing_near():
    ranking = Retriever(SceneGraph(), encoder)("zither")
    assert (ranking.answers, ranking.note) == ((), "nothing in the map fits")
