"""The dense paths: two vectors against all texts of a map, half of the objects allowed."""

from functools import cache

import numpy as np
import pytest

from inherit_fast.retrieval.vector_index import VectorIndex

DIM, MOST = 384, 20


@cache
def texts(count):
    """Unit vectors of which some are the same, as equal things have equal texts."""
    rng = np.random.default_rng(0)
    text = rng.normal(size=(count, DIM)).astype(np.float32)
    text /= np.linalg.norm(text, axis=1, keepdims=True)
    text[: count // 50] = text[0]
    return text, text[[0, count // 2]], rng.random(count) < 0.5


@cache
def sorted_sums(count):
    text, vectors, allowed = texts(count)
    rows = np.flatnonzero(allowed)
    sums = text[rows].astype(np.float64) @ vectors.astype(np.float64).T
    order = np.lexsort((rows, -np.rint(sums[:, 1] * 1e9)))
    return rows[: int(allowed[: count // 50].sum())][:MOST], rows[order[:MOST]]


@pytest.mark.parametrize("way", ["product", "faiss"])
@pytest.mark.parametrize("count", [1_000, 10_000, 100_000])
def test_bench_nearest(benchmark, count, way):
    benchmark.group = f"two vectors against {count} texts of {DIM}"
    text, vectors, allowed = texts(count)
    index = VectorIndex(text, indexed_from=0 if way == "faiss" else 10**9)
    full, target = benchmark(index, vectors, MOST, allowed)
    first, second = sorted_sums(count)
    assert full[: len(first)].tolist() == first.tolist()
    assert target.tolist() == second.tolist()


@pytest.mark.parametrize("count", [1_000, 10_000, 100_000])
def test_bench_build(benchmark, count):
    benchmark.group = f"making the index of {count} texts of {DIM}"
    text, vectors, _ = texts(count)
    index = benchmark(VectorIndex, text, indexed_from=0)
    assert index(vectors, 1, np.ones(count, np.bool_))[0].tolist() == [0]
