"""A second look at the pictures of the first candidates."""

import dataclasses

import numpy as np
import pytest

from inherit_fast.errors import LanguageModelError
from inherit_fast.graph import Box, ColorShare, FloorNode, ObjectNode, RoomNode, SceneGraph, View
from inherit_fast.language import Synonyms, Usage
from inherit_fast.language.answers import PicturePick
from inherit_fast.retrieval import ModelReranker, Pick, PixelReranker, Retriever, RuleParser

RGB = {"red": (200, 20, 20), "white": (250, 250, 250), "blue": (20, 40, 200)}


def shelf_of_mugs(view_colors):
    """Mugs whose fused colours say nothing, and whose views each have a colour."""
    graph = SceneGraph()
    graph.floors["floor_1"] = FloorNode("floor_1", 0.0)
    graph.rooms["room_1"] = RoomNode("room_1", "floor_1", "kitchen")
    for k, color in enumerate(view_colors):
        center = np.array([float(k), 0.0, 1.0])
        node = ObjectNode(
            graph.new_id("object"), "mug", Box(center, np.full(3, 0.1)), center, state="confirmed"
        )
        node.room_id, node.floor_id = "room_1", "floor_1"
        shares = (ColorShare(color, RGB[color], 1.0),)
        node.views = [View(k, k, 1.0, b"jpeg", np.zeros(0, np.float32), (0, 0, 9, 9), 0.0, shares)]
        graph.objects[node.id] = node
    return graph


@pytest.fixture(scope="module")
def parse():
    return RuleParser(Synonyms.load())


def test_the_pixels_of_its_views_bring_the_red_mug_to_the_front():
    graph = shelf_of_mugs(["white", "blue", "red"])
    ranking = Retriever(graph)("the red mug")
    assert ranking.top.id == "object_3"
    assert "by its pictures" in ranking.note


def test_without_a_clear_lead_the_order_stays():
    graph = shelf_of_mugs(["red", "red", "white"])
    ranking = Retriever(graph)("the red mug")
    assert ranking.top.id == "object_1"
    assert "pictures" not in ranking.note


@pytest.mark.parametrize("text", ["the mug", "the red mug next to the mug", "the mug not red"])
def test_other_questions_never_reach_the_pictures(text):
    def never(query, candidates):
        raise AssertionError("looked at pictures")

    Retriever(shelf_of_mugs(["white", "red"]), reranker=never)(text)


@pytest.mark.parametrize(("confidence", "first"), [(0.69, "object_1"), (0.7, "object_2")])
def test_a_pick_moves_only_from_the_threshold_on(confidence, first):
    graph = shelf_of_mugs(["white", "white"])
    ranking = Retriever(graph, reranker=lambda q, nodes: Pick(1, confidence))("the red mug")
    assert ranking.top.id == first


def test_size_and_shape_are_read_from_the_boxes(parse):
    graph = shelf_of_mugs(["white", "white"])
    first, second = graph.objects.values()
    second.box = dataclasses.replace(second.box, extent_m=np.array([0.3, 0.3, 0.3]))
    pick = PixelReranker()(parse("the large mug"), [first, second])
    assert pick.index == 1
    assert pick.confidence > 0.9
    first.box = dataclasses.replace(first.box, extent_m=np.array([0.6, 0.1, 0.1]))
    assert PixelReranker()(parse("the round mug"), [first, second]).index == 1
    assert PixelReranker()(parse("the wooden mug"), [first, second]) is None


class Eyes:
    """A model that sees, and always picks one picture."""

    sees = True

    def __init__(self, answer):
        self._answer = answer
        self.asked = []

    def ask(self, prompt, images, schema):
        self.asked.append((prompt, images))
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer, Usage("eyes")


def test_a_model_is_shown_the_best_views_in_order(parse):
    model = Eyes(PicturePick(2, 0.9))
    nodes = list(shelf_of_mugs(["white", "red"]).objects.values())
    assert ModelReranker(model)(parse("the red mug"), nodes) == Pick(1, 0.9)
    prompt, images = model.asked[0]
    assert "the red mug" in prompt.text
    assert images == [b"jpeg", b"jpeg"]


@pytest.mark.parametrize(
    "answer",
    [
        PicturePick(0, 0.9),
        PicturePick(9, 1.0),
        PicturePick(-1, 1.0),
        LanguageModelError("no", "timeout", again=True),
    ],
)
def test_a_model_that_fails_or_picks_what_is_not_there_changes_nothing(parse, answer):
    reranker = ModelReranker(Eyes(answer))
    nodes = list(shelf_of_mugs(["white", "red"]).objects.values())
    assert reranker(parse("the red mug"), nodes) is None
    assert reranker.failures == 1


def test_confidence_beyond_one_counts_as_one(parse):
    nodes = list(shelf_of_mugs(["white", "red"]).objects.values())
    assert ModelReranker(Eyes(PicturePick(1, 17.0)))(parse("red mug"), nodes).confidence == 1.0
