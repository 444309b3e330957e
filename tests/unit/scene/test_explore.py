"""Room query and early stop, by a model and by rules."""

import numpy as np
import pytest

from apartments import flat
from inherit_fast.errors import LanguageModelError
from inherit_fast.language import Synonyms, TemplateModel, Usage
from inherit_fast.language.structured import json_schema, read_answer, write_answer
from inherit_fast.scene import (
    ImageFrame,
    Pose,
    SceneRepresentation,
    Snapshot,
    Vector3,
    VisibilityConfig,
)
from inherit_fast.scene.explore import ExploreConfig, Explorer, NextRoom, StayOrGo
from inherit_fast.scene.ways import ways_from

SYNONYMS = Synonyms.load()


class Scripted:
    """Answers what it is told to, and remembers what it was asked."""

    def __init__(self, answer, sees=True):
        self.answer, self.sees, self.asked = answer, sees, []

    def ask(self, prompt, images, schema):
        self.asked.append((prompt, list(images), schema))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer, Usage("scripted")


@pytest.fixture
def scene():
    rep = SceneRepresentation(graph=flat())
    picture = ImageFrame(np.full((32, 64, 3), 90, np.uint8))
    rep.update(Snapshot(1, Pose(Vector3(2.0, 2.0, 0.8)), picture))
    return rep


def test_without_a_model_the_unseen_room_is_next_and_nothing_is_once_all_are_seen(scene):
    explorer = Explorer(scene, synonyms=SYNONYMS)
    assert explorer.covered()["room_1"] > 0.9
    assert explorer.next_room("the oven").room_id == "room_2"
    for tick, (x, y) in enumerate(((6.0, 2.0), (4.4, 3.5), (7.5, 0.5)), 2):
        scene.update(Snapshot(tick, Pose(Vector3(x, y, 0.8))))
    assert explorer.next_room("the oven") is None


def test_without_a_model_a_room_that_usually_holds_the_goal_goes_first():
    graph = flat()
    rep = SceneRepresentation(graph=graph)
    explorer = Explorer(rep, synonyms=SYNONYMS)
    assert explorer.next_room("an oven").room_id == "room_2"
    assert explorer.next_room("a sofa").room_id == "room_1"


def test_without_a_model_the_search_of_a_room_ends_when_the_goal_is_found_or_all_is_seen(scene):
    explorer = Explorer(scene, synonyms=SYNONYMS)
    found = explorer.stop_here("the sofa")
    assert found.stop
    assert "object_1" in found.reason
    assert explorer.stop_here("the oven").stop  # this room is seen and does not hold it
    near = ExploreConfig(visibility=VisibilityConfig(range_m=1.0))
    assert not Explorer(scene, config=near, synonyms=SYNONYMS).stop_here("the oven").stop


def test_a_model_is_asked_with_rooms_way_and_pictures_and_its_answer_counts(scene):
    model = Scripted(NextRoom("room_2", "kitchens have ovens"))
    assert Explorer(scene, model, synonyms=SYNONYMS).next_room("the oven") == model.answer
    prompt, images, schema = model.asked[0]
    assert "room_2 kitchen: 6% seen, 2.5 m" in prompt.text
    assert "Passed so far: room_1" in prompt.text
    assert "the oven" in prompt.text
    assert (images, schema) == ([], NextRoom)
    stay = Scripted(StayOrGo(False, "look behind the sofa"))
    assert Explorer(scene, stay, synonyms=SYNONYMS).stop_here("the cat") == stay.answer
    prompt, images, _ = stay.asked[0]
    assert "object_1 sofa" in prompt.text
    assert images[0].startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    "answer", [NextRoom("room_77", "?"), LanguageModelError("no answer", "timeout")]
)
def test_an_unknown_room_or_a_model_that_fails_leaves_the_rule(scene, answer):
    assert (
        Explorer(scene, Scripted(answer), synonyms=SYNONYMS).next_room("the oven").room_id
        == "room_2"
    )
    failing = Scripted(LanguageModelError("no answer", "timeout"))
    assert Explorer(scene, failing, synonyms=SYNONYMS).stop_here("the sofa").stop


def test_the_template_model_answers_by_the_rule(scene):
    ruled, templated = (
        Explorer(scene, synonyms=SYNONYMS),
        Explorer(scene, TemplateModel(), synonyms=SYNONYMS),
    )
    assert templated.next_room("the oven") == ruled.next_room("the oven")
    assert templated.stop_here("the oven") == ruled.stop_here("the oven")


def test_a_model_that_reads_text_alone_gets_no_picture(scene):
    blind = Scripted(StayOrGo(True, ""), sees=False)
    Explorer(scene, blind, synonyms=SYNONYMS).stop_here("the cat")
    assert blind.asked[0][1] == []


@pytest.mark.parametrize("answer", [NextRoom("room_1", "why"), StayOrGo(True, "why")])
def test_the_schemas_are_those_of_language_models(answer):
    assert read_answer(write_answer(answer), type(answer)) == answer
    assert json_schema(type(answer))["additionalProperties"] is False


def test_ways_lead_through_doors():
    ways = ways_from(flat(), "room_1")
    assert ways["room_1"] == 0.0
    assert ways["room_2"] == pytest.approx(np.hypot(2.1, 1.4))
    graph = flat()
    graph.doorways.clear()
    assert ways_from(graph, "room_1") == {"room_1": 0.0}
