from types import SimpleNamespace

import pytest

from inherit_fast.inference.engine_cache import cached_engine, engine_key
from inherit_fast.inference.tensorrt_build import EngineConfig

TRT = SimpleNamespace(__name__="tensorrt", __version__="10.16")


class Builder:
    def __init__(self, engine=b"engine" * 100):
        self.engine, self.builds = engine, 0

    def __call__(self):
        self.builds += 1
        return self.engine


def test_an_engine_is_built_once(tmp_path):
    build = Builder()
    for _ in range(3):
        assert cached_engine("k", build, folder=tmp_path) == build.engine
    assert build.builds == 1
    assert [p.name for p in tmp_path.iterdir()] == ["k.engine"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:40],
        lambda whole: whole[:-1],
        lambda whole: whole[:-1] + b"?",
        lambda whole: b"another format" + whole,
    ],
    ids=["empty", "only a head", "cut", "flipped", "foreign file"],
)
def test_a_damaged_engine_is_built_again(tmp_path, damage):
    build = Builder()
    cached_engine("k", build, folder=tmp_path)
    path = tmp_path / "k.engine"
    path.write_bytes(damage(path.read_bytes()))
    assert cached_engine("k", build, folder=tmp_path) == build.engine
    assert build.builds == 2
    cached_engine("k", build, folder=tmp_path)
    assert build.builds == 2


def test_an_engine_that_the_runtime_refuses_is_built_again(tmp_path):
    cached_engine("k", Builder(b"of another GPU"), folder=tmp_path)
    build = Builder()
    assert cached_engine("k", build, lambda kept: kept == build.engine, tmp_path) == build.engine
    assert build.builds == 1


def test_a_failed_build_leaves_nothing(tmp_path):
    def fail():
        raise RuntimeError("no memory")

    with pytest.raises(RuntimeError, match="no memory"):
        cached_engine("k", fail, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_key_tells_models_versions_gpus_and_options_apart(tmp_path):
    (tmp_path / "a.onnx").write_bytes(b"a")
    (tmp_path / "b.onnx").write_bytes(b"b")
    newer = SimpleNamespace(__name__="tensorrt", __version__="10.17")
    keys = [
        engine_key(tmp_path / "a.onnx", TRT, "Orin 8.7", EngineConfig()),
        engine_key(tmp_path / "b.onnx", TRT, "Orin 8.7", EngineConfig()),
        engine_key(tmp_path / "a.onnx", newer, "Orin 8.7", EngineConfig()),
        engine_key(tmp_path / "a.onnx", TRT, "Thor 11.0", EngineConfig()),
        engine_key(tmp_path / "a.onnx", TRT, "Orin 8.7", EngineConfig(precision="float16")),
        engine_key(tmp_path / "a.onnx", TRT, "Orin 8.7", EngineConfig(most_size=8)),
    ]
    assert len(set(keys)) == len(keys)
    assert keys[0] == engine_key(tmp_path / "a.onnx", TRT, "Orin 8.7", EngineConfig())
