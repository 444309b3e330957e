from dataclasses import asdict

import numpy as np
import pytest

import floor_plans
from inherit_fast import kernels
from inherit_fast.geometric.room_shapes import RoomShapesConfig
from inherit_fast.geometric.rooms import RoomsConfig
from reference import room_cleanup, rooms

SEGMENT = {"scipy": rooms.segment_rooms, "core": kernels.segment_rooms}
CLEAN = {"scipy": room_cleanup.regularise_rooms, "core": kernels.regularise_rooms}


@pytest.fixture(scope="module")
def floor():
    """400 m2: twenty-six rooms along a corridor, turned by 20 degrees, at 5 cm."""
    free, truth = floor_plans.corridor_with_rooms(rooms=13)
    return floor_plans.turned(free, 20), floor_plans.turned(truth, 20)


@pytest.mark.parametrize("implementation", SEGMENT)
def test_bench_segment_rooms(benchmark, floor, implementation):
    benchmark.group = "segment_rooms 400 m2 at 5 cm"
    free, truth = floor
    inputs = {"free": free, "wall": 1 - free, "wall_likeness": None, "cell_m": 0.05}
    inputs |= asdict(RoomsConfig())
    run = benchmark if implementation == "core" else once(benchmark)
    labels = run(SEGMENT[implementation], **inputs)[0]
    assert labels.max() == truth.max() == 27
    assert floor_plans.mean_iou(labels, truth) > 0.97


@pytest.mark.parametrize("implementation", CLEAN)
def test_bench_regularise_rooms(benchmark, floor, implementation):
    benchmark.group = "regularise_rooms 400 m2 at 5 cm"
    _, truth = floor
    ragged = np.where(np.random.default_rng(0).random(truth.shape) < 0.01, 0, truth)
    inputs = {"labels": ragged, "cell_m": 0.05} | asdict(RoomShapesConfig())
    run = benchmark if implementation == "core" else once(benchmark)
    labels = run(CLEAN[implementation], **inputs)[0]
    assert floor_plans.mean_iou(labels, truth) > 0.97


def once(benchmark):
    """The slow twins run one time: seconds each."""
    return lambda function, **inputs: benchmark.pedantic(
        function, kwargs=inputs, rounds=1, iterations=1
    )
