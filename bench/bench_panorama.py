import numpy as np
import pytest

from inherit_fast import kernels
from panoramas import cube_faces, smooth_panorama
from reference import panorama as twin
from second_opinion import panorama as numba_version

UNWRAP = {
    "numpy": twin.unwrap_panorama,
    "numba": numba_version.unwrap_panorama,
    "core": kernels.unwrap_panorama,
}
WRAP = {"numpy": twin.wrap_panorama, "core": kernels.wrap_panorama}
FACES = cube_faces(4, 640, 640, 95.0)


@pytest.mark.parametrize("implementation", UNWRAP)
def test_bench_unwrap(benchmark, implementation):
    benchmark.group = "unwrap 1920x640 to 4 faces of 640x640, bilinear"
    panorama = smooth_panorama(640, 1920)
    function = UNWRAP[implementation]
    size = {"height": 640, "width": 640, "sampling": "bilinear"}
    function(panorama, **FACES, **size)  # compiles Numba's
    faces = benchmark(function, panorama, **FACES, **size)
    want = kernels.unwrap_panorama(panorama, **FACES, **size)
    assert (np.abs(faces.astype(int) - want) > 1).mean() < 1e-3
    assert faces.std() > 30


@pytest.mark.parametrize("implementation", WRAP)
def test_bench_wrap(benchmark, implementation):
    benchmark.group = "wrap 4 faces of 640x640 to 1920x640, bilinear"
    panorama = smooth_panorama(640, 1920)
    faces = kernels.unwrap_panorama(panorama, **FACES, height=640, width=640, sampling="bilinear")
    size = {"height": 640, "width": 1920, "sampling": "bilinear"}
    back, seen = benchmark(WRAP[implementation], faces, **FACES, **size)
    want, expected = kernels.wrap_panorama(faces, **FACES, **size)
    assert (seen != expected).mean() < 1e-3
    assert (np.abs(back.astype(int) - want) > 1).mean() < 1e-3
    inner = seen == 1
    assert inner.mean() > 0.6
    assert np.abs(back[inner].astype(int) - panorama[inner]).mean() < 1.0
