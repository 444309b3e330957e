"""Nearest texts: the product and the index give what sorting all sums in double gives."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inherit_fast.retrieval.vector_index import VectorIndex

WAYS = {"product": 10**9, "faiss": 0}


def exact(text, vectors, most, allowed):
    """Sort everything: by cosine, then by row."""
    rows = np.flatnonzero(allowed)
    sums = [(text[rows].astype(np.float64) * vector).sum(axis=1) for vector in vectors]
    return [rows[np.argsort(-s, kind="stable")[:most]].tolist() for s in sums]


def unit(rows):
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(params=WAYS)
def found(request):
    def ask(text, vectors, most, allowed):
        index = VectorIndex(text, indexed_from=WAYS[request.param])
        return [rows.tolist() for rows in index(vectors, most, allowed)]

    return ask


def test_the_nearest_allowed_texts_come_best_first(found):
    vectors = np.array([[0.9, 0.1, 0.3, 0.0], [0.0, 0.0, 0.1, 0.9]], np.float32)
    text = np.eye(4, dtype=np.float32)
    assert found(text, vectors, 2, np.array([False, True, True, True])) == [[2, 1], [3, 2]]


def test_without_texts_or_anything_allowed_nothing_is_found(found):
    vectors = np.ones((2, 4), np.float32)
    assert found(np.zeros((0, 4), np.float32), vectors, 2, np.zeros(0, np.bool_)) == [[], []]
    assert found(np.zeros((3, 0), np.float32), vectors, 2, np.ones(3, np.bool_)) == [[], []]
    assert found(np.eye(4, dtype=np.float32), vectors, 2, np.zeros(4, np.bool_)) == [[], []]


def test_of_texts_that_are_equal_the_first_rows_are_found(found):
    rng = np.random.default_rng(1)
    text = unit(rng.normal(size=(1003, 384)))
    text[200:900] = text[100]
    allowed = np.ones(1003, np.bool_)
    allowed[210:220] = False
    answer = found(text, text[[100, 3]], 20, allowed)
    assert answer[0] == [100, *range(200, 210), *range(220, 229)]
    assert answer == exact(text, text[[100, 3]], 20, allowed)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 300), st.integers(1, 40), st.integers(1, 40), st.floats(0, 1), st.integers(0, 99)
)
def test_both_ways_give_what_sorting_gives(count, kinds, most, share, seed):
    rng = np.random.default_rng(seed)
    text = unit(rng.normal(size=(kinds, 24)))[rng.integers(0, kinds, count)]
    vectors = unit(rng.normal(size=(3, 24)))
    allowed = rng.random(count) < share
    expected = exact(text, vectors, most, allowed)
    for indexed_from in WAYS.values():
        index = VectorIndex(text, indexed_from=indexed_from)
        assert [rows.tolist() for rows in index(vectors, most, allowed)] == expected


def test_threads_that_ask_at_once_get_the_same_answers():
    rng = np.random.default_rng(2)
    text, allowed = unit(rng.normal(size=(2000, 64))), rng.random(2000) < 0.5
    index = VectorIndex(text, indexed_from=0)
    answers: dict[int, list[list[int]]] = {}

    def ask(number):
        answers[number] = [r.tolist() for r in index(text[[number, number + 1]], 20, allowed)]

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, answer in answers.items():
        assert answer == exact(text, text[[number, number + 1]], 20, allowed)


def test_the_limit_of_threads_is_put_back():
    import faiss

    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(2)
    try:
        text = np.eye(4, dtype=np.float32)
        VectorIndex(text, indexed_from=0)(text[:1], 2, np.ones(4, np.bool_))
        assert faiss.omp_get_max_threads() == 2
    finally:
        faiss.omp_set_num_threads(before)
