import numpy as np
import pytest

from box_maker import box, random_boxes
from inherit_fast import kernels
from reference import boxes as twin
from second_opinion import boxes as numba_version


def turned(rng, n):
    yaws = rng.uniform(-3, 3, n)
    return np.array([box(rng.normal(size=3), rng.uniform(0.2, 2, 3), yaw_rad=y) for y in yaws])


@pytest.mark.parametrize("name", ["numpy", "numba", "core"])
def test_bench_upright_iou(benchmark, name):
    benchmark.group = "box_iou, 10 x 30 upright boxes"
    rng = np.random.default_rng(0)
    a, b = turned(rng, 10), turned(rng, 30)
    function = {"numpy": twin, "numba": numba_version, "core": kernels}[name].box_iou
    function(a, b)  # compiles Numba's
    iou = benchmark.pedantic(function, (a, b), rounds=3 if name == "numpy" else 200)
    np.testing.assert_allclose(iou, twin.box_iou(a, b), atol=2e-8)
    assert (iou > 0).mean() > 0.05


@pytest.mark.parametrize("measure", ["box_iou", "box_gap"])
@pytest.mark.parametrize("name", ["numpy", "core"])
def test_bench_any_rotation(benchmark, name, measure):
    benchmark.group = f"{measure}, 10 x 30 boxes of any rotation"
    rng = np.random.default_rng(1)
    a, b = (random_boxes(rng, n, upright=False) for n in (10, 30))
    more = {"max_gap_m": 9.0} if measure == "box_gap" else {}
    function = getattr({"numpy": twin, "core": kernels}[name], measure)
    rounds = 3 if name == "numpy" else 100
    result = benchmark.pedantic(function, (a, b), more, rounds=rounds)
    np.testing.assert_allclose(result, getattr(twin, measure)(a, b, **more), atol=1e-6)
    assert (result > 0).mean() > 0.1
