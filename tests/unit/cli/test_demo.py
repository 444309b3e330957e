import dataclasses
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner

from inherit_fast.cli import build_app, demo
from inherit_fast.datasets.house import HouseConfig, build_house, truth_graph
from inherit_fast.errors import StoreError
from inherit_fast.graph import Store

# One floor of two rooms, coarsely drawn: the same job in a tenth of the time.
SMALL = HouseConfig(
    seed=5, floors=1, rooms_per_floor=2, clutter=0.4, width_px=160, height_px=120, focal_px=100.0
)


@pytest.fixture(scope="module")
def small_houses():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "HouseConfig", lambda seed: dataclasses.replace(SMALL, seed=seed))
        yield


def run(*arguments):
    result = CliRunner().invoke(build_app(), ["demo", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="module")
def document(small_houses, tmp_path_factory):
    out = tmp_path_factory.mktemp("demo") / "house.map"
    return json.loads(run("--seed", 5, "--out", out, "--json").stdout)


def test_json_is_one_document_with_the_outline_and_the_answers(document):
    rooms = document["floors"][0]["rooms"]
    assert {room["label"] for room in rooms} & {"kitchen", "living room"}
    assert len(document["queries"]) == min(demo.MOST_QUESTIONS, len(document["queries"])) > 0
    for query in document["queries"]:
        assert query["answers"][0]["why"]
    assert all(document[key] for key in ("frames", "seconds", "next"))


def test_most_of_the_house_is_in_the_map(document):
    assert document["found"] <= document["true_objects"]
    assert document["found"] >= 0.8 * document["true_objects"]


def test_the_map_and_its_picture_are_written(document):
    with Store.open(document["map"], readonly=True) as store:
        graph = store.load()
    root = ElementTree.parse(document["picture"]).getroot()
    tips = [t.text for t in root.iter("{http://www.w3.org/2000/svg}title")]
    assert {node.id for node in graph.present()} <= {tip.partition(":")[0] for tip in tips}


def test_for_people_it_tells_the_rooms_the_answers_and_what_is_next(document):
    with Store.open(document["map"], readonly=True) as store:
        graph = store.load()
    console = Console(file=io.StringIO(), width=200)
    result = demo.Result(graph, 50, 45, demo.ask(graph), frames=9, seconds=61.0)
    demo.show(result, Path("a.map"), Path("a.map/map.svg"), console)
    text = console.file.getvalue()
    assert "45 of the house's 50 things are in the map, made in 61 s" in text
    for query in document["queries"]:
        assert query["query"] in text
    for room in document["floors"][0]["rooms"]:
        assert room["label"] in text
    assert 'inherit-fast query a.map "' in text


def test_an_earlier_demo_s_map_is_replaced(tmp_path):
    with Store.create(tmp_path) as store:
        store.put_meta({"source": "house", "old": 1})
    with demo.fresh_map(tmp_path) as store:
        assert "old" not in store.meta()


def test_a_map_that_no_demo_made_is_left_alone(small_houses, tmp_path):
    with Store.create(tmp_path / "mine") as store:
        store.put_meta({"source": "7scenes"})
    with pytest.raises(StoreError, match="holds a map that no demo made"):
        run("--out", tmp_path / "mine")


def test_questions_need_their_things_in_the_map():
    graph = truth_graph(build_house(HouseConfig(seed=0)))
    asked = [
        r.query.text for r in demo.ask(graph, [("a unicorn", {"unicorn"}), ("a mug", {"mug"})])
    ]
    assert asked == ["a mug"]
