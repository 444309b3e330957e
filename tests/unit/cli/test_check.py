import json
import sys

import pytest

import sample_sources as samples
from inherit_fast import cli


@pytest.fixture
def run(monkeypatch, capsys):
    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["inherit-fast", "check", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code or 0, *capsys.readouterr()

    return call


@pytest.fixture
def root(tmp_path):
    samples.write_scannet(tmp_path, samples.make_sample(12, (60, 80), 60.0))
    return tmp_path


def test_a_sound_source_ends_with_zero_and_a_table(run, root):
    code, out, _ = run(root)
    assert code == 0
    assert "scannet" in out
    assert "OpenCV, camera to" in out


def test_brackets_of_a_sentence_and_of_a_path_are_shown(run, tmp_path):
    root = tmp_path / "walk [red]"
    samples.write_habitat(root, samples.make_sample(12, (60, 80), 60.0))
    (root / "intrinsics.json").unlink()
    told = run(root)[1].replace(" ", "").replace("\n", "").replace("│", "")
    assert "dataset.intrinsics=[fx,fy,cx,cy]" in told
    assert "walk[red]:habitat" in told


def test_json_is_one_document(run, root):
    code, out, _ = run(root, "--json")
    assert code == 0
    assert json.loads(out)["usable"] is True


def test_a_refused_source_ends_with_one_sentence_and_still_reports(run, root):
    code, out, err = run(root, "--json", "--set", "dataset.camera_axes=opengl")
    assert code == 1
    assert json.loads(out)["usable"] is False
    assert "the poses are read as OpenGL" in err.strip().splitlines()[-1]
    assert "Traceback" not in err


def test_an_empty_folder_ends_with_one_sentence(run, tmp_path):
    (tmp_path / "empty").mkdir()
    code, out, err = run(tmp_path / "empty")
    assert code == 1
    assert out == ""
    assert "the folder is empty" in err


def test_wrong_usage_ends_with_two(run):
    assert run()[0] == 2
