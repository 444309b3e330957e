"""Objects by a picture: the nearest of all stored views decides."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs import unit, view
from inherit_fast.errors import QueryError
from inherit_fast.graph import Box, ObjectNode, SceneGraph
from inherit_fast.retrieval import Retriever
from inherit_fast.retrieval.look_alikes import LookAlikes

WAYS = {"product": 10**9, "faiss": 0}


def node_with(rng, count, label="mug", n=0):
    node = ObjectNode(f"object_{n}", label, Box(np.zeros(3), np.ones(3)), np.zeros(3))
    node.views = [view(rng, k) for k in range(count)]
    node.state = "confirmed"
    return node


def exact(nodes, feature, most, allowed):
    """The slow way: the best view of every node, all sorted."""
    best = {
        i: max(float(v.feature.astype(np.float64) @ feature.astype(np.float64)) for v in node.views)
        for i, node in enumerate(nodes)
        if allowed[i] and node.views
    }
    return sorted(best, key=lambda i: -best[i])[:most], best


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 6))
def test_nodes_come_by_their_nearest_view(way, seed, count, most):
    rng = np.random.default_rng(seed)
    nodes = [node_with(rng, int(rng.integers(0, 6))) for _ in range(count)]
    nodes.append(node_with(rng, 1))
    feature, allowed = unit(rng), rng.random(count + 1) < 0.7
    found, near = LookAlikes(nodes, indexed_from=WAYS[way])(feature, most, allowed)
    order, best = exact(nodes, feature, most, allowed)
    assert found.tolist() == order
    np.testing.assert_allclose(near, [best[i] for i in order], atol=1e-6)


def test_many_views_of_one_node_do_not_hide_the_others():
    rng = np.random.default_rng(0)
    close, far = node_with(rng, 5), node_with(rng, 1)
    feature = close.views[0].feature
    for each in close.views:
        object.__setattr__(each, "feature", feature)
    found, near = LookAlikes([far, close], indexed_from=100)(feature, 2, np.ones(2, np.bool_))
    assert found.tolist() == [1, 0]
    assert near[0] == pytest.approx(1, abs=2e-3)


def test_a_picture_by_another_network_is_refused():
    nodes = [node_with(np.random.default_rng(0), 2)]
    with pytest.raises(QueryError, match="features have 8 numbers, the picture's 5"):
        LookAlikes(nodes, indexed_from=9)(np.ones(5, np.float32), 1, np.ones(1, np.bool_))
    object.__setattr__(nodes[0].views[0], "feature", np.ones(3, np.float32))
    with pytest.raises(QueryError, match=r"several networks, of lengths \[3, 8\]"):
        LookAlikes(nodes, indexed_from=9)


@pytest.fixture
def graph():
    graph, rng = SceneGraph(), np.random.default_rng(3)
    for n, label in enumerate(["mug", "chair", "mug", "chair"]):
        graph.objects[f"object_{n}"] = node_with(rng, 2, label, n)
    return graph


def test_a_picture_ranks_what_is_there_and_says_why(graph):
    ranking = Retriever(graph).like(graph.objects["object_1"].views[1].feature, top=3)
    assert ranking.answers[0].id == "object_1"
    assert len(ranking.answers) == 3
    assert ranking.answers[0].score == pytest.approx(1, abs=2e-3)
    assert [reason.constraint for reason in ranking.answers[0].why] == ["looks like the picture"]
    scores = [answer.score for answer in ranking.answers]
    assert scores == sorted(scores, reverse=True)


def test_a_text_beside_the_picture_narrows_it(graph):
    chair = graph.objects["object_1"].views[0].feature
    ranking = Retriever(graph).like(chair, "the mug")
    assert {answer.label for answer in ranking.answers} == {"mug"}
    assert Retriever(graph).like(chair, "elephant").answers == ()


def test_a_map_without_views_says_so(graph):
    for node in graph.objects.values():
        node.views = []
    with pytest.raises(QueryError, match="the map holds no views"):
        Retriever(graph).like(np.ones(8, np.float32))
