"""Counts, references and ways in the style of the CMU VLN challenge."""

import numpy as np
import pytest

from apartments import flat
from inherit_fast.errors import QueryError
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever
from inherit_fast.scene import Challenge, ObjectObservation, SceneRepresentation, Vector3
from inherit_fast.scene.challenge import kind_of
from inherit_fast.scene.instructions import split_legs

SYNONYMS = Synonyms.load()
THINGS = [
    ("chair", 1.0, 1.0, "red"), ("chair", 3.0, 1.0, "red"), ("chair", 6.0, 5.0, "blue"),
    ("table", 2.0, 1.0, "brown"), ("sofa", 0.0, 6.0, "green"), ("tv", 4.0, 6.0, "black"),
    ("fridge", 9.0, 9.0, "white"), ("lamp", 9.0, 1.0, "yellow"), ("window", 9.0, 0.0, "white"),
]  # fmt: skip


@pytest.fixture(scope="module")
def ask():
    rep = SceneRepresentation(merge_radius=0.5)
    for label, x, y, color in THINGS:
        low, high = Vector3(x - 0.3, y - 0.3, 0.0), Vector3(x + 0.3, y + 0.3, 0.8)
        rep.add_object(
            ObjectObservation(
                label=label, position=Vector3(x, y, 0.4), confidence=0.9, color_name=color,
                bbox_min=low, bbox_max=high,
            )
        )  # fmt: skip
    return Challenge(rep, Retriever(rep.graph, synonyms=SYNONYMS))


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many red chairs are there?", 2),
        ("how many chairs", 3),
        ("Count the chairs.", 3),
        ("What is the total number of chairs?", 3),
        ("How many blue chairs are visible?", 1),
        ("How many cats are there?", 0),
    ],
)
def test_things_are_counted(ask, question, count):
    answer = ask(question)
    assert (answer.kind, answer.count, len(answer.objects)) == ("numerical", count, count)


@pytest.mark.parametrize(
    ("question", "object_id"),
    [
        ("Find the blue chair.", 3),
        ("the chair closest to the lamp", 3),
        ("Find the sofa", 5),
    ],
)
def test_one_thing_is_found(ask, question, object_id):
    answer = ask(question)
    assert answer.kind == "reference"
    assert [o.object_id for o in answer.objects] == [object_id]


def way(answer):
    return [(w.role, *np.round(w.position[:2], 2).tolist()) for w in answer.path]


@pytest.mark.parametrize(
    ("instruction", "path"),
    [
        ("Go past the sofa to the fridge.", [("via", 0, 6), ("stop", 9, 9)]),
        ("Go between the sofa and the TV, then to the lamp", [("via", 2, 6), ("stop", 9, 1)]),
        ("Pass between the two red chairs and stop at the tv.", [("via", 2, 1), ("stop", 4, 6)]),
        ("First go to the table, then to the sofa, and finally stop near the fridge",
         [("stop", 2, 1), ("stop", 0, 6), ("stop", 9, 9)]),
        ("Take the path near the lamp to the fridge", [("via", 9, 1), ("stop", 9, 9)]),
        ("Go to the fridge, passing by the blue chair", [("via", 6, 5), ("stop", 9, 9)]),
        ("Go near the lamp, then the tv and finally stop next to the sofa",
         [("via", 9, 1), ("via", 4, 6), ("stop", 0, 6)]),
    ],
)  # fmt: skip
def test_a_way_is_an_ordered_list_of_positions(ask, instruction, path):
    answer = ask(instruction)
    assert answer.kind == "instruction"
    assert way(answer) == path
    assert answer.note == ""


def test_what_is_to_be_avoided_is_told_apart_from_the_way(ask):
    answer = ask("Avoid the path between the sofa and the tv and go to the fridge.")
    assert way(answer) == [("stop", 9, 9)]
    assert [w.position[:2] for w in answer.avoid] == [(2.0, 6.0)]


def test_what_is_not_there_is_told(ask):
    answer = ask("Go past the aquarium to the fridge")
    assert way(answer) == [("stop", 9, 9)]
    assert answer.note == "nothing fits: the aquarium"


def test_a_room_is_a_place_to_go_to():
    rep = SceneRepresentation(graph=flat())
    answer = Challenge(rep, Retriever(rep.graph, synonyms=SYNONYMS))(
        "Go past the sofa to the kitchen"
    )
    assert [w.room_id for w in answer.path] == [None, "room_2"]
    assert answer.path[1].position == pytest.approx((6.1, 2.0, 0.0))


@pytest.mark.parametrize(
    ("text", "legs"),
    [
        ("walk by the plant next to the door and stop at the mirror to the left of the bed",
         [("via", "the plant next to the door"), ("stop", "the mirror to the left of the bed")]),
        ("Move to the bowl closest to the lamp, going around the rug",
         [("via", "the rug"), ("stop", "the bowl closest to the lamp")]),
        ("Do not go near the stove. Stay away from the trash can, and reach the sink",
         [("avoid", "the stove"), ("avoid", "the trash can"), ("stop", "the sink")]),
        ("go along the shelf via the rug", [("via", "the shelf"), ("stop", "the rug")]),
        ("the red chair near the door", []),
        ("", []),
        ("then then , , and the to to", []),
    ],
)  # fmt: skip
def test_instructions_fall_into_legs(text, legs):
    assert [(leg.role, leg.text) for leg in split_legs(text)] == legs


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many chairs are between the table and the door", "numerical"),
        ("Find the vase on the table near the window", "reference"),
        ("the mug that is not next to the magazines", "reference"),
        ("Go to the sofa", "instruction"),
        ("Please navigate to the stairs.", "instruction"),
    ],
)
def test_kinds_of_questions_are_told_apart(question, kind):
    assert kind_of(question)[0] == kind


def test_an_empty_question_is_refused(ask):
    with pytest.raises(QueryError, match="empty"):
        ask("  ")
