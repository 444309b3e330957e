"""TensorRT's parser and builder on everything we ship or export; no GPU needed."""

from dataclasses import replace

import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference import find_model, load_manifest
from inherit_fast.inference.engine_cache import prepare_engine
from inherit_fast.inference.exports.recipe import RECIPES, find_recipe
from inherit_fast.inference.tensorrt_build import EngineConfig, build_engine, import_tensorrt
from pulled import need_model
from tiny_models import need_tiny

FLAVOUR = "tensorrt_rtx"
SMALL = EngineConfig(best_size=2, most_size=4)


@pytest.fixture
def rtx():
    return pytest.importorskip(FLAVOUR, reason="engines need the extra inherit-fast[trt-check]")


@pytest.mark.parametrize("name", ["nanodet", "efflite2"])
def test_the_shipped_image_models_become_engines(rtx, name):
    assert len(build_engine(rtx, find_model(name).path(), SMALL)) > 1_000_000


@pytest.mark.parametrize("recipe", sorted(set(RECIPES) - {"mobilesam"}))
def test_every_export_becomes_an_engine(rtx, recipe):
    entries = [e for e in load_manifest(need_tiny(recipe)).values() if e.recipe == recipe]
    assert entries
    for entry in entries:
        full = len(build_engine(rtx, entry.path(), SMALL))
        assert full > 100_000
        assert len(build_engine(rtx, entry.path(), replace(SMALL, precision="float16"))) != full


def test_the_cut_mobilesam_becomes_engines(rtx, tmp_path):
    pytest.importorskip("onnx")
    need_model("mobilesam")
    for result in find_recipe("mobilesam").export(None, tmp_path):
        path = find_model(result.name, tmp_path).path()
        assert len(build_engine(rtx, path, SMALL)) > 10_000_000


def test_what_the_parser_refuses_is_told_in_its_words(rtx, tmp_path):
    (tmp_path / "noise.onnx").write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"noise\.onnx: TensorRT's parser refuses it: .+"):
        build_engine(rtx, tmp_path / "noise.onnx", SMALL)


def test_engines_and_timings_are_kept(rtx, tmp_path, monkeypatch):
    monkeypatch.setenv("INHERIT_FAST_CACHE", str(tmp_path))
    first = prepare_engine(find_model("nanodet").path(), SMALL, FLAVOUR)
    assert first["by"].startswith("tensorrt_rtx 1.")
    (engine,) = (tmp_path / "engines").glob("*.engine")
    written = engine.stat().st_mtime_ns
    assert prepare_engine(find_model("nanodet").path(), SMALL, FLAVOUR) == first
    assert engine.stat().st_mtime_ns == written
    engine.write_bytes(engine.read_bytes()[:1000])
    assert prepare_engine(find_model("nanodet").path(), SMALL, FLAVOUR)["bytes"] == first["bytes"]


def test_an_absent_tensorrt_is_told_with_where_it_comes_from():
    with pytest.raises(ModelError, match="TensorRT is not installed; JetPack brings it"):
        import_tensorrt("no_such_tensorrt")
