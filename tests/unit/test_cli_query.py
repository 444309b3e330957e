import json

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from inherit_fast.cli import build_app, main
from inherit_fast.graph import Store, View
from rooms import flat


@pytest.fixture(scope="module")
def map_path(tmp_path_factory):
    path = tmp_path_factory.mktemp("maps") / "flat.map"
    with Store.create(path) as store:
        store.save_keyframe(flat()[0])
    return path


def run(*arguments):
    return CliRunner().invoke(build_app(), [str(argument) for argument in arguments])


def test_json_holds_the_ranked_answers_with_their_reasons(map_path):
    result = run("query", map_path, "the red mug on the table", "--top", 2, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["constraints"][0] == 'target "mug"'
    assert len(document["answers"]) == 2
    best = document["answers"][0]
    assert best["label"] == "mug"
    assert best["room"] == "kitchen"
    assert best["floor"] == "level 1"
    assert best["centroid_m"] == [1.6, 2.0, 0.85]
    assert {"constraint", "score", "weight", "part", "references", "seen_from"} == best["why"][
        0
    ].keys()


def test_people_read_the_parse_the_answers_and_the_reasons(map_path):
    result = run("query", map_path, "the mug next to the magazine")
    assert result.exit_code == 0
    for text in ('target "mug"', "1  mug", "in the kitchen", "relation beside", "object_4"):
        assert text in result.stdout


def test_nothing_found_is_said(map_path):
    assert "nothing in the map fits" in run("query", map_path, "elephant").stdout


def test_wrong_usage_is_exit_code_2(map_path):
    assert run("query", map_path, "mug", "--top", 0).exit_code == 2
    assert run("query").exit_code == 2
    assert run("query", map_path).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["no.map", "mug"], "no such map"), (["{map}", " "], "the query is empty")],
)
def test_failures_are_one_sentence_and_exit_code_1(
    map_path, arguments, sentence, monkeypatch, capsys
):
    filled = [argument.replace("{map}", str(map_path)) for argument in arguments]
    monkeypatch.setattr("sys.argv", ["inherit-fast", "query", *filled])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_explained_queries_tell_their_line_and_their_route(map_path):
    result = run("query", map_path, "the mug left of the magazine", "--explain", "--from", "2,0")
    assert result.exit_code == 0
    for text in (
        'in one line: target "mug"; relation left [target "magazine"]',
        "evidence: all evidence",
        "meant: object_3",
        "seen from where you stand",
    ):
        assert text in result.stdout


def test_settings_of_retrieval_can_be_given(map_path):
    result = run(
        "query", map_path, "the red mug", "--json", "--set", "retrieval.score.weights.attribute=0"
    )
    reasons = json.loads(result.stdout)["answers"][0]["why"]
    assert reasons[1]["weight"] == 0.0
    assert run("query", map_path, "mug", "--set", "retrieval.fuse.nonsense=1").exit_code == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--from", "here"], "expected X,Y"),
        (["--by", "direct"], "no language model is configured"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(map_path, options, sentence):
    result = run("query", map_path, "mug", *options)
    assert result.exit_code == 1
    assert sentence in str(result.exception)


def test_recorded_answers_read_the_memory(map_path, tmp_path):
    from inherit_fast.graph import Store
    from inherit_fast.graph.memory_text import memory_text
    from inherit_fast.language import ReplayModel, Usage
    from inherit_fast.language.answers import RankedIds
    from inherit_fast.retrieval import DirectReader

    class Names:
        sees = False

        def ask(self, prompt, images, schema):
            return RankedIds(["object_5", "object_404"]), Usage("names")

    record = tmp_path / "answers.jsonl"
    with Store.open(map_path, readonly=True) as store:
        graph = store.load()
    assert "object_5" in memory_text(graph)
    DirectReader(graph, ReplayModel(record, Names()))("somewhere to sit")
    options = ("--set", "language.provider=replay", "--set", f"language.record={record}")
    result = run("query", map_path, "somewhere to sit", "--by", "direct", "--json", *options)
    document = json.loads(result.stdout)
    assert [answer["id"] for answer in document["answers"]] == ["object_5"]
    assert document["note"] == "1 unknown ids dropped"


def picture(path, seed):
    Image.effect_noise((80, 60), 20 + 60 * seed).convert("RGB").save(path)
    return path


@pytest.fixture(scope="module")
def viewed_map(tmp_path_factory):
    """The flat, its chair and its lamp each with one view."""
    from inherit_fast.perception import PerceptionConfig, build_features

    folder = tmp_path_factory.mktemp("viewed")
    (graph, names), features = flat(), build_features(PerceptionConfig())
    for seed, (node_id, name) in enumerate(sorted(names.items())):
        file = picture(folder / f"{name}.png", seed)
        feature = features.global_feature(np.asarray(Image.open(file)))
        graph.objects[node_id].views = [View(1, 1, 1.0, b"", feature, (0, 0, 9, 9), 0.0)]
    with Store.create(folder / "flat.map") as store:
        store.save_keyframe(graph)
    return folder


def test_a_picture_finds_what_looks_like_it(viewed_map):
    for name, label in (("lamp", "table lamp"), ("table", "dining table")):
        result = run(
            "query", viewed_map / "flat.map", "--like", viewed_map / f"{name}.png", "--json"
        )
        assert result.exit_code == 0
        answers = json.loads(result.stdout)["answers"]
        assert answers[0]["label"] == label
        assert answers[0]["score"] > answers[1]["score"]
    result = run("query", viewed_map / "flat.map", "mug", "--like", viewed_map / "lamp.png")
    assert "1  mug" in result.stdout
    assert "looks like the picture" in result.stdout


def test_what_is_no_picture_is_one_sentence(viewed_map, tmp_path):
    (tmp_path / "noise.png").write_bytes(b"no picture")
    result = run("query", viewed_map / "flat.map", "--like", tmp_path / "noise.png")
    assert result.exit_code == 1
    assert "--like: expected a picture, got" in str(result.exception)
