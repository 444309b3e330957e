from collections import Counter

import pytest

from inherit_fast.datasets.house import HouseConfig, build_house, truth_graph
from inherit_fast.evaluation.benchmark.set_queries import SET_TYPES, generate_set_queries
from inherit_fast.evaluation.benchmark.wording import plural
from inherit_fast.language import Synonyms


@pytest.fixture(scope="module")
def graph():
    return truth_graph(build_house(HouseConfig(seed=2)))


@pytest.fixture(scope="module")
def queries(graph):
    return generate_set_queries("house", graph, Synonyms.load(), count=40)


def test_the_four_types_take_turns(queries):
    assert Counter(q.fine_type for q in queries) == dict.fromkeys(SET_TYPES, 10)


def test_what_is_not_there_has_no_targets_and_all_else_has(queries):
    for query in queries:
        assert bool(query.target_ids) == (query.fine_type != "whether: no")
        if query.fine_type == "number":
            words = {2: ("both", "two"), 3: ("three",), 4: ("four",)}[len(query.target_ids)]
            assert any(word in query.text for word in words)


def test_the_same_seed_asks_the_same(graph, queries):
    assert generate_set_queries("house", graph, Synonyms.load(), count=40) == queries
    other = generate_set_queries("house", graph, Synonyms.load(), count=40, seed=1)
    assert other != queries


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("red lamp", "red lamps"),
        ("bookshelf", "bookshelves"),
        ("box", "boxes"),
        ("toy", "toys"),
        ("battery", "batteries"),
        ("books", "books"),
        ("couch", "couches"),
    ],
)
def test_plurals(one, many):
    assert plural(one) == many
