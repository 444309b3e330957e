import json
import sys

import pytest

from inherit_fast.cli import main


def run(capsys, monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["inherit-fast", "doctor", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    captured = capsys.readouterr()
    return end.value.code or 0, captured.out, captured.err


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("INHERIT_FAST_CACHE", str(tmp_path / "cache"))


def test_the_embedded_default_is_fit_and_every_lack_has_advice(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "--json")
    facts = {fact["name"]: fact for fact in json.loads(out)}
    assert code == 0
    assert facts["CPUExecutionProvider"]["found"] == "started"
    for name in ("processor", "memory", "cache", "onnxruntime", "model nanodet", "model minilm"):
        assert facts[name]["state"] == "ok", facts[name]
    assert "cores" in facts["processor"]["found"]
    assert facts["export sam3"]["state"] == "absent"
    assert "run inherit-fast models export sam3 " in facts["export sam3"]["advice"]
    assert all(fact["advice"] for fact in facts.values() if fact["state"] == "absent")


def test_without_onnxruntime_it_says_what_to_install_and_fails(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    code, out, err = run(capsys, monkeypatch)
    assert code == 1
    assert "onnxruntime must be mended" in err
    assert "broken" in out


def test_a_cache_that_cannot_be_written_is_told(capsys, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("INHERIT_FAST_CACHE", str(tmp_path / "file"))
    _, out, _ = run(capsys, monkeypatch, "--json")
    (cache,) = [fact for fact in json.loads(out) if fact["name"] == "cache"]
    assert cache["state"] == "absent"
    assert "INHERIT_FAST_CACHE" in cache["advice"]


def test_it_prints_a_table_for_people(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch)
    assert code == 0
    assert "what to do" in out
    assert "inherit-fast[export]" in "".join(out.split())  # no markup took the brackets
