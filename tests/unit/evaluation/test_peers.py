import pytest

from inherit_fast.evaluation.noise import tell_anew
from inherit_fast.evaluation.peers import (
    FlatLabels,
    FlatTexts,
    GraphMatch,
    Hierarchical,
    Nodes,
    SemanticForest,
    TopDown,
)
from inherit_fast.evaluation.systems import OURS, compared_systems
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import RuleParser
from scene_maker import SceneMaker, bag_of_words


@pytest.fixture(scope="module")
def parser():
    return RuleParser(Synonyms.load())


@pytest.fixture(scope="module")
def graph():
    maker = SceneMaker()
    kitchen, office = maker.room("kitchen"), maker.room("office", floor=2)
    maker.add("table", (0, 0, 0.7), (1.5, 1, 0.1), room=kitchen)  # object_1
    maker.add("chair", (1, 0, 0.5), (0.5, 0.5, 1), color="red", room=kitchen)
    maker.add("lamp", (0.2, 0, 0.95), (0.2, 0.2, 0.4), room=kitchen)
    maker.add("lamp", (9, 0, 3.4), (0.2, 0.2, 0.4), room=office)  # object_4
    maker.add("chair", (9, 1, 3.5), (0.5, 0.5, 1), color="blue", room=office)
    maker.add("desk", (8, 0, 3.4), (1.5, 1, 0.8), room=office)
    tell_anew(maker.graph)
    return maker.graph


@pytest.fixture(scope="module")
def nodes(graph):
    return Nodes(graph, bag_of_words)


def first(mechanism, text):
    return mechanism(text).answers[0].id


def test_flat_mechanisms_find_a_label_and_a_described_colour(nodes):
    assert first(FlatLabels(nodes), "table") == "object_1"
    assert first(FlatTexts(nodes), "blue chair") == "object_5"


def test_the_top_down_filter_searches_the_named_floor_and_nothing_else(nodes, parser):
    answers = TopDown(nodes, parser)("the lamp on the second floor", top=9).answers
    assert answers[0].id == "object_4"
    assert {answer.floor_id for answer in answers} == {"floor_2"}


def test_graph_matching_uses_the_reference_that_a_flat_search_cannot(nodes, parser):
    text = "the lamp near the desk"
    assert first(GraphMatch(nodes, parser), text) == "object_4"
    assert first(FlatLabels(nodes), text) != "object_4"


def test_the_hierarchical_pick_reads_the_context(nodes):
    assert first(Hierarchical(nodes), "lamp on table in kitchen") == "object_3"


def test_the_forest_holds_every_object_once_and_finds_through_its_summaries(nodes):
    forest = SemanticForest(nodes)
    members = sorted(i for root in forest._roots for i in root.members)
    assert members == list(range(len(nodes)))
    assert first(forest, "table") == "object_1"


def test_every_system_answers_anything_twice_the_same(graph):
    texts = ("?", "the chair that is not in the kitchen", "x" * 500, "der Stuhl")
    synonyms = Synonyms.load()
    systems, again = (compared_systems(bag_of_words, synonyms) for _ in range(2))
    assert len(systems) == 7
    for name, make in systems.items():
        answerer, other = make(graph), again[name](graph)
        for text in texts:
            answers = answerer(text, top=3).answers
            assert len(answers) <= 3
            assert answers == other(text, top=3).answers
    assert next(iter(systems)) == OURS
