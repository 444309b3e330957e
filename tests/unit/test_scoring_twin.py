"""The array form of the score against the one object by object."""

import numpy as np
import pytest

from inherit_fast.graph import Box, ColorShare, FloorNode, ObjectNode, RoomNode, SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Constraint, Query, Retriever
from inherit_fast.retrieval.colors import BASIC
from reference import scoring

LABELS = ["chair", "armchair", "table", "coffee table", "mug", "cup", "sofa", "plant", "vase", "tv"]
WEIGHTS = {"target": 0.45, "color": 0.20, "room": 0.25, "beside": 0.25}


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


def scattered(seed, count):
    rng = np.random.default_rng(seed)
    graph = SceneGraph()
    graph.floors["floor_1"] = FloorNode("floor_1", 0.0)
    for label in ("kitchen", "living room", "bedroom"):
        room = RoomNode(graph.new_id("room"), "floor_1", label)
        graph.rooms[room.id] = room
    for _ in range(count):
        center = rng.uniform(0, 4, 3)
        box = Box(center, rng.uniform(0.05, 0.8, 3))
        label = str(rng.choice(LABELS))
        node = ObjectNode(graph.new_id("object"), label, box, center, state="confirmed")
        node.room_id, node.floor_id = f"room_{rng.integers(1, 4)}", "floor_1"
        node.colors = [ColorShare(str(rng.choice(BASIC)), (90, 90, 90), 1.0)]
        graph.objects[node.id] = node
    return graph


def typed(kind, argument, polarity):
    if kind == "beside":
        return Constraint("relation", "", "beside", (Constraint("target", argument),), polarity)
    if kind == "color":
        return Constraint("attribute", argument, "color", (), polarity)
    return Constraint(kind, argument, None, (), polarity)


@pytest.mark.parametrize("seed", range(6))
def test_arrays_and_loops_agree_on_every_candidate(synonyms, seed):
    rng = np.random.default_rng(seed + 100)
    graph = scattered(seed, 40)
    named = [("target", str(rng.choice(LABELS)), 1)]
    named.append(("color", str(rng.choice(BASIC)), int(rng.choice([-1, 1]))))
    named.append(("room", str(rng.choice(["kitchen", "bedroom"])), -1))
    named.append(("beside", str(rng.choice(LABELS)), int(rng.choice([-1, 1]))))
    query = Query("", tuple(typed(*condition) for condition in named))
    answers = Retriever(graph, synonyms=synonyms).answer(query, top=40).answers
    expected = scoring.score(graph, named, WEIGHTS, synonyms)
    assert answers
    for answer in answers:
        assert answer.score == pytest.approx(expected[answer.id], abs=2e-4)
    assert [a.score for a in answers] == sorted((a.score for a in answers), reverse=True)
