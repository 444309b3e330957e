import numpy as np
import pytest

from floor_maps import floor_map, thing
from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.language.room_table import RoomTable
from inherit_fast.updates.best_view import Viewpoint
from inherit_fast.updates.global_update import GlobalUpdater, UpdatesConfig
from inherit_fast.updates.schedule import GlobalUpdate
from synthetic import look

TWO_ROOMS = """
#########
#111#222#
#1111222#
#111#222#
#########
"""
DOOR = [("room_1", "room_2", (4.5, 2.5), 1.0)]


@pytest.fixture(scope="module")
def table():
    return RoomTable.load(Synonyms.load())


def two_rooms(**kwargs):
    return floor_map(TWO_ROOMS, doorways=DOOR, **kwargs)


def furnished():
    graph = SceneGraph()
    things = [
        thing(1, "bed", (2.0, 2.0, 0.3), (1.2, 1.2, 0.5)),
        thing(2, "nightstand", (3.2, 2.0, 0.3)),
        thing(3, "oven", (6.5, 2.0, 0.5)),
        thing(4, "sink", (7.2, 2.0, 0.9)),
    ]
    graph.objects = {node.id: node for node in things}
    return graph


def update(*rooms):
    return GlobalUpdate("room", 0, ("floor_1",), rooms, 1)


def test_a_pass_places_names_and_groups(table):
    graph = furnished()
    updater = GlobalUpdater(UpdatesConfig(), table)
    pose = look((1.2, 2.5, 1.4))
    updater.views.add(Viewpoint(3, "floor_1", pose, np.array([40.0, 40, 40, 30]), (80, 60), b"x"))
    changed = updater(graph, [two_rooms()], update("room_1"))
    assert graph.rooms["room_1"].label == "bedroom"
    assert graph.rooms["room_2"].label == "kitchen"
    assert [graph.objects[f"object_{i}"].room_id for i in (1, 2, 3, 4)] == [
        "room_1",
        "room_1",
        "room_2",
        "room_2",
    ]
    assert graph.areas["area_1"].label == "sleeping area"
    assert graph.rooms["room_1"].best_view_keyframe == 3
    assert graph.rooms["room_1"].best_view_jpeg == b"x"
    assert "next to the kitchen" in graph.rooms["room_1"].description
    assert {"floor_1", "room_1", "room_2", "object_1", "object_4", "area_1"} <= changed
    assert len(graph.doorways) == 1


def test_a_second_pass_without_news_changes_nothing_but_what_was_asked(table):
    graph = furnished()
    updater = GlobalUpdater(UpdatesConfig(), table)
    updater(graph, [two_rooms()], update("room_1", "room_2"))
    before = {i: (r.label, r.description) for i, r in graph.rooms.items()}
    changed = updater(graph, [two_rooms()], update("room_1"))
    assert {i: (r.label, r.description) for i, r in graph.rooms.items()} == before
    assert not any(i.startswith(("object_3", "object_4", "room_2")) for i in changed)


def test_a_merged_room_hands_its_objects_to_its_heir_and_leaves_an_alias(table):
    graph = furnished()
    updater = GlobalUpdater(UpdatesConfig(), table)
    updater(graph, [two_rooms()], update("room_1", "room_2"))
    merged = floor_map(TWO_ROOMS.replace("2", "1"), aliases=[("room_2", "room_1")])
    updater(graph, [merged], update("room_2"))
    assert list(graph.rooms) == ["room_1"]
    assert graph.resolve("room_2") == "room_1"
    assert {node.room_id for node in graph.objects.values()} == {"room_1"}
    assert all(area.room_id == "room_1" for area in graph.areas.values())
    updater(graph, [two_rooms()], update("room_1"))
    assert graph.resolve("room_2") == "room_2"


def test_later_ids_of_the_graph_do_not_repeat_those_of_the_maps(table):
    graph = furnished()
    GlobalUpdater(UpdatesConfig(), table)(graph, [two_rooms()], update())
    assert graph.new_id("room") == "room_3"
    assert graph.new_id("floor") == "floor_2"


def test_another_namer_can_take_the_place_of_the_table(table):
    def model(graph, rooms, cell_m):
        labels = [sorted(n.label for n in graph.present() if n.room_id == r.id) for r in rooms]
        return [("chamber", f"holds {', '.join(things)}") for things in labels]

    graph = furnished()
    GlobalUpdater(UpdatesConfig(), table, namer=model)(graph, [two_rooms()], update())
    assert graph.rooms["room_1"].label == "chamber"
    assert graph.rooms["room_1"].description == "holds bed, nightstand"


def test_a_graph_without_rooms_is_no_failure(table):
    graph = furnished()
    GlobalUpdater(UpdatesConfig(), table)(graph, [floor_map("...")], update("room_9"))
    assert graph.rooms == {}
    assert {node.room_flag for node in graph.objects.values()} == {"outside"}
