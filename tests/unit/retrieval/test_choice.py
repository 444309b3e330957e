"""Ordinals, sides and superlatives on rows of things that look alike."""

import numpy as np
import pytest

from inherit_fast.graph import Box, FloorNode, ObjectNode, RoomNode, SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever

# A room of 6 x 6 m with its door in the middle of the south wall; a row of chairs along the north
# wall, a stack of shelves on the east wall.
CHAIRS = [(1.0, 5.0), (2.0, 5.0), (3.0, 5.0), (4.0, 5.0), (5.0, 5.0)]
SHELVES = [0.5, 1.1, 1.7]


@pytest.fixture(scope="module")
def row():
    graph = SceneGraph()
    graph.floors["floor_1"] = FloorNode("floor_1", 0.0)
    outline = np.array([[0, 0], [6, 0], [6, 6], [0, 6]], np.float64)
    graph.rooms["room_1"] = RoomNode("room_1", "floor_1", "office", polygon_m=outline)
    hall = outline - (0.0, 6.2)
    graph.rooms["room_2"] = RoomNode("room_2", "floor_1", "hallway", polygon_m=hall)
    for k, (x, y) in enumerate(CHAIRS):
        place(graph, f"chair {k}", "chair", (x, y, 0.45), (0.5, 0.5, 0.6 + 0.1 * k))
    for k, z in enumerate(SHELVES):
        place(graph, f"shelf {k}", "shelf", (5.8, 3.0, z), (0.3, 1.0, 0.1))
    place(graph, "door", "door", (3.0, 0.0, 1.0), (0.9, 0.1, 2.0))
    place(graph, "sofa", "sofa", (1.7, 2.5, 0.4), (2.0, 0.9, 0.8))
    place(graph, "cushion west", "cushion", (1.0, 2.5, 0.9), (0.4, 0.4, 0.2))
    place(graph, "cushion east", "cushion", (2.4, 2.5, 0.9), (0.4, 0.4, 0.2))
    place(graph, "picture west", "picture", (0.05, 3.0, 1.5), (0.05, 0.6, 0.6))
    place(graph, "picture east", "picture", (5.95, 3.0, 1.5), (0.05, 0.6, 0.6))
    place(graph, "small table", "table", (1.0, 0.6, 0.3), (0.5, 0.5, 0.6))
    place(graph, "large table", "table", (5.0, 1.2, 0.4), (1.2, 0.8, 0.8))
    place(graph, "mug of the small table", "mug", (1.0, 0.6, 0.65), (0.1, 0.1, 0.1))
    place(graph, "mug of the large table", "mug", (5.0, 1.2, 0.85), (0.1, 0.1, 0.1))
    place(graph, "bin of the hall", "bin", (0.2, -1.0, 0.2), (0.3, 0.3, 0.3), "room_2")
    place(graph, "bin of the office", "bin", (2.0, 0.5, 0.2), (0.3, 0.3, 0.3))
    place(graph, "other bin of the office", "bin", (4.0, 0.5, 0.2), (0.3, 0.3, 0.3))
    place(graph, "wall", "wall", (3.0, 6.0, 1.2), (6.0, 0.1, 2.4))
    return graph


def place(graph, name, label, center, extent, room="room_1"):
    box = Box(np.array(center), np.array(extent))
    node = ObjectNode(graph.new_id("object"), label, box, np.array(center), state="confirmed")
    node.room_id, node.floor_id, node.description = room, "floor_1", name
    graph.objects[node.id] = node


@pytest.fixture(scope="module")
def ask(row):
    retriever = Retriever(row, synonyms=Synonyms.load())
    return lambda text, **more: retriever(text, **more)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the second chair from the left", "chair 1"),
        ("the second chair from the right", "chair 3"),
        ("the leftmost chair", "chair 0"),
        ("the chair on the right", "chair 4"),
        ("the middle chair", "chair 2"),
        ("the last chair from the left", "chair 4"),
        ("the third of the five chairs from the left", "chair 2"),
        ("the tallest chair", "chair 4"),
        ("the second tallest chair", "chair 3"),
        ("the shortest of the chairs", "chair 0"),
        ("the mug on the largest table", "mug of the large table"),
        ("the mug on the smallest table", "mug of the small table"),
        ("the second bin from the left", "other bin of the office"),
        ("the second shelf from the top", "shelf 1"),
        ("the lowest shelf", "shelf 0"),
        ("the second chair closest to the sofa", "chair 0"),
        ("the closest chair to the sofa", "chair 1"),
        ("the cushion on the left end of the sofa", "cushion west"),
        ("the cushion on the right end of the sofa", "cushion east"),
        ("the picture on the left wall", "picture west"),
        ("the picture on the right wall", "picture east"),
    ],
)
def test_the_one_that_is_singled_out_comes_first(ask, text, name):
    assert ask(text).top.description == name


def test_left_and_right_turn_around_with_the_one_who_looks(ask):
    assert ask("the leftmost chair").top.description == "chair 0"
    north = ask("the leftmost chair", viewpoint_m=(3.0, 9.0))
    assert north.top.description == "chair 4"


@pytest.mark.parametrize(
    ("side", "name"), [("to the left of", "chair 0"), ("to the right of", "chair 2")]
)
def test_a_side_of_a_thing_is_seen_from_the_given_point(row, side, name):
    graph = SceneGraph(floors=row.floors, rooms=row.rooms)
    for k in range(3):
        place(graph, f"chair {k}", "chair" if k != 1 else "table", (1.0 + k, 5, 0.4), (0.5,) * 3)
    found = Retriever(graph)(f"the chair {side} the table", viewpoint_m=(2.0, 0.0))
    assert found.top.description == name


def test_a_reason_says_from_where_one_looks(ask):
    reasons = {reason.constraint: reason for reason in ask("the leftmost chair").top.why}
    assert reasons['attribute side "leftmost"'].seen_from == "the door"
    assert reasons['target "chair"'].seen_from == ""
    given = ask("the leftmost chair", viewpoint_m=(3.0, 9.0)).top.why
    assert "where you stand" in {reason.seen_from for reason in given}


def test_more_than_there_are_means_the_last(ask):
    assert ask("the fifth shelf from the top").top.description == "shelf 0"


def test_of_two_far_things_the_nearer_is_told_first_but_hardly_fits(ask):
    ranking = ask("the picture next to the cushion east")
    assert "picture" in ranking.top.description
    ranking = ask("the chair next to the sofa")
    scores = {answer.description: answer.why[1].score for answer in ranking.answers}
    assert 0 < scores["chair 4"] < scores["chair 0"] < 0.5
    assert ranking.chosen == ()


def test_there_is_no_third_of_two(ask):
    assert ask("the second cushion from the left").chosen
    ranking = ask("the third cushion from the left")
    assert ranking.chosen == ()
    assert "nothing in the map fits all of it" in ranking.note
