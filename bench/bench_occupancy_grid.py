import numpy as np
import pytest

from inherit_fast.kernels import OccupancyGrid
from occupancy_case import RULES, camera, render
from reference import occupancy_grid as twin
from second_opinion import occupancy_grid as numba_version
from second_opinion import octomap

INTRINSICS = np.array([585.0, 585.0, 320.0, 240.0])
TABLE = ((1.5, -0.6, 0.7), (2.5, 0.6, 0.75))
CUPBOARD = ((3.2, 1.0, 0.0), (4.0, 2.0, 2.0))


@pytest.fixture(scope="module", params=[1, 2], ids=lambda s: f"stride{s}")
def inputs(request):
    """A furnished room with a Kinect's noise, 640 x 480 uint16."""
    rng = np.random.default_rng(0)
    T = camera(-1.0, 0.0, 1.4, 0.1, 0.3)
    depth = render(T, [TABLE, CUPBOARD], INTRINSICS, (480, 640))
    depth += rng.normal(0, 0.0012, depth.shape).astype(np.float32) * depth**2
    depth[rng.random(depth.shape) < 0.05] = 0.0
    return {
        "depth": np.round(depth * 1000).astype(np.uint16),
        "depth_scale": 0.001,
        "intrinsics": INTRINSICS,
        "T_world_camera": T,
        "floor_plane": np.zeros(3),
        "min_depth_m": 0.2,
        "max_depth_m": 6.0,
        "stride": request.param,
    }


def occupied(grid):
    """(N, 2) ix, iy of cells above zero."""
    (ix, iy), log_odds, *_ = grid.snapshot()
    return np.argwhere(log_odds > 0)[:, ::-1] + (ix, iy)


@pytest.mark.parametrize("name", ["numpy", "core"])
def test_bench_integrate(benchmark, inputs, name):
    benchmark.group = f"occupancy_grid 640x480, stride {inputs['stride']}"
    expected = twin.OccupancyGrid(**RULES)
    expected.integrate(**inputs)
    grid = twin.OccupancyGrid(**RULES) if name == "numpy" else OccupancyGrid(**RULES)
    grid.integrate(**inputs)
    for got, wanted in zip(grid.snapshot(), expected.snapshot(), strict=True):
        np.testing.assert_array_equal(got, wanted)
    rounds = 2 if name == "numpy" else 300
    updated = benchmark.pedantic(lambda: grid.integrate(**inputs), rounds=rounds)
    assert updated > 1000


def test_bench_points_alone_in_numba(benchmark, inputs):
    benchmark.group = f"occupancy_grid 640x480, stride {inputs['stride']}"
    values = {**inputs, "rules": RULES}
    hits = numba_version.hit_cells(**values)
    benchmark.pedantic(lambda: numba_version.hit_cells(**values), rounds=100)
    grid = OccupancyGrid(**RULES)
    grid.integrate(**inputs)
    ours, theirs = ({tuple(c) for c in cells.tolist()} for cells in (occupied(grid), hits))
    assert len(ours ^ theirs) <= 0.01 * len(ours)


@pytest.fixture(scope="module")
def octomap_library():
    try:
        return octomap.build()
    except RuntimeError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("discretize", [False, True], ids=["every ray", "one ray a voxel"])
def test_bench_octomap(benchmark, inputs, octomap_library, discretize):
    """The same frame into voxels of the same size, all rays freed in three dimensions."""
    benchmark.group = f"occupancy_grid 640x480, stride {inputs['stride']}"
    tree = octomap.OctoMap(octomap_library, RULES)
    tree.integrate(**inputs, discretize=discretize)
    grid = OccupancyGrid(**RULES)
    grid.integrate(**inputs)
    found = occupied(grid), tree.occupied()
    ours, theirs = ({tuple(cell) for cell in cells.tolist()} for cells in found)
    assert len(ours & theirs) > 0.99 * len(ours)
    assert len(theirs) < 1.1 * len(ours)  # one point makes a voxel, min_points make a cell
    benchmark.pedantic(lambda: tree.integrate(**inputs, discretize=discretize), rounds=10)
