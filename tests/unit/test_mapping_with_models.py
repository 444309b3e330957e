"""Whole mappings with a language model behind a real server, well and badly behaved."""

import json
import time

import pytest

from chat_server import ChatServer, serving
from inherit_fast.graph.digest import content_digest
from inherit_fast.graph.store import Store
from inherit_fast.language import MeteredModel
from inherit_fast.language.openai_config import OpenAiConfig
from inherit_fast.language.openai_model import OpenAiModel
from inherit_fast.language.retries import RetryConfig
from inherit_fast.mapper import Mapper
from small_mapping import CONFIG, map_house, models_of, recording

pytest.importorskip("openai", reason="the extra llm is not installed")
pytest.importorskip("tenacity", reason="the extra llm is not installed")

BOX = {"left": 0.3, "top": 0.3, "right": 0.7, "bottom": 0.7}
GOOD = {
    "ObjectText": {"phrase": "fine thing of its kind", "attributes": ["wooden"]},
    "MissedThings": {"things": [{"label": "toaster", **BOX}]},
    "PlaceText": {"label": "den", "description": "A den."},
}
PATIENCE = ["updates.texts.finish_s=3.0", "updates.texts.pause_s=0.05"]


def well_behaved(body):
    return json.dumps(GOOD[body["response_format"]["json_schema"]["name"]])


def model_of(server, timeout_s=0.3):
    retries = RetryConfig(tries=1, first_wait_s=0.01)
    config = OpenAiConfig(
        base_url=server.url, timeout_s=timeout_s, deadline_s=timeout_s, retries=retries
    )
    return MeteredModel(OpenAiModel(config))


@pytest.fixture(scope="module")
def templates(tmp_path_factory):
    """The graph that templates alone make."""
    return map_house(tmp_path_factory.mktemp("templates"))[0]


def texts_of(graph):
    nodes = {**graph.rooms, **graph.areas, **graph.objects}
    return {node_id: (node.label, node.description) for node_id, node in nodes.items()}


def test_a_model_gives_every_room_area_and_object_its_text(tmp_path, templates):
    with ChatServer(well_behaved) as server:
        graph, stats = map_house(tmp_path, model_of(server, 5.0), ["updates.texts.finish_s=60"])
    assert graph.objects.keys() == templates.objects.keys()
    assert {room.label for room in graph.rooms.values()} == {"den"}
    assert {area.label for area in graph.areas.values()} <= {"den"}
    for node in graph.present():
        assert node.description.startswith("a fine thing of its kind")
        assert node.description.endswith("in the den") or node.room_id is None
    assert {hint.label for hint in graph.hints} == {"toaster"}
    assert any(hint.position_m is not None for hint in graph.hints)
    assert "toaster" not in {node.label for node in graph.objects.values()}
    assert stats.language["pending"] == 0
    assert stats.language["answers"]["describe"] == len(list(graph.present()))
    assert stats.language["prompt_tokens"] > 0


FAULTS = {"garbage": "garbage", "hang": "timeout", "500": "status", "cut": "connection"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_server_leaves_the_map_of_the_templates_and_is_counted(tmp_path, templates, fault):
    with serving(fault) as server:
        start = time.monotonic()
        model = model_of(server, 0.3 if fault == "hang" else 10.0)
        graph, stats = map_house(tmp_path, model, PATIENCE)
        took = time.monotonic() - start
    assert texts_of(graph) == texts_of(templates)
    assert stats.language["failures"].keys() == {FAULTS[fault]}
    assert stats.language["failures"][FAULTS[fault]] >= 3
    assert stats.language["pending"] > 0
    assert took < 60


def test_mapping_goes_on_at_its_pace_while_the_server_hangs(tmp_path):
    with serving("hang") as server:
        map_house(tmp_path, model_of(server, 60.0), ["updates.texts.finish_s=0"])
    with Store.open(tmp_path) as store:
        assert store.meta()["last_frame"] > 50


def test_what_a_dead_server_owes_is_asked_for_by_the_next_run(tmp_path):
    with serving("500") as server:
        _, stats = map_house(tmp_path, model_of(server), PATIENCE)
    owed = stats.language["pending"]
    with ChatServer(well_behaved) as server:
        graph, stats = map_house(
            tmp_path, model_of(server, 5.0), ["updates.texts.finish_s=60"], slice(0, 0)
        )
    assert owed > 0
    assert stats.language["pending"] == 0
    assert {room.label for room in graph.rooms.values()} == {"den"}
    with Store.open(tmp_path) as store:
        loaded = store.load()
    assert texts_of(loaded) == texts_of(graph)
    assert [h.label for h in loaded.hints] == [h.label for h in graph.hints] != []


def test_a_run_without_the_model_keeps_its_texts(tmp_path):
    with ChatServer(well_behaved) as server:
        map_house(tmp_path, model_of(server, 5.0), ["updates.texts.finish_s=60"], slice(0, 40))
    graph, _ = map_house(tmp_path, None, (), slice(40, None))
    told = [n for n in graph.present() if n.description.startswith("a fine thing of its kind")]
    assert told


def test_without_a_model_no_trace_of_one_is_in_the_map(tmp_path):
    map_house(tmp_path / "a")
    map_house(tmp_path / "b")
    assert content_digest(tmp_path / "a") == content_digest(tmp_path / "b")
    with Store.open(tmp_path / "a") as store:
        texts = json.loads(store.get_state("upkeep.json"))["texts"]
    assert texts == {"jobs": [], "told": []}


def test_a_map_made_without_a_model_gets_all_its_texts_from_a_later_run(tmp_path):
    map_house(tmp_path)
    with ChatServer(well_behaved) as server:
        graph, stats = map_house(
            tmp_path, model_of(server, 5.0), ["updates.texts.finish_s=60"], slice(0, 0)
        )
    assert stats.language["pending"] == 0
    assert {room.label for room in graph.rooms.values()} == {"den"}
    assert all(n.description.startswith("a fine thing of its kind") for n in graph.present())


def test_texts_that_were_owed_when_the_run_was_cut_off_are_in_the_map(tmp_path):
    house, frames = recording()
    with serving("hang") as server, Store.create(tmp_path) as store:
        mapper = Mapper(CONFIG, store=store, models=models_of(house, model_of(server, 60.0)))
        for frame in frames:
            mapper.push(frame)
        while store.get_state("upkeep.json") is None or store.meta().get("last_frame", 0) < 45:
            time.sleep(0.02)
        mapper.abort()
        owed = json.loads(store.get_state("upkeep.json"))["texts"]["jobs"]
    assert owed
    with ChatServer(well_behaved) as server:
        _, stats = map_house(
            tmp_path, model_of(server, 5.0), ["updates.texts.finish_s=60"], slice(46, None)
        )
    assert stats.language["pending"] == 0
