import json

import numpy as np
import pytest
from typer.testing import CliRunner

from inherit_fast.cli import build_app
from inherit_fast.graph import Store
from real_data import need
from rooms import flat
from scene_maker import bag_of_words


def run(*arguments):
    return CliRunner().invoke(build_app(), [str(argument) for argument in arguments])


@pytest.fixture
def map_path(tmp_path):
    graph, _ = flat()
    for number, node in enumerate(graph.objects.values()):
        node.source_id = number
    with Store.create(tmp_path / "flat.map") as store:
        store.save_keyframe(graph)
    return tmp_path / "flat.map"


@pytest.fixture
def queries(tmp_path):
    path = tmp_path / "queries.jsonl"
    lines = [
        {"text": "the red mug", "target_ids": [1], "category": "attribute"},
        {"text": "the toilet", "target_ids": [8], "category": "basic"},
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def test_json_holds_shares_categories_and_every_query(map_path, queries):
    result = run("eval", map_path, queries, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["strict_top1"] == 0.5
    assert document["by_category"]["attribute"]["strict_top1"] == 1.0
    assert document["queries"][1]["answers"][0]["label"] == "toilet"
    assert {"map", "queries"} == document["sources"].keys()
    assert document["versions"]["inherit_fast"]
    assert "seeds" in document


def test_truth_of_a_file_is_matched_by_position(map_path, queries, tmp_path):
    truth = tmp_path / "truth.json"
    rows = [
        {"id": 1, "label": "mug", "center": [1.6, 2.0, 0.85], "extent": [0.1, 0.1, 0.1]},
        {"id": 8, "label": "toilet", "center": [8, 1, 0.4], "extent": [0.4, 0.6, 0.8]},
    ]
    truth.write_text(json.dumps({"objects": rows}))
    result = run("eval", map_path, queries, "--truth", truth, "--truth-frame", "source", "--json")
    assert json.loads(result.stdout)["strict_top1"] == 1.0


def test_a_truth_of_the_other_world_is_told(tmp_path, queries):
    graph, _ = flat()
    graph.T_map_source = np.eye(4)
    graph.T_map_source[:3, 3] = 3.0, -2.0, 1.0
    with Store.create(tmp_path / "moved.map") as store:
        store.save_keyframe(graph)
    rows = [
        {
            "id": number,
            "label": node.label,
            "center": (node.box.center_m - graph.T_map_source[:3, 3]).tolist(),
            "extent": node.box.extent_m.tolist(),
        }
        for number, node in enumerate(graph.objects.values())
    ]
    truth = tmp_path / "truth.json"
    truth.write_text(json.dumps({"objects": rows}))
    asked = ("eval", tmp_path / "moved.map", queries, "--truth", truth, "--truth-frame")
    wrong, right = run(*asked, "map"), run(*asked, "source")
    assert "with --truth-frame source 100% would" in wrong.stderr
    assert (wrong.exit_code, right.stderr) == (0, "")


def test_people_read_a_table(map_path, queries):
    result = run("eval", map_path, queries)
    assert result.exit_code == 0
    for text in ("strict Top-1", "attribute", "50.0 %", "ms a query"):
        assert text in result.stdout


def test_the_peers_and_the_components_are_asked_on_the_same_map(map_path, queries, monkeypatch):
    monkeypatch.setattr("inherit_fast.cli.maps.text_encoder", lambda: bag_of_words)
    document = json.loads(run("eval", map_path, queries, "--compare", "--json").stdout)
    assert len(document["systems"]) == 7
    assert {row["count"] for row in document["systems"] + document["ablation"]} == {2}
    assert document["ablation"][0]["name"] == "typed constraints"
    told = run("eval", map_path, queries, "--compare").stdout
    for text in ("Systems", "Components", "Where queries fail"):
        assert text in told
    assert "| hierarchical retrieval and pick (KeySG's way) |" in told  # 80 columns cut nothing


def test_wrong_use_is_told(map_path, queries, tmp_path):
    assert run("eval", map_path, queries, "--truth-frame", "moon").exit_code == 2
    other = tmp_path / "other.jsonl"
    other.write_text('{"text": "a", "target_ids": [999]}')
    assert "none of its targets" in str(run("eval", map_path, other).exception)


def test_people_who_wrote_instructions_for_a_house_find_their_things(tmp_path):
    scene = need("scenes", "5q7pvUzZiYa")
    assert run("import", "vla3d", scene, "-o", tmp_path / "house.map", "--json").exit_code == 0
    result = run("eval", tmp_path / "house.map", scene / "reverie_queries.jsonl", "--json")
    document = json.loads(result.stdout)
    assert document["count"] == 108
    assert document["strict_top1"] >= 0.45  # sentence vectors alone: 0.435
    assert document["recall_at_5"] >= 0.80  # 0.731


def test_statements_made_from_a_scene_name_their_things(tmp_path):
    scene = need("scenes", "02b33e01-be2b-2d54-93fb-4145a709cec5")
    [path] = scene.glob("*_referential_statements.json")
    [region] = json.loads(path.read_text("utf-8"))["regions"].values()
    lines = [
        {"text": text, "category": made[0]["relation"], "target_ids": _targets(made)}
        for text, made in region.items()
        if isinstance(made, list)
    ]
    queries = tmp_path / "statements.jsonl"
    queries.write_text("\n".join(map(json.dumps, lines)))
    run("import", "vla3d", scene, "-o", tmp_path / "room.map", "--json")
    document = json.loads(run("eval", tmp_path / "room.map", queries, "--json").stdout)
    assert document["count"] == 747
    assert document["strict_top1"] >= 0.95
    assert min(scores["strict_top1"] for scores in document["by_category"].values()) >= 0.9


def _targets(made):
    return [int(statement["target_index"]) for statement in made]


def test_export_writes_what_import_read(tmp_path):
    scene = need("scenes", "loft")
    run("import", "vla3d", scene, "-o", tmp_path / "loft.map", "--json")
    result = run("export", tmp_path / "loft.map", "json", "-o", tmp_path / "loft.json", "--json")
    assert json.loads(result.stdout)["objects"] == 115
    document = json.loads((tmp_path / "loft.json").read_text("utf-8"))
    assert len(document["objects"]) == 115
    assert {room["label"] for room in document["rooms"]} == {"bedroom", "corridor", "livingroom"}
