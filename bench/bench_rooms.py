from dataclasses import asdict

import numpy as np
import pytest

import floor_plans
from inherit_fast import kernels
from inherit_fast.geometric.floor_rooms import FloorRooms, FloorRoomsConfig
from inherit_fast.geometric.room_shapes import RoomShapesConfig
from inherit_fast.geometric.rooms import RoomsConfig
from inherit_fast.graph import FloorNode
from reference import room_cleanup, rooms
from second_opinion import room_cleanup as numba_cleanup
from second_opinion import rooms as numba_rooms

SEGMENT = {
    "scipy": rooms.segment_rooms,
    "numba": numba_rooms.segment_rooms,
    "core": kernels.segment_rooms,
}
CLEAN = {
    "scipy": room_cleanup.regularise_rooms,
    "numba": numba_cleanup.regularise_rooms,
    "core": kernels.regularise_rooms,
}


def corridor(rooms_a_side):
    free, truth = floor_plans.corridor_with_rooms(rooms=rooms_a_side)
    return floor_plans.turned(free, 20), floor_plans.turned(truth, 20)


@pytest.fixture(scope="module")
def floor():
    """400 m2: twenty-six rooms along a corridor, turned by 20 degrees, at 5 cm."""
    return corridor(13)


@pytest.mark.parametrize("implementation", SEGMENT)
def test_bench_segment_rooms(benchmark, floor, implementation):
    benchmark.group = "segment_rooms 400 m2 at 5 cm"
    free, truth = floor
    inputs = {"free": free, "wall": 1 - free, "wall_likeness": None, "cell_m": 0.05}
    inputs |= asdict(RoomsConfig())
    labels = run(benchmark, implementation, SEGMENT, inputs)[0]
    assert labels.max() == truth.max() == 27
    assert floor_plans.mean_iou(labels, truth) > 0.97


@pytest.mark.parametrize("implementation", CLEAN)
def test_bench_regularise_rooms(benchmark, floor, implementation):
    benchmark.group = "regularise_rooms 400 m2 at 5 cm"
    _, truth = floor
    ragged = np.where(np.random.default_rng(0).random(truth.shape) < 0.01, 0, truth)
    inputs = {"labels": ragged, "cell_m": 0.05} | asdict(RoomShapesConfig())
    labels = run(benchmark, implementation, CLEAN, inputs)[0]
    assert floor_plans.mean_iou(labels, truth) > 0.97


@pytest.mark.parametrize("rooms_a_side", [13, 26])
def test_bench_room_update(benchmark, rooms_a_side):
    """Masks, outlines, ids, doorways of a floor where another piece of wall was seen each time."""
    free, truth = corridor(rooms_a_side)
    benchmark.group = f"room update {free.sum() * 0.05**2:.0f} m2 at 5 cm"
    floor_rooms = FloorRooms(FloorRoomsConfig(), "floor_1")
    before = floor_plans.grid_of(free)
    floor_rooms.update(FloorNode("floor_1", 0.0), before, 1)
    seen = np.argwhere(truth == 2)[::50]
    steps = iter(range(1, len(seen)))

    def another():
        changed = free.copy()
        row, col = seen[next(steps)]
        changed[row : row + 2, col : col + 2] = 0
        return (FloorNode("floor_1", 0.0), floor_plans.grid_of(changed), 1), {}

    benchmark.pedantic(floor_rooms.update, setup=another, rounds=15)
    found = floor_rooms.map(FloorNode("floor_1", 0.0), before)
    assert len(found.rooms) == truth.max() == len(found.doorways) + 1


def run(benchmark, implementation, implementations, inputs):
    """The SciPy twins run once, seconds each; Numba's compile first."""
    function = implementations[implementation]
    if implementation == "core":
        return benchmark(function, **inputs)
    if implementation == "numba":
        function(**inputs)
    rounds = 3 if implementation == "numba" else 1
    return benchmark.pedantic(function, kwargs=inputs, rounds=rounds, iterations=1)
