"""Many rooms: the current room, three levels with edges, visibility by rays."""

import numpy as np
import pytest

from apartments import add_thing, flat
from inherit_fast.graph import RoomNode
from inherit_fast.scene import (
    ObjectObservation,
    Pose,
    SceneRepresentation,
    Snapshot,
    Vector3,
    VisibilityConfig,
)
from inherit_fast.scene.visibility import raster_of_graph


def at(x, y, tick, z=0.8):
    return Snapshot(tick, Pose(Vector3(x, y, z)), f"frame {tick}")


@pytest.fixture
def rep():
    scene = SceneRepresentation(graph=flat())
    scene.update(at(1.0, 1.0, 10))
    scene.update(at(3.5, 0.6, 20))
    scene.update(at(6.0, 2.0, 30))
    return scene


def test_the_rooms_and_objects_are_the_graphs_own():
    graph = flat()
    rep = SceneRepresentation(graph=graph)
    assert [room.label for room in rep.rooms.values()] == ["living room", "kitchen"]
    assert [(o.object_id, o.label) for o in rep.objects] == [(1, "sofa"), (2, "oven"), (3, "table")]
    assert rep.objects[0].confidence == pytest.approx(0.8)
    rep.rooms["room_2"].label = "pantry"
    assert graph.rooms["room_2"].label == "pantry"
    add_thing(graph, "mug", 6.0, 0.6, "room_2")
    assert rep.objects[-1].label == "mug"


def test_the_current_room_is_the_one_around_the_robot():
    rep = SceneRepresentation(graph=flat())
    for place, label in (((1, 1), "living room"), ((4.1, 0.6), "living room"), ((6, 2), "kitchen")):
        rep.update(at(*place, 1))
        assert rep.room.label == label, place


def test_each_room_keeps_its_own_viewpoints_and_picture(rep):
    living, kitchen = rep.rooms.values()
    assert (living.viewpoint_tick_ids, kitchen.viewpoint_tick_ids) == ([10, 20], [30])
    assert (living.best_image, kitchen.best_image) == ("frame 20", "frame 30")
    assert kitchen.scene_bounds == (Vector3(4.2, 0.0, 0.0), Vector3(8.0, 4.0, 2.6))


def test_a_new_object_lies_in_the_room_around_it(rep):
    rep.add_object(ObjectObservation(label="cup", position=Vector3(6, 1, 0.8), confidence=0.9))
    node = rep.graph.objects["object_4"]
    assert (node.room_id, node.floor_id) == ("room_2", "floor_1")


def test_rays_give_edges_from_viewpoints_to_what_they_see_walls_occluding(rep):
    rep.look_around(VisibilityConfig(range_m=10.0))
    edges = rep.edges
    assert edges.room_room == (("room_1", "room_2"),)
    assert edges.room_viewpoint == (("room_1", 10), ("room_1", 20), ("room_2", 30))
    assert edges.room_object == (("room_1", 1), ("room_2", 2), ("room_2", 3))
    # Through the door one sees the table from both places, and the oven from neither.
    assert edges.viewpoint_object == ((10, 1), (10, 3), (20, 1), (20, 3), (30, 2), (30, 3))
    assert [o.label for o in rep.objects_seen_from(10)] == ["sofa", "table"]


def test_what_is_out_of_range_is_not_seen(rep):
    rep.look_around(VisibilityConfig(range_m=1.0))
    assert rep.edges.viewpoint_object == ()


def test_looking_twice_adds_no_edge(rep):
    rep.look_around()
    once = rep.edges
    rep.look_around()
    assert rep.edges == once


def test_the_picture_is_that_of_the_viewpoint_that_sees_most_of_its_room():
    rep = SceneRepresentation(graph=flat())
    rep.update(at(2.0, 2.0, 1))
    rep.update(at(4.0, 0.1, 2))
    assert rep.room.best_image == "frame 2"
    graph = rep.graph
    graph.rooms["room_1"].polygon_m = np.array(
        [[0, 0], [4, 0], [4, 1], [2.5, 1], [2.5, 4], [0, 4.0]]
    )
    rep.look_around()
    assert (rep.room.best_image, rep.room.best_image_tick_id) == ("frame 1", 1)


def test_a_room_that_takes_in_another_takes_its_memory_too(rep):
    graph = rep.graph
    del graph.rooms["room_2"]
    graph.aliases["room_2"] = "room_1"
    assert rep.room.id == "room_1"
    assert rep.room.viewpoint_tick_ids == [10, 20, 30]
    assert rep.room.best_image == "frame 30"


def test_a_closet_drawn_inside_a_room_is_the_closet():
    graph = flat()
    corner = np.array([[0.0, 3.0], [1.0, 3.0], [1.0, 4.0], [0.0, 4.0]])
    graph.rooms["room_3"] = RoomNode("room_3", "floor_1", "closet", polygon_m=corner)
    rep = SceneRepresentation(graph=graph)
    rep.update(at(0.5, 3.5, 1))
    assert rep.room.label == "closet"


def test_the_raster_of_outlines_has_walls_and_an_open_door():
    raster = raster_of_graph(flat(), "floor_1", VisibilityConfig(cell_m=0.1))
    cell = lambda x, y: (int(y / 0.1) - raster.origin[1], int(x / 0.1) - raster.origin[0])  # noqa: E731
    assert raster.blocked[cell(4.1, 3.0)] == 1
    assert raster.blocked[cell(4.1, 0.6)] == 0
    assert raster.labels[cell(1.05, 1.05)] == 1
    assert raster.labels[cell(6.05, 1.05)] == 2
    assert raster_of_graph(flat(), "floor_9", VisibilityConfig()) is None
