"""Every export, at tiny size with random weights, held against torch."""

import json

import numpy as np
import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference import OnnxSession, find_model, load_manifest
from inherit_fast.inference.check import RECORD, check_model, read_record
from inherit_fast.inference.exports.recipe import RECIPES, find_recipe
from tiny_models import differences, need_tiny

FROM_TORCH = sorted(set(RECIPES) - {"mobilesam"})


@pytest.mark.parametrize("recipe", FROM_TORCH)
def test_every_export_equals_torch_at_sizes_it_was_not_traced_with(recipe):
    for result in differences(recipe):
        assert result.against == "record"
        assert not result.wrong
        assert result.worst < 1e-5


@pytest.mark.parametrize("recipe", FROM_TORCH)
def test_an_export_describes_itself(recipe):
    manifest = load_manifest(need_tiny(recipe))
    entries = [entry for entry in manifest.values() if entry.recipe == recipe]
    listed = {n for n, entry in load_manifest().items() if entry.recipe == recipe}
    assert {entry.name for entry in entries} == listed
    for entry in entries:
        inputs, outputs = read_record(entry.companion(RECORD))
        assert list(entry.inputs) == list(inputs)
        assert list(entry.outputs) == list(outputs)
        assert "opset 18" in entry.source
        assert ("tokenizer" in entry.companions) == ("input_ids" in inputs)


def test_texts_of_sam3_share_one_image_in_a_run():
    entry = find_model("sam3_decoder", need_tiny("sam3"))
    inputs, expected = read_record(entry.companion(RECORD))
    session = OnnxSession(entry.path())
    for i in range(len(inputs["text"])):
        one = {**inputs, **{k: inputs[k][i : i + 1] for k in ("text", "attention_mask")}}
        np.testing.assert_allclose(session.run(one)["masks"][0], expected["masks"][i], atol=1e-4)


def test_an_altered_export_fails_its_check(tmp_path):
    entry = find_model("dinov3", need_tiny("dinov3"))
    for name in ("model.onnx", "record.npz", "manifest.toml"):
        (tmp_path / name).write_bytes((entry.home / name).read_bytes())
    with np.load(tmp_path / "record.npz") as record:
        arrays = {key: record[key].copy() for key in record.files}
    arrays["out:pooled"][0, 0] += 0.1
    np.savez(tmp_path / "record.npz", **arrays)
    result = check_model(find_model("dinov3", tmp_path), OnnxSession)
    assert len(result.wrong) == 1
    assert result.wrong[0].startswith("pooled differs from the record")


def test_without_torch_the_extra_is_named(monkeypatch):
    import sys

    for name in ("torch", "transformers"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, RECIPES["owlv2"], raising=False)
    monkeypatch.delitem(sys.modules, "inherit_fast.inference.exports.modules", raising=False)
    with pytest.raises(ModelError, match=r"which is not installed; pip install .*\[export\]"):
        find_recipe("owlv2")


def test_an_unknown_export_is_told_with_those_that_exist():
    with pytest.raises(ModelError, match=r"no export called 'sam4'; there are dinov3, mobilesam"):
        find_recipe("sam4")


def test_weights_that_cannot_be_had_are_one_sentence(tmp_path, monkeypatch, capsys):
    need_tiny()
    from inherit_fast.cli import main

    (tmp_path / "config.json").write_text(json.dumps({"model_type": "dinov3_vit"}))
    arguments = ["models", "export", "dinov3", "--weights", str(tmp_path), "-o", str(tmp_path)]
    monkeypatch.setattr("sys.argv", ["inherit-fast", *arguments])
    with pytest.raises(SystemExit, match="1"):
        main()
    err = capsys.readouterr().err
    assert "cannot be had" in err
    assert not list(tmp_path.glob(".part-*"))


def test_mobilesams_decoder_is_cut_without_changing_its_answers(tmp_path):
    pytest.importorskip("onnx")
    from pulled import need_model

    need_model("mobilesam")
    recipe = find_recipe("mobilesam")
    copied, cut = recipe.export(None, tmp_path)
    assert not copied.wrong
    assert not cut.wrong
    assert cut.worst < 1e-4
    assert "orig_im_size" not in find_model("mobilesam_cut_decoder", tmp_path).inputs
