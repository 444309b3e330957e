"""A question on graphs of several sizes: parsing apart, text encoding not counted."""

import copy
from functools import cache

import numpy as np
import pytest

from inherit_fast.graph import Box, ColorShare, FloorNode, ObjectNode, RoomNode, SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Constraint, Query, Retriever
from inherit_fast.retrieval.colors import BASIC
from reference import scoring

LABELS = [
    "chair",
    "table",
    "mug",
    "sofa",
    "plant",
    "vase",
    "tv",
    "bed",
    "lamp",
    "book",
    "sink",
    "cabinet",
    "window",
    "picture",
    "pillow",
    "basket",
    "shelf",
    "rug",
    "box",
    "towel",
]
ROOMS = ["kitchen", "living room", "bedroom", "bathroom", "office", "hallway"]
QUESTIONS = [
    "the red mug",
    "a chair that is not in the kitchen",
    "the mug on the table next to the sink",
    "the lamp in the bedroom closest to the window on level 2",
    "the white pillow on the sofa, not near the plant",
]
WEIGHTS = {"target": 0.45, "color": 0.20, "room": 0.25, "beside": 0.25}
SYNONYMS = Synonyms.load()


@cache
def building(count: int) -> SceneGraph:
    """Things strewn over two levels with six rooms each for every thousand of them."""
    rng = np.random.default_rng(count)
    graph = SceneGraph()
    side = 12.0 * (count / 1000) ** 0.5
    for level in (1, 2):
        graph.floors[f"floor_{level}"] = FloorNode(f"floor_{level}", 3.0 * level)
        for label in ROOMS:
            room = RoomNode(graph.new_id("room"), f"floor_{level}", label)
            graph.rooms[room.id] = room
    for number in range(1, count + 1):
        room = graph.rooms[f"room_{rng.integers(1, 13)}"]
        center = rng.uniform(0, 1, 3) * (side, side, 2.0) + (0, 0, 3.0 * int(room.floor_id[-1]))
        box, label = Box(center, rng.uniform(0.1, 0.8, 3)), LABELS[rng.integers(20)]
        node = ObjectNode(f"object_{number}", label, box, center)
        node.state, node.room_id, node.floor_id = "confirmed", room.id, room.floor_id
        node.colors = [ColorShare(BASIC[rng.integers(12)], (120, 120, 120), 1.0)]
        graph.objects[node.id] = node
    return graph


@cache
def retriever(count: int) -> Retriever:
    made = Retriever(building(count), synonyms=SYNONYMS)
    made("mug")  # reads the graph
    return made


@pytest.mark.parametrize("count", [1000, 100_000])
def test_bench_answer(benchmark, count):
    benchmark.group = f"answer, {count} objects, 5 questions"
    asked = retriever(count)
    queries = [asked.parse(text) for text in QUESTIONS]
    rankings = benchmark(lambda: [asked.answer(query) for query in queries])
    assert [ranking.top.label for ranking in rankings] == ["mug", "chair", "mug", "lamp", "pillow"]
    nodes = building(count)
    assert nodes.rooms[rankings[1].top.room_id].label != "kitchen"
    assert {answer.floor_id for answer in rankings[3].answers} == {"floor_2"}


@pytest.mark.parametrize("text", QUESTIONS, ids=range(len(QUESTIONS)))
@pytest.mark.parametrize("count", [1000, 100_000])
def test_bench_each_answer(benchmark, count, text):
    benchmark.group = f"each answer, {count} objects"
    asked = retriever(count)
    query = asked.parse(text)
    ranking = benchmark(lambda: asked.answer(query))
    assert len(ranking.answers) == 5
    assert ranking.top.label == query.constraints[0].argument


@pytest.mark.parametrize("pool", [False, True], ids=["constraints", "and the dense paths"])
def test_bench_pool(benchmark, pool):
    benchmark.group = "the dense paths, 1000 objects, 384 numbers a text"
    rng = np.random.default_rng(0)
    graph = copy.deepcopy(building(1000))
    for node in graph.objects.values():
        vector = rng.normal(size=384)
        node.text_feature = (vector / np.linalg.norm(vector)).astype(np.float32)
    asked = Retriever(graph, synonyms=SYNONYMS)
    query = asked.parse(QUESTIONS[0])
    nearest = max(graph.objects.values(), key=lambda node: node.text_feature[0])
    vectors = np.eye(384, dtype=np.float32)[[0, 0]] if pool else None
    plain = asked.answer(query, top=5)
    ranking = benchmark(lambda: asked.answer(query, top=20, vectors=vectors))
    assert ranking.answers[0].id == plain.answers[0].id
    assert (nearest.id in {answer.id for answer in ranking.answers}) >= pool


def test_bench_parse(benchmark):
    benchmark.group = "parse, 5 questions"
    asked = retriever(1000)
    queries = benchmark(lambda: [asked.parse(text) for text in QUESTIONS])
    assert [query.constraints[0].argument for query in queries] == [
        "mug", "chair", "mug", "lamp", "pillow"
    ]  # fmt: skip


@pytest.mark.parametrize("way", ["arrays", "object by object"])
def test_bench_one_relation(benchmark, way):
    benchmark.group = "one relation, 250 objects"
    graph = building(250)
    named = [("target", "mug", 1), ("color", "red", 1), ("beside", "sink", 1)]
    query = Query(
        "",
        (
            Constraint("target", "mug"),
            Constraint("attribute", "red", "color"),
            Constraint("relation", "", "beside", (Constraint("target", "sink"),)),
        ),
    )
    expected = scoring.score(graph, named, WEIGHTS, SYNONYMS)
    best = max(expected, key=expected.__getitem__)
    if way == "arrays":
        answer = benchmark(lambda: retriever(250).answer(query)).top
        assert answer.id == best
        assert answer.score == pytest.approx(expected[best], abs=1e-3)
    else:
        found = benchmark(lambda: scoring.score(graph, named, WEIGHTS, SYNONYMS))
        assert found == expected
