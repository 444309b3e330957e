import pytest

from floor_maps import thing
from inherit_fast.graph import RoomNode, SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.language.room_table import RoomTable
from inherit_fast.updates.areas import AreasConfig, draft_areas, update_areas


@pytest.fixture(scope="module")
def table():
    return RoomTable.load(Synonyms.load())


def drafts(table, *things, **config):
    nodes = [thing(i + 1, label, center) for i, (label, *center) in enumerate(things)]
    return [(d.label, d.members) for d in draft_areas(nodes, table, AreasConfig(**config))]


def test_chairs_at_a_dining_table_are_a_dining_area(table):
    found = drafts(
        table, ("dining table", 0, 0, 0.4), ("chair", 0.8, 0, 0.4), ("chair", -0.8, 0, 0.4)
    )
    assert found == [("dining area", (0, 1, 2))]


def test_furniture_alone_is_no_area(table):
    assert drafts(table, ("dining table", 0, 0, 0.4), ("chair", 4, 0, 0.4)) == []


def test_two_anchors_far_apart_make_two_areas(table):
    found = drafts(
        table,
        ("bed", 0, 0, 0.3),
        ("nightstand", 1, 0, 0.3),
        ("desk", 5, 0, 0.3),
        ("office chair", 5.8, 0, 0.3),
    )
    assert found == [("sleeping area", (0, 1)), ("work area", (2, 3))]


def test_between_two_anchors_a_thing_goes_where_it_fits(table):
    found = drafts(
        table,
        ("bed", 0, 0, 0.3),
        ("desk", 2, 0, 0.3),
        ("monitor", 0.8, 0, 0.3),
        ("pillow", 1.2, 0, 0),
    )
    assert found == [("sleeping area", (0, 3)), ("work area", (1, 2))]


def test_a_television_before_a_sofa_belongs_to_the_seating(table):
    found = drafts(table, ("sofa", 0, 0, 0.3), ("tv", 1.2, 0, 0.8), ("coffee table", 0.6, 0.6, 0.2))
    assert found == [("seating area", (0, 1, 2))]


def test_things_that_no_furniture_gathers_are_grouped_by_density(table):
    found = drafts(
        table, ("plant", 0, 0, 0.3), ("box", 0.9, 0, 0.3), ("plant", 1.8, 0, 0.3), ("cup", 9, 9, 0)
    )
    assert len(found) == 1
    assert found[0][1] == (0, 1, 2)


def test_lamps_and_pictures_alone_make_no_area_but_join_one(table):
    wall = ("lamp", 0, 0, 2.0), ("picture", 0.5, 0, 1.8), ("picture", 1, 0, 1.8)
    assert drafts(table, *wall) == []
    found = drafts(table, ("bed", 0.5, 0, 0.8), *wall)
    assert found == [("sleeping area", (0, 1, 2, 3))]


def test_parts_of_the_building_belong_to_no_area(table):
    assert drafts(table, ("wall", 0, 0, 1), ("door", 0.5, 0, 1), ("wall-plug", 0.7, 0, 0.3)) == []


def test_the_gap_is_between_boxes_not_centres(table):
    two = (("plant", 0, 0, 0.2), ("plant", 1.3, 0, 0.2))
    assert drafts(table, *two, eps_m=0.95) == [("plant area", (0, 1))]
    assert drafts(table, *two, eps_m=0.85) == []


def graph_with(*nodes):
    graph = SceneGraph(rooms={"room_1": RoomNode("room_1", "floor_1")})
    for node in nodes:
        node.room_id = "room_1"
        graph.objects[node.id] = node
    return graph


def test_an_area_keeps_its_id_while_its_things_stay(table):
    graph = graph_with(thing(1, "bed", (0, 0, 0.3)), thing(2, "nightstand", (1, 0, 0.3)))
    update_areas(graph, "room_1", table, AreasConfig())
    assert list(graph.areas) == ["area_1"]
    lamp = thing(3, "lamp", (1, 0, 0.8))
    lamp.room_id = "room_1"
    graph.objects[lamp.id] = lamp
    changed = update_areas(graph, "room_1", table, AreasConfig())
    assert list(graph.areas) == ["area_1"]
    assert graph.areas["area_1"].object_ids == ["object_1", "object_2", "object_3"]
    assert "object_3" in changed
    assert lamp.area_id == "area_1"


def test_an_area_that_dissolves_leaves_its_objects_free(table):
    graph = graph_with(thing(1, "bed", (0, 0, 0.3)), thing(2, "nightstand", (1, 0, 0.3)))
    update_areas(graph, "room_1", table, AreasConfig())
    graph.objects["object_2"].room_id = "room_2"
    changed = update_areas(graph, "room_1", table, AreasConfig())
    assert graph.areas == {}
    assert graph.objects["object_1"].area_id is None
    assert graph.objects["object_2"].area_id is None
    assert changed == {"area_1", "object_1", "object_2"}


def test_an_area_says_what_it_holds(table):
    graph = graph_with(
        thing(1, "dining table", (0, 0, 0.4)),
        thing(2, "chair", (0.8, 0, 0.4)),
        thing(3, "chair", (-0.8, 0, 0.4)),
    )
    update_areas(graph, "room_1", table, AreasConfig())
    assert graph.areas["area_1"].description == "dining area with a dining table and 2 chairs"


def test_absent_and_tentative_things_make_no_area(table):
    graph = graph_with(thing(1, "bed", (0, 0, 0.3)), thing(2, "nightstand", (1, 0, 0.3)))
    graph.objects["object_2"].state = "absent"
    update_areas(graph, "room_1", table, AreasConfig())
    assert graph.areas == {}
