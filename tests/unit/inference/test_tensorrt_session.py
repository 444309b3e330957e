"""The native TensorRT session's own doings, on a simulated GPU (see simulated_gpu)."""

import gc

import numpy as np
import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference import find_model
from inherit_fast.inference.tensorrt_build import EngineConfig
from inherit_fast.inference.tensorrt_session import TensorRtSession
from simulated_gpu import simulate_gpu


@pytest.fixture
def trt(monkeypatch, tmp_path):
    monkeypatch.setenv("INHERIT_FAST_CACHE", str(tmp_path))
    return simulate_gpu(monkeypatch)


def opened(config=None, calibration=()):
    path = find_model("efflite2").path()
    return TensorRtSession(path, config, calibration, flavour="simulated_tensorrt")


def images(n):
    return np.random.default_rng(n).normal(size=(n, 3, 260, 260)).astype(np.float32)


def test_an_engine_is_built_for_the_sizes_asked_for_and_then_found_again(trt):
    opened(EngineConfig(best_size=2, most_size=4))
    assert trt.profiles == [
        ("image", [1, 3, 260, 260], [2, 3, 260, 260], [4, 3, 260, 260]),
    ]
    opened(EngineConfig(best_size=2, most_size=4))
    assert trt.builds == 1
    opened(EngineConfig(best_size=2, most_size=3))
    assert trt.builds == 2


def test_a_damaged_engine_is_built_again(trt, tmp_path):
    opened()
    (kept,) = (tmp_path / "engines").glob("*.engine")
    kept.write_bytes(kept.read_bytes()[:-9])
    assert opened().run({"image": images(1)})["feat"].shape == (1, 1280)
    assert trt.builds == 2


def test_memory_grows_with_the_largest_run_and_goes_with_the_session(trt):
    session, cuda = opened(), trt.cuda
    session.run({"image": images(1)})
    held, taken = len(cuda.memory), cuda.taken
    session.run({"image": images(3)})
    grown = cuda.taken
    assert grown > taken
    for n in (1, 2, 3):
        session.run({"image": images(n)})
    assert cuda.taken == grown
    assert len(cuda.memory) == held
    del session
    gc.collect()
    assert not cuda.memory


def test_a_lower_precision_is_in_the_engines_file_and_in_its_numbers(trt):
    exact = opened().run({"image": images(2)})["feat"]
    halves = opened(EngineConfig(precision="float16")).run({"image": images(2)})["feat"]
    assert trt.builds == 2
    assert 0 < np.abs(halves - exact).max() < 0.02 * np.abs(exact).max()


def test_int8_needs_frames_when_it_is_built_and_never_again(trt):
    config = EngineConfig(precision="int8")
    with pytest.raises(ModelError, match="int8 needs a folder of frames to calibrate with"):
        opened(config)
    opened(config, ({"image": images(1)} for _ in range(2)))
    assert opened(config).run({"image": images(1)})["feat"].shape == (1, 1280)
    assert trt.builds == 1


def test_what_is_held_is_never_copied_and_freed_with_its_last_reference(trt):
    session, cuda = opened(), trt.cuda
    held = session.hold({"image": images(2)})
    assert cuda.copied == [2 * 3 * 260 * 260 * 4]
    assert held["feat"].shape == (2, 1280)
    before = len(cuda.memory)
    del held
    gc.collect()
    assert len(cuda.memory) == before - 3
