import numpy as np
import pytest

from graphs import full_graph
from inherit_fast.graph import AreaNode, Box, FloorNode, ObjectNode, Relation, RoomNode, SceneGraph
from inherit_fast.graph.memory_text import count_tokens


def house(rooms: int = 3, per_room: int = 8) -> SceneGraph:
    graph = SceneGraph()
    floor = FloorNode(graph.new_id("floor"), 0.0, 2.5, "ground floor")
    graph.floors[floor.id] = floor
    for r in range(rooms):
        room = RoomNode(graph.new_id("room"), floor.id, "kitchen", "a kitchen of 12 m2")
        graph.rooms[room.id] = room
        for k in range(per_room):
            place = np.array([r, k, 0.5])
            box = Box(place, np.ones(3))
            node = ObjectNode(graph.new_id("object"), "mug", box, place, state="confirmed")
            node.room_id, node.floor_id = room.id, floor.id
            node.description = "a small red mug, on the table, in the kitchen"
            graph.objects[node.id] = node
            if k:
                other = f"object_{len(graph.objects) - 1}"
                graph.add_relation(Relation(node.id, "near", other, 1.0, 1, ""))
                graph.add_relation(Relation(other, "near", node.id, 1.0, 1, ""))
                graph.add_relation(Relation(node.id, "on", other, 0.5, 1, ""))
    return graph


def test_levels_are_indented_with_ids_labels_and_positions():
    graph = house(1, 2)
    graph.areas["area_1"] = AreaNode(
        "area_1", "room_1", "dining area", "where one eats", ["object_1"]
    )
    graph.objects["object_1"].area_id = "area_1"
    lines = graph.memory_text().splitlines()
    assert lines[0] == "floor_1 ground floor, floor at z 0.00, ceiling 2.50"
    assert lines[1] == "  room_1 kitchen: a kitchen of 12 m2"
    assert lines[2] == "    area_1 dining area: where one eats"
    assert lines[3].startswith(
        "      object_1 mug (0.00, 0.00, 0.50) 1.00x1.00x1.00: a small red mug"
    )
    assert lines[4].startswith("    object_2 mug (0.00, 1.00, 0.50)")


def test_a_description_does_not_repeat_relations_and_room():
    text = house(1, 2).memory_text()
    assert "in the kitchen" not in text
    assert "on the table" not in text.replace("on object_1", "")  # no such relation is stored
    assert "; on object_1 mug" in text


def test_what_holds_both_ways_is_told_once():
    text = house(1, 3).memory_text()
    assert text.count("near object_") == 2


def test_every_confirmed_object_is_told_and_no_other():
    graph = house()
    graph.objects["object_2"].state = "absent"
    graph.objects["object_3"].state = "tentative"
    words = graph.memory_text().split()
    told = {word for word in words if word.startswith("object_")}
    assert told == {node.id for node in graph.present()}


def test_the_text_depends_on_the_content_alone():
    graph, again = house(), house()
    again.objects = dict(reversed(again.objects.items()))
    again.relations = dict(reversed(again.relations.items()))
    assert graph.memory_text() == again.memory_text()


@pytest.mark.parametrize("budget", [2000, 1500, 1000, 700, 400, 200])
def test_the_budget_is_kept_and_ids_stay_longest(budget):
    graph = house()
    text = graph.memory_text(budget)
    assert count_tokens(text) <= budget
    assert all(room in text for room in graph.rooms)
    told = {word for word in text.split() if word.startswith("object_")}
    if len(told) < len(graph.objects):
        assert f"{8 - text.count('object_') // 3} more" in text


def test_less_room_means_less_detail_before_it_means_fewer_objects():
    graph = house()
    full = count_tokens(graph.memory_text())
    text = graph.memory_text(full - 1)
    assert {w for w in text.split() if w.startswith("object_")} >= set(graph.objects)


def test_every_field_filled_gives_a_text():
    text = full_graph().memory_text()
    assert "doors to room_2" in text
    assert "object_1 mug" in text
    assert "room_2 room, doors to room_1 [seen but not mapped: vase]" in text
    assert "[seen but not mapped: toaster near (" in text


def test_an_empty_memory_is_an_empty_text():
    assert SceneGraph().memory_text() == ""
