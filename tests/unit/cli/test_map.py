import json
import socket
import sqlite3
import sys

import pytest

import sample_sources as samples
from inherit_fast import cli
from inherit_fast.graph.digest import content_digest
from inherit_fast.graph.store import Store
from inherit_fast.mapper import Mapper

pytest.importorskip("onnxruntime", reason="the embedded models need the extra 'cpu'")


@pytest.fixture
def run(monkeypatch, capsys):
    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["inherit-fast", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code or 0, *capsys.readouterr()

    return call


@pytest.fixture
def recording(tmp_path):
    """Twelve frames of a room with a table, instances drawn and labelled."""
    root = tmp_path / "walk"
    samples.write_habitat(root, samples.make_sample(12, (60, 80), 60.0))
    return root


DATASET = ("--set", "perception.segmenter=dataset")


def test_a_recording_becomes_a_map_and_one_json_document(run, recording, tmp_path):
    code, out, _ = run("map", recording, "-o", tmp_path / "m", "--json", *DATASET)
    assert code == 0
    document = json.loads(out)
    assert document["funnel"]["frames"] == 12
    assert document["funnel"]["keyframes"] > 0
    assert (tmp_path / "m" / "map.svg").read_text().startswith("<")
    with Store.open(tmp_path / "m", readonly=True) as store:
        assert store.meta()["last_frame"] >= 0


def test_people_get_the_funnel_the_times_and_what_to_do_next(run, recording, tmp_path):
    code, out, _ = run("map", recording, "-o", tmp_path / "m", *DATASET)
    assert code == 0
    assert "keyframes" in out
    assert "p95 ms" in out
    assert "inherit-fast query" in out


def test_what_had_to_be_supposed_of_the_camera_is_told(run, recording, tmp_path):
    (recording / "intrinsics.json").unlink()
    code, out, err = run("map", recording, "-o", tmp_path / "m", "--json", *DATASET)
    assert code == 0
    assert "note: no camera file: a field of view of 90 degrees is taken" in err
    assert json.loads(out)["notes"][0].startswith("no camera file")


def test_a_server_that_is_still_tried_at_the_end_is_told_with_its_failure(run, recording, tmp_path):
    for name in ("openai", "tenacity"):
        pytest.importorskip(name)
    with socket.socket() as unheard:  # bound but not listening: connections are refused
        unheard.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unheard.getsockname()[1]}/v1"
        options = ("language.provider=openai", f"language.openai.base_url={url}")
        patience = ("language.openai.retries.first_wait_s=60", "updates.texts.finish_s=5")
        settings = [part for option in (*options, *patience) for part in ("--set", option)]
        code, out, _ = run("map", recording, "-o", tmp_path / "m", *DATASET, *settings)
    assert code == 0
    assert "texts pending" in out
    assert "tries failed: connection" in out
    assert "texts failed" not in out


def test_a_map_that_is_there_is_not_written_over(run, recording, tmp_path):
    run("map", recording, "-o", tmp_path / "m", *DATASET)
    before = content_digest(tmp_path / "m")
    code, _, err = run("map", recording, "-o", tmp_path / "m", *DATASET)
    assert code == 1
    assert "--resume" in err
    assert content_digest(tmp_path / "m") == before


def test_resuming_a_finished_map_adds_nothing(run, recording, tmp_path):
    run("map", recording, "-o", tmp_path / "m", *DATASET)
    with Store.open(tmp_path / "m", readonly=True) as store:
        before = list(store.load().objects)
    code, _, _ = run("map", recording, "-o", tmp_path / "m", "--resume", *DATASET)
    assert code == 0
    with Store.open(tmp_path / "m", readonly=True) as store:
        assert list(store.load().objects) == before


def test_an_interrupted_run_says_that_it_can_be_gone_on_with(run, recording, tmp_path, monkeypatch):
    whole = Mapper.push

    def push(self, frame):
        if frame.index == 5:
            raise KeyboardInterrupt
        whole(self, frame)

    monkeypatch.setattr(Mapper, "push", push)
    code, _, err = run("map", recording, "-o", tmp_path / "m", *DATASET)
    assert code == 130
    assert "--resume" in err
    monkeypatch.undo()
    code, out, _ = run("map", recording, "-o", tmp_path / "m", "--resume", "--json", *DATASET)
    assert code == 0
    assert json.loads(out)["funnel"]["frames"] < 12


def test_bad_frames_are_skipped_and_counted_with_their_reason(run, recording, tmp_path):
    victim = sorted((recording / "depth").iterdir())[3]
    victim.write_bytes(victim.read_bytes()[:200])
    code, out, _ = run("map", recording, "-o", tmp_path / "m", "--json", *DATASET)
    assert code == 0
    assert sum(json.loads(out)["bad_frames"].values()) == 1


def test_of_many_bad_frames_the_table_shows_the_count_and_the_first(run, recording, tmp_path):
    victims = sorted((recording / "depth").iterdir())[2:8]
    for victim in victims:
        victim.write_bytes(b"not a png")
    code, out, _ = run("map", recording, "-o", tmp_path / "m", *DATASET)
    assert code == 0
    told = [line for line in out.splitlines() if "bad frame" in line]
    assert len(told) == 1 + 5
    assert f" {len(victims)} " in told[0]


def test_more_bad_frames_than_good_end_the_run_with_one_sentence(run, recording, tmp_path):
    for victim in sorted((recording / "depth").iterdir())[3:]:
        victim.write_bytes(b"not a png")
    code, _, err = run("map", recording, "-o", tmp_path / "m", *DATASET)
    assert code == 1
    assert "more than half" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("map", "nowhere", "-o", "m"), "no such folder"),
        (("map", ".", "-o", "m", "--set", "lift.ring=3"), "unknown key lift"),
        (("map", ".", "-o", "m", "--set", "queue.capacity=many"), "expected int"),
        (("map", ".", "-o", "m", "--config", "none.toml"), "cannot be read"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_code_one(run, arguments, message):
    code, _, err = run(*arguments)
    assert code == 1
    assert message in err
    assert err.count("\n") == 1


def test_a_map_of_a_newer_schema_is_refused_and_kept(run, recording, tmp_path):
    run("map", recording, "-o", tmp_path / "m", *DATASET)
    with sqlite3.connect(tmp_path / "m" / "map.db") as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()
    code, _, err = run("map", recording, "-o", tmp_path / "m", "--resume", *DATASET)
    assert code == 1
    assert "schema" in err
    assert (tmp_path / "m" / "map.db").stat().st_size > 0


def test_a_damaged_map_is_refused_with_a_sentence(run, recording, tmp_path):
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "map.db").write_bytes(b"this is no database" * 100)
    code, _, err = run("map", recording, "-o", tmp_path / "m", "--resume", *DATASET)
    assert code == 1
    assert "Traceback" not in err


def test_wrong_usage_is_exit_code_two(run):
    assert run("map")[0] == 2
