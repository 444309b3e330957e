import numpy as np

from inherit_fast.graph import Box, ColorShare, ObjectNode, Relation, RoomNode, SceneGraph
from inherit_fast.semantic.describe import DescribeConfig, describe


def node(id, label, extent_m=0.5, colors=()):
    box = Box(np.zeros(3), np.full(3, extent_m))
    return ObjectNode(id, label, box, np.zeros(3), colors=list(colors))


def test_a_description_names_size_colour_label_neighbours_and_room():
    mug = node("object_1", "mug", 0.1, [ColorShare("red", (200, 0, 0), 0.8)])
    mug.room_id = "room_1"
    graph = SceneGraph(
        objects={"object_1": mug, "object_2": node("object_2", "table")},
        rooms={"room_1": RoomNode("room_1", "floor_1", label="kitchen")},
    )
    graph.add_relation(Relation("object_1", "on", "object_2", 1.0, 1, ""))
    text = describe(mug, graph, DescribeConfig())
    assert text == "a small red mug, on the table, in the kitchen"


def test_support_is_told_before_nearness_and_the_count_is_bounded():
    graph = SceneGraph(
        objects={f"object_{i}": node(f"object_{i}", f"thing{i}") for i in range(1, 6)}
    )
    for i, predicate in enumerate(["near", "near", "near", "on"], start=2):
        graph.add_relation(Relation("object_1", predicate, f"object_{i}", 1.0, 1, ""))
    text = describe(graph.objects["object_1"], graph, DescribeConfig(max_relations=2))
    assert text == "a thing1, on the thing5, near the thing2"


def test_a_strong_second_colour_is_named_and_a_weak_one_is_not():
    black, white = ColorShare("black", (0, 0, 0), 0.6), ColorShare("white", (255, 255, 255), 0.3)
    both = node("object_1", "oven", colors=[black, white])
    assert "black and white oven" in describe(both, SceneGraph(), DescribeConfig())
    only = describe(both, SceneGraph(), DescribeConfig(second_color_share=0.4))
    assert only.startswith("a black oven")


def test_a_vowel_takes_an():
    assert describe(node("object_1", "oven"), SceneGraph(), DescribeConfig()) == "an oven"
