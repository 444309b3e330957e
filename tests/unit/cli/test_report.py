import json

import pytest
from typer.testing import CliRunner

from inherit_fast.cli import build_app
from inherit_fast.errors import QueryError
from inherit_fast.evaluation import read_queries
from inherit_fast.evaluation.benchmark import FINE_TYPES
from inherit_fast.graph import SceneGraph, Store
from scene_maker import bag_of_words

HOUSES = [f"house:seed={seed},rooms_per_floor=6" for seed in (0, 1)]
SMALL = ["house:seed=0,floors=1,rooms_per_floor=6", "house:seed=1,rooms_per_floor=3"]


def run(*arguments):
    return CliRunner().invoke(build_app(), arguments, catch_exceptions=False)


def test_bench_queries_writes_a_file_a_scene_with_every_fine_type(tmp_path):
    result = run("bench-queries", *HOUSES, "-o", str(tmp_path), "--count", "84", "--json")
    document = json.loads(result.stdout)
    assert sorted(document["fine_types"]) == sorted(t for ts in FINE_TYPES.values() for t in ts)
    assert sum(document["queries"].values()) == 84
    for name, count in document["queries"].items():
        assert len(read_queries(tmp_path / f"{name}.jsonl")) == count


def test_report_compares_ours_and_the_peers_and_saves_every_answer(tmp_path, monkeypatch):
    monkeypatch.setattr("inherit_fast.cli.maps.text_encoder", lambda: bag_of_words)
    result = run("report", *SMALL, "-o", str(tmp_path), "--count", "36", "--json")
    document = json.loads(result.stdout)
    assert [len(document["systems"][kind]) for kind in ("clean", "noisy")] == [7, 7]
    ours = document["systems"]["clean"][0]
    assert ours["name"] == "inherit_fast"
    assert ours["count"] == 36
    assert ours["strict_top1"] == max(r["strict_top1"] for r in document["systems"]["clean"])
    assert sum(ours["checks"].values()) == 36
    rows = list(map(json.loads, (tmp_path / "predictions.jsonl").read_text().splitlines()))
    told = [r["top1"] for r in rows if r["maps"] == "clean" and r["system"] == "inherit_fast"]
    assert sum(told) / 36 == pytest.approx(ours["strict_top1"])
    assert document["seeds"] == {"queries": 0, "noise": 0}
    assert "| inherit_fast |" in (tmp_path / "report.md").read_text()
    assert len(list((tmp_path / "queries").iterdir())) == 2 * len(SMALL)
    assert document["sets"]["clean"]["count"] > 0
    assert len(document["ablation"]["noisy"]) == 7


def test_a_map_that_was_not_imported_is_refused(tmp_path):
    with Store.create(tmp_path / "map") as store:
        store.save_keyframe(SceneGraph())
    with pytest.raises(QueryError, match="was not imported"):
        run("bench-queries", str(tmp_path / "map"), "-o", str(tmp_path / "out"))
