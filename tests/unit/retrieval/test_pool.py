"""Routing, the dense paths and their fusion."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Constraint, FuseConfig, Query, Retriever, RouteConfig, RuleParser
from inherit_fast.retrieval.fuse import fuse
from inherit_fast.retrieval.paths import target_text
from inherit_fast.retrieval.ranks import best_first
from inherit_fast.retrieval.retriever import RetrievalConfig
from inherit_fast.retrieval.route import route
from rooms import flat


@pytest.fixture(scope="module")
def parse():
    return RuleParser(Synonyms.load())


PAPER = RouteConfig(negated_share=0.0, nested_share=0.0)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("the mug on the table", 1.0),
        ("the mug that is not next to the magazine", 0.0),
        ("the mug on the table next to the sink in the kitchen", 0.0),
        ("the mug on the table next to the sink", 1.0),
        ("a mug that is not in the kitchen", 1.0),
    ],
)
def test_relations_go_where_a_reference_is_denied_or_nested_beside_a_room(parse, text, share):
    assert route(parse(text), PAPER).relation_share == share


def test_pictures_may_decide_only_for_looks_without_references(parse):
    assert route(parse("the red mug"), RouteConfig()).visual
    assert not route(parse("the red mug on the table"), RouteConfig()).visual
    assert not route(parse("the mug that is not red"), RouteConfig()).visual
    assert not route(parse("the mug"), RouteConfig()).visual


def test_what_the_route_leaves_out_scores_nothing():
    graph, names = flat()
    text = "the mug that is not next to the magazine"
    with_all = Retriever(graph)(text)
    without = Retriever(graph, config=RetrievalConfig(route=PAPER))(text)
    assert names[with_all.top.id] == "mug_red"
    assert not any("beside" in reason.constraint for reason in without.top.why)
    assert "denied" in without.route


def test_the_target_path_says_the_category_and_what_is_not_denied(parse):
    assert target_text(parse("the big red mug that is not broken on the table")) == "big red mug"
    assert target_text(parse("the second chair from the left")) == "chair"
    assert target_text(Query("?", ())) == ""


def test_reciprocal_ranks_are_those_of_the_formula():
    config = FuseConfig(kept=1, budget=4)
    structured = np.array([5, 1, 2], np.int32)
    dense = [(1.0, np.array([2, 7], np.int32)), (1.0, np.array([2, 1], np.int32))]
    scores = {1: 2 / 62 + 1 / 62, 2: 2 / 63 + 2 / 61, 7: 1 / 62}
    expected = [5, *sorted(scores, key=lambda i: -scores[i])]
    assert fuse(structured, dense, config).tolist() == expected


def test_without_structured_candidates_the_pool_has_the_first_word():
    config = FuseConfig()
    pool = fuse(np.zeros(0, np.int32), [(1.0, np.array([3, 4], np.int32))], config)
    assert pool.tolist() == [3, 4]


@given(
    st.lists(st.integers(0, 30), unique=True),
    st.lists(st.integers(0, 30), unique=True),
    st.integers(1, 20),
    st.integers(0, 5),
)
def test_a_pool_keeps_the_first_of_the_structured_path_and_its_budget(a, b, budget, kept):
    config = FuseConfig(budget=budget, kept=kept)
    pool = fuse(np.array(a, np.int32), [(1.0, np.array(b, np.int32))], config).tolist()
    assert len(pool) == len(set(pool)) <= budget
    assert pool[: min(kept, len(a), budget)] == a[: min(kept, len(a), budget)]
    assert set(pool) <= {*a, *b}


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=60), st.integers(1, 40))
def test_the_best_few_are_the_head_of_a_stable_sort(values, most):
    scores = np.array(values, np.float32)
    assert best_first(scores, most).tolist() == (np.argsort(-scores, kind="stable")[:most].tolist())


class Spelled:
    """An encoder that knows three texts."""

    def __call__(self, texts):
        rows = {"cooler": [1.0, 0.0], "the thing that keeps food": [0.0, 1.0]}
        return np.array([rows.get(text, [0.6, 0.8]) for text in texts], np.float32)


def test_the_pool_answers_where_no_label_does():
    graph, names = flat()
    ids = {name: node_id for node_id, name in names.items()}
    for node in graph.objects.values():
        node.text_feature = np.array([0.0, 0.1], np.float32)
    graph.objects[ids["fridge"]].text_feature = np.array([1.0, 0.0], np.float32)
    query = Query("cooler", (Constraint("target", "zzz"),))
    vectors = Spelled()(["cooler", "cooler"])
    with_pool = Retriever(graph, Spelled()).answer(query, vectors=vectors)
    assert names[with_pool.answers[0].id] == "fridge"


def test_a_large_map_is_pooled_through_the_index_with_the_same_answers():
    graph, _ = flat()
    rng = np.random.default_rng(0)
    for node in graph.objects.values():
        node.text_feature = rng.normal(size=2).astype(np.float32)
    config = RetrievalConfig(fuse=FuseConfig(indexed_from=1))
    by_index = Retriever(graph, Spelled(), config=config)("cooler", top=20)
    assert by_index.answers == Retriever(graph, Spelled())("cooler", top=20).answers
