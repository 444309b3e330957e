import numpy as np
import pytest

from inherit_fast import kernels
from reference import height_bands as twin
from second_opinion import height_bands as numba_version

IMPLEMENTATIONS = {
    "numpy": twin.height_bands,
    "numba": numba_version.height_bands,
    "core": kernels.height_bands,
}
LOOK_DOWN_20_DEG = np.array(
    [[0, -0.342, 0.940, 0], [-1, 0, 0, 0], [0, -0.940, -0.342, 1.4], [0, 0, 0, 1]], np.float64
)


@pytest.fixture(scope="module", params=["uint16", "float32"])
def inputs(request):
    """A floor with a wall 4 m ahead and a table, noisy, with holes, at 640 x 480."""
    rng = np.random.default_rng(0)
    row, col = np.indices((480, 640))
    ray = np.stack([(col - 320) / 585, (row - 240) / 585, np.ones((480, 640))], axis=-1)
    world = ray @ LOOK_DOWN_20_DEG[:3, :3].T
    down = np.maximum(-world[..., 2], 1e-6)
    floor, table = 1.4 / down, 0.65 / down
    beside = np.abs(world[..., 1] * table) > 0.6
    table[beside | (np.abs(world[..., 0] * table - 2.0) > 0.5)] = np.inf
    depth = np.minimum(np.minimum(floor, table), 4.0 / world[..., 0])
    depth += rng.normal(0, 0.0012, depth.shape) * depth**2
    depth[rng.random(depth.shape) < 0.05] = 0.0
    if request.param == "uint16":
        depth = np.round(depth * 1000)
    return {
        "depth": depth.astype(request.param),
        "depth_scale": 0.001 if request.param == "uint16" else 1.0,
        "intrinsics": np.array([585.0, 585.0, 320.0, 240.0]),
        "T_world_camera": LOOK_DOWN_20_DEG,
        "min_depth_m": 0.2,
        "max_depth_m": 6.0,
        "lowest_m": -1.21,
        "band_m": 0.02,
        "bands": 280,
        "stride_px": 4,
        "span_px": 8,
        "max_slope": 0.35,
    }


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_bench_height_bands(benchmark, inputs, implementation):
    benchmark.group = f"height_bands 640x480 {inputs['depth'].dtype}"
    function = IMPLEMENTATIONS[implementation]
    function(**inputs)  # compiles Numba's
    counts = benchmark(function, **inputs)
    expected = twin.height_bands(**inputs)
    floor, table = counts[58:63].sum(), counts[95:101].sum()
    assert floor > 4 * table > 400
    shift = np.abs(np.cumsum(counts.astype(np.int64)) - np.cumsum(expected.astype(np.int64)))
    assert shift.max() <= 0.005 * expected.sum()
