import numpy as np
import pytest

from inherit_fast import kernels
from reference import visibility as twin
from second_opinion import visibility as numba_version

IMPLEMENTATIONS = {
    "numpy": twin.visible_cells,
    "numba": numba_version.visible_cells,
    "core": kernels.visible_cells,
}


@pytest.fixture(scope="module")
def inputs():
    """A floor of 20 x 20 m at 5 cm: four rooms around a cross of walls with doors, furniture."""
    rng = np.random.default_rng(0)
    labels = np.zeros((400, 400), np.int32)
    for i, (row, col) in enumerate([(2, 2), (2, 202), (202, 2), (202, 202)]):
        labels[row : row + 196, col : col + 196] = i + 1
    blocked = (labels == 0).astype(np.uint8)
    for door in (90, 300):
        blocked[door : door + 20, 198:202] = 0
        blocked[198:202, door : door + 20] = 0
    for row, col in rng.integers(10, 380, (40, 2)):
        blocked[row : row + 8, col : col + 12] = 1
    return {
        "blocked": blocked,
        "labels": labels,
        "column": 60.5,
        "row": 100.5,
        "heading_rad": 0.2,
        "fov_rad": np.radians(90.0),
        "range_cells": 120.0,  # 6 m
        "label_count": 5,
    }


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_bench_visibility(benchmark, inputs, implementation):
    benchmark.group = "visible_cells 90 deg 6 m"
    function = IMPLEMENTATIONS[implementation]
    function(**inputs)  # compiles Numba's
    counts = benchmark(function, **inputs)
    assert counts[1] > 3000
    expected = twin.visible_cells(**inputs)
    assert np.abs(counts.astype(int) - expected.astype(int)).sum() <= 8
