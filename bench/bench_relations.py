import numpy as np
import pytest

from box_maker import random_boxes
from inherit_fast import kernels
from reference import relations as twin
from relation_rules import rules
from second_opinion import relations as numba_version


def numpy_tables(boxes, **inputs):
    """The twin's array rules over the core's own box measures; with its own it takes minutes."""
    return twin.relate_boxes(boxes, measures=kernels, **inputs)


IMPLEMENTATIONS = {
    "numpy": numpy_tables,
    "numba": numba_version.relate_boxes,
    "core": kernels.relate_boxes,
}


@pytest.fixture(scope="module")
def inputs():
    """300 upright things of a storey, 100 of them around what changed."""
    rng = np.random.default_rng(0)
    boxes = random_boxes(rng, 300, upright=True)
    boxes[:, :2] = rng.uniform(0, 16, (300, 2))
    boxes[:, 2] = rng.choice([0.0, 0.75], 300) + boxes[:, 5] / 2
    return boxes, {
        "kinds": rng.integers(0, 7, 300).astype(np.uint8),
        "groups": np.full(300, -1, np.int32),
        "subjects": np.arange(100, dtype=np.int32),
        **rules(),
    }


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_bench_relations(benchmark, inputs, implementation):
    benchmark.group = "relate_boxes 100 of 300"
    boxes, more = inputs
    rounds = 3 if implementation == "numpy" else 30
    found = benchmark.pedantic(
        IMPLEMENTATIONS[implementation], args=(boxes,), kwargs=more, rounds=rounds, warmup_rounds=1
    )
    expected = numpy_tables(boxes, **more)
    assert len(expected[0]) > 500
    for column, other in zip(found[:3], expected[:3], strict=True):
        np.testing.assert_array_equal(column, other)
