import numpy as np
import pytest

from floor_maps import thing
from inherit_fast.graph import Doorway, RoomNode, SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.language.room_table import RoomTable
from inherit_fast.updates.room_names import (
    RoomNamesConfig,
    extent_m,
    room_description,
    room_label,
)

CONFIG = RoomNamesConfig()


@pytest.fixture(scope="module")
def table():
    return RoomTable.load(Synonyms.load())


def rectangle(length, width):
    """Cells of a rectangle, lengths in cells of 0.1 m."""
    return np.argwhere(np.ones((width, length), bool))[:, ::-1].astype(np.int32)


@pytest.mark.parametrize(
    ("things", "room"),
    [
        (["sink", "refrigerator", "oven", "cup"], "kitchen"),
        (["fridge", "cooktop", "base cabinet", "countertop"], "kitchen"),
        (["toilet", "sink", "mirror"], "bathroom"),
        (["shower-stall", "sink", "towel"], "bathroom"),
        (["bed", "nightstand", "lamp", "lamp"], "bedroom"),
        (["couch", "tv", "coffee table"], "living room"),
        (["dining table", "chair", "chair", "chair", "chair"], "dining room"),
        (["dining table", "chair", "chair", "sink", "cup", "cup", "bottle"], "kitchen"),
        (["dining table", "chair", "chair", "chair", "refrigerator"], "kitchen"),
        (["dining table", "chair", "chair", "sideboard", "wine glass"], "dining room"),
        (["desk", "monitor", "office chair", "book"], "office"),
        (["washing machine", "dryer"], "laundry room"),
        (["picture", "plant"], "room"),
        ([], "room"),
    ],
)
def test_things_name_the_room(table, things, room):
    assert room_label(things, rectangle(40, 40), 0.1, table, CONFIG) == room


def test_many_small_hints_do_not_outweigh_a_strong_one(table):
    things = ["toilet"] + ["lamp"] * 30 + ["book"] * 30
    assert room_label(things, rectangle(20, 20), 0.1, table, CONFIG) == "bathroom"


def test_a_long_narrow_room_without_things_is_a_corridor(table):
    assert room_label(["picture"], rectangle(60, 15), 0.1, table, CONFIG) == "corridor"
    assert room_label(["picture"], rectangle(60, 40), 0.1, table, CONFIG) == "room"


@pytest.mark.parametrize("angle_deg", [0, 30, 77])
def test_length_and_width_do_not_depend_on_the_way_the_room_lies(angle_deg):
    cells = rectangle(60, 15)
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    fine = np.argwhere(np.ones((150, 600), bool))[:, ::-1] / 10.0
    turned = np.unique(np.floor(fine @ np.array([[c, s], [-s, c]])).astype(np.int32), axis=0)
    length_m, width_m = extent_m(cells if angle_deg == 0 else turned, 0.1)
    assert length_m == pytest.approx(6.0, abs=0.3)
    assert width_m == pytest.approx(1.5, abs=0.2)


def test_a_room_of_one_cell_has_an_extent():
    assert extent_m(np.array([[3, 4]], np.int32), 0.1) == (0.1, 0.1)
    assert extent_m(np.zeros((0, 2), np.int32), 0.1) == (0.0, 0.0)


def test_the_description_holds_size_floor_things_and_neighbours(table):
    kitchen = RoomNode("room_1", "floor_2", "kitchen", cells=rectangle(40, 30))
    graph = SceneGraph(
        rooms={
            "room_1": kitchen,
            "room_2": RoomNode("room_2", "floor_2", "corridor"),
            "room_3": RoomNode("room_3", "floor_2", "office"),
        },
        doorways=[
            Doorway("room_1", "room_2", np.zeros(2), 0.9),
            Doorway("room_3", "room_1", np.zeros(2), 0.9),
        ],
    )
    for i, label in enumerate(["chair", "wall", "oven", "chair"]):
        node = thing(i, label, (0, 0, 0))
        node.room_id = "room_1"
        graph.objects[node.id] = node
    assert room_description(graph, kitchen, 0.1, table, CONFIG) == (
        "a kitchen of 12 m2 on floor 2, with an oven and 2 chairs,"
        " next to the corridor and the office"
    )
