import faiss
import numpy as np
import pytest

from assign_case import RULES, bank_of, case, unit
from inherit_fast import kernels
from reference import assign as twin
from second_opinion import assign as numba_version

OBSERVATIONS, NODES, DIM, VIEWS = 50, 10_000, 384, 5


@pytest.fixture(scope="module", params=[0.1, 0.3, 0.5], ids=lambda c: f"common{c}")
def scene(request):
    """Nodes whose features have that cosine on average, half of the observations known."""
    rng = np.random.default_rng(0)
    rows, inputs = case(
        rng, OBSERVATIONS, NODES, DIM, common=request.param, noise=0.5, spread_m=50.0
    )
    inputs["features"][::2] = np.roll(inputs["features"][::2], 7, axis=1)
    inputs = {**inputs, **RULES, "far_gap_m": np.inf, "overlap_bonus": 0.0, "penalty_per_m": 0.0}
    matrix = np.concatenate(rows)
    counts = np.array([len(r) for r in rows])
    bank = bank_of(rows, DIM)

    def numpy_greedy(**values):
        cosine = values["features"] @ matrix.T
        gap, iou = twin.closeness(values["boxes"], values["node_boxes"])
        return numba_version.choose(cosine, gap, iou, **values)

    implementations = {
        "numpy_product_alone": lambda **values: values["features"] @ matrix.T,
        "numpy_greedy": numpy_greedy,
        "numba": lambda **values: numba_version.assign_rows(matrix, counts, **values),
        "core": lambda **values: kernels.assign(bank, **values),
    }
    return request.param, implementations, inputs, twin.assign(rows, **inputs)


@pytest.mark.parametrize("name", ["numpy_product_alone", "numpy_greedy", "numba", "core"])
def test_bench_assign(benchmark, scene, name):
    common, implementations, inputs, expected = scene
    benchmark.group = f"assign 50 x 10,000 x 384, cosine of strangers {common}"
    function = implementations[name]
    function(**inputs)  # compiles Numba's
    result = benchmark(function, **inputs)
    if name == "numpy_product_alone":
        assert result.shape == (OBSERVATIONS, NODES)
        return
    assert (expected[1] > 0).sum() >= OBSERVATIONS // 2
    np.testing.assert_array_equal(result[0], expected[0])
    np.testing.assert_array_equal(result[1], expected[1])


@pytest.fixture(scope="module", params=[0.1, 0.3, 0.5], ids=lambda c: f"common{c}")
def many_views(request):
    """The same with five features a node, and a flat index of all of them."""
    rng = np.random.default_rng(0)
    rows, inputs = case(
        rng, OBSERVATIONS, NODES, DIM, common=request.param, noise=0.5, spread_m=50.0
    )
    rows = [unit(row + 0.3 * unit(rng.normal(size=(VIEWS, DIM)))) for row in rows]
    inputs["features"][::2] = np.roll(inputs["features"][::2], 7, axis=1)
    inputs = {**inputs, **RULES, "far_gap_m": np.inf, "overlap_bonus": 0.0, "penalty_per_m": 0.0}
    index = faiss.IndexFlatIP(DIM)
    index.add(np.concatenate(rows))
    return request.param, index, bank_of(rows, DIM), inputs, twin.assign(rows, **inputs)


@pytest.mark.parametrize("name", ["faiss_candidates_alone", "core"])
def test_bench_candidates(benchmark, many_views, name):
    """What FAISS takes for the pairs that the greedy then sorts, beside the core's whole answer."""
    common, index, bank, inputs, expected = many_views
    benchmark.group = f"assign 50 x 10,000 x 5 views, cosine of strangers {common}"
    assert (expected[1] > 0).sum() >= OBSERVATIONS // 2
    if name == "core":
        result = benchmark(lambda: kernels.assign(bank, **inputs))
        np.testing.assert_array_equal(result[0], expected[0])
        return
    floor = RULES["moderate_cosine"] - 1e-5
    faiss.omp_set_num_threads(1)
    ends, _, found = benchmark(index.range_search, inputs["features"], floor)
    for observation in np.flatnonzero(expected[1] > 0):
        near = found[int(ends[observation]) : int(ends[observation + 1])] // VIEWS
        assert expected[0][observation] in near
