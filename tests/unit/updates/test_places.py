import numpy as np
import pytest

from floor_maps import floor_map, thing
from inherit_fast.updates.places import Place, PlacesConfig, place_objects

TWO_ROOMS = """
#########
#111#222#
#1111222#
#111#222#
#########
"""
LOPSIDED = """
#########
#11##222#
#11##222#
#11##222#
#########
"""
DOOR = [("room_1", "room_2", (4.5, 2.5), 1.0)]


def place(node, *maps):
    place_objects([node], maps or [floor_map(TWO_ROOMS, doorways=DOOR)], PlacesConfig())
    return Place(node.floor_id, node.room_id, node.room_flag)


def test_an_object_in_a_room_belongs_to_it():
    assert place(thing(1, "chair", (2.0, 2.0, 0.4))) == Place("floor_1", "room_1")
    assert place(thing(1, "chair", (6.5, 2.0, 0.4))) == Place("floor_1", "room_2")


def test_an_object_in_a_doorway_gets_a_room_and_a_flag():
    found = place(thing(1, "door", (4.6, 2.5, 1.0), (0.1, 0.9, 2.0)))
    assert found.room_id in ("room_1", "room_2")
    assert found.flag == "doorway"


def test_an_object_on_a_wall_belongs_to_the_room_it_faces():
    left = thing(1, "picture", (4.5, 1.5, 1.5), (0.05, 0.5, 0.5), bearing_rad=np.pi)
    right = thing(2, "picture", (4.5, 1.5, 1.5), (0.05, 0.5, 0.5), bearing_rad=0.0)
    wide = PlacesConfig(wall_reach_m=0.7)
    maps = [floor_map(TWO_ROOMS)]
    place_objects([left, right], maps, wide)
    assert (left.room_id, right.room_id) == ("room_1", "room_2")


def test_an_object_beside_a_mask_gets_the_nearest_room_without_a_flag():
    found = place(thing(1, "clock", (2.0, 4.1, 1.5), (0.3, 0.05, 0.3)))
    assert found == Place("floor_1", "room_1")


def test_an_object_outside_of_every_mask_gets_the_nearest_room_and_a_flag():
    found = place(thing(1, "car", (13.0, 2.0, 0.5)))
    assert found == Place("floor_1", "room_2", "outside")


def test_a_thing_whose_middle_is_in_no_room_belongs_where_most_of_it_is():
    found = place(
        thing(1, "rug", (4.5, 1.5, 0.0), (2.4, 0.8, 0.02)),
        floor_map(LOPSIDED),
    )
    assert found == Place("floor_1", "room_2")


@pytest.mark.parametrize(("z_m", "floor"), [(0.4, "floor_1"), (2.4, "floor_1"), (3.2, "floor_2")])
def test_height_decides_the_floor(z_m, floor):
    upper = floor_map("#33# #33#", floor_id="floor_2", height_m=2.8, names=["a", "b", "room_3"])
    found = place(thing(1, "lamp", (1.5, 1.0, z_m)), floor_map(TWO_ROOMS), upper)
    assert found.floor_id == floor
    assert found.flag == ""


def test_a_lamp_on_the_ceiling_belongs_below_a_thing_on_the_floor_above():
    lower = floor_map(TWO_ROOMS)
    lower.floor.ceiling_m = 2.6
    upper = floor_map("#33# #33#", floor_id="floor_2", height_m=2.8, names=["a", "b", "room_3"])
    lamp = thing(1, "lamp", (1.5, 1.0, 2.62), (0.3, 0.3, 0.02))
    rug = thing(2, "rug", (1.5, 1.0, 2.78), (0.3, 0.3, 0.02))
    assert place(lamp, lower, upper) == Place("floor_1", "room_1")
    assert place(rug, lower, upper) == Place("floor_2", "room_3")


def test_a_thing_that_spans_storeys_is_between_floors():
    upper = floor_map("#33# #33#", floor_id="floor_2", height_m=2.8, names=["a", "b", "room_3"])
    found = place(thing(1, "stairs", (1.5, 1.0, 2.5), (1, 1, 4.0)), floor_map(TWO_ROOMS), upper)
    assert found.flag == "between floors"
    assert found.floor_id == "floor_1"


def test_a_thing_below_the_lowest_floor_is_flagged():
    assert place(thing(1, "pipe", (2.0, 2.0, -2.0))).flag == "between floors"


def test_a_tilted_floor_is_followed():
    sloping = floor_map(TWO_ROOMS)
    sloping.floor.evidence.update(slope_x=0.3, slope_y=0.0, height_at_origin_m=0.0)
    upper = floor_map(TWO_ROOMS, floor_id="floor_2", height_m=2.0)
    assert place(thing(1, "mug", (7.5, 2.0, 2.4), (0.1, 0.1, 0.1)), sloping, upper).flag == ""
    assert sloping.floor_height_at(7.5, 2.0) == pytest.approx(2.25)


def test_without_rooms_there_is_a_floor_and_a_flag():
    assert place(thing(1, "chair", (2.0, 2.0, 0.4)), floor_map("...")) == Place(
        "floor_1", None, "outside"
    )


def test_only_what_moved_is_reported():
    maps = [floor_map(TWO_ROOMS)]
    nodes = [thing(1, "chair", (2.0, 2.0, 0.4)), thing(2, "chair", (6.5, 2.0, 0.4))]
    assert place_objects(nodes, maps, PlacesConfig()) == ["object_1", "object_2"]
    assert place_objects(nodes, maps, PlacesConfig()) == []
