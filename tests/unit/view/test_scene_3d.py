"""The scene in a real viser server on a port of its own; handles tell what browsers would show."""

import socket
from types import SimpleNamespace

import numpy as np
import pytest

from inherit_fast.graph import Box
from inherit_fast.retrieval import Retriever
from inherit_fast.view import shapes
from inherit_fast.view.pick import picked
from inherit_fast.view.scene_3d import BEST, OTHER, ROOM, Scene3D, Scene3DConfig
from inherit_fast.view.scene_controls import SceneControls
from rooms import flat

viser = pytest.importorskip("viser")


class Recorded:
    """A viser server that also keeps what was drawn, by name."""

    def __init__(self, server):
        self.server, self.drawn, self.clicked = server, {}, []
        self.initial_camera = server.initial_camera
        self.scene = SimpleNamespace(
            add_frame=self._keeping(server.scene.add_frame),
            add_label=self._keeping(server.scene.add_label),
            add_mesh_simple=self._keeping(server.scene.add_mesh_simple),
            on_click=lambda: self.clicked.append,
            add_line_segments=self._keeping(server.scene.add_line_segments),
            add_point_cloud=self._keeping(server.scene.add_point_cloud),
        )
        self.gui = SimpleNamespace(
            add_form=self._keeping(server.gui.add_form),
            add_text=self._keeping(server.gui.add_text),
            add_folder=self._keeping(server.gui.add_folder),
            add_checkbox=self._keeping(server.gui.add_checkbox),
        )

    def _keeping(self, method):
        def add(path, *arguments, **options):
            handle = method(path, *arguments, **options)
            self.drawn[path] = handle
            return handle

        return add

    def under(self, start):
        return sorted(path for path in self.drawn if path and path.startswith(start))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def real():
    server = viser.ViserServer(host="127.0.0.1", port=free_port(), verbose=False)
    yield server
    server.stop()


@pytest.fixture
def server(real):
    real.scene.reset()
    real.gui.reset()
    return Recorded(real)


def house():
    """The flat with points on the red mug and a short path."""
    graph, names = flat()
    by_name = {name: graph.objects[i] for i, name in names.items()}
    mug = by_name["mug_red"]
    mug.points_m = np.linspace(mug.box.center_m, mug.box.center_m + 0.05, 50).astype(np.float32)
    graph.path_m = [(1.0, 1.0, 1.4), (2.0, 1.0, 1.4), (2.0, 3.0, 1.4)]
    return graph, by_name


def test_the_edges_of_a_box_join_its_corners_along_its_own_axes():
    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    edges = shapes.box_edges([Box(np.array([1.0, 2.0, 3.0]), np.array([4.0, 2.0, 1.0]), turn)])
    assert edges.shape == (12, 2, 3)
    lengths = np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1)
    assert sorted(lengths) == [1.0] * 4 + [2.0] * 4 + [4.0] * 4
    # A quarter turn: the long side lies along y.
    assert np.allclose(np.ptp(edges.reshape(-1, 3), axis=0), [2.0, 4.0, 1.0])
    assert np.allclose(edges.reshape(-1, 3).mean(axis=0), [1.0, 2.0, 3.0])


def test_a_room_outline_is_closed_and_a_way_is_not():
    square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]])
    sides = shapes.outline(square, 0.5)
    assert np.array_equal(sides[:, 1], np.roll(sides[:, 0], -1, axis=0))
    assert set(sides[..., 2].ravel()) == {0.5}
    assert shapes.way([(0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 1.0)]).shape == (2, 2, 3)
    assert shapes.way([(0.0, 0.0, 1.0)]).shape == shapes.way([]).shape == (0, 2, 3)


def test_every_floor_shows_its_objects_rooms_and_names(server):
    graph, things = house()
    Scene3D(server, graph).draw()
    for floor in graph.floors:
        here = [node for node in graph.objects.values() if node.floor_id == floor]
        assert len(server.drawn[f"/{floor}/boxes"].points) == 12 * len(here)
        assert len(server.under(f"/{floor}/labels/")) == len(here)
    bed = things["bed"]
    assert server.drawn[f"/floor_2/labels/{bed.id}"].text == "bed"
    assert server.drawn["/floor_2/rooms/room_4/name"].text == "bedroom"
    outline = server.drawn["/floor_2/rooms/room_4/outline"]
    assert np.allclose(outline.points[..., 2], 3.01)
    assert np.array_equal(np.unique(outline.colors.reshape(-1, 3), axis=0), [ROOM])
    assert len(server.drawn["/path"].points) == 2


def test_points_have_the_colour_of_their_object(server):
    graph, things = house()
    Scene3D(server, graph).draw()
    cloud = server.drawn["/floor_1/points"]
    assert np.array_equal(cloud.points, things["mug_red"].points_m)
    assert np.array_equal(np.unique(cloud.colors.reshape(-1, 3), axis=0), [(200, 20, 20)])


def test_things_that_are_gone_are_not_drawn(server):
    graph, things = house()
    things["bed"].state = "absent"
    Scene3D(server, graph).draw()
    assert f"/floor_2/labels/{things['bed'].id}" not in server.drawn
    assert len(server.drawn["/floor_2/boxes"].points) == 12 * 3


def test_things_without_a_floor_are_drawn_too(server):
    graph, things = house()
    things["bed"].floor_id = None
    Scene3D(server, graph).draw()
    assert server.under("/no_floor/labels/") == [f"/no_floor/labels/{things['bed'].id}"]


def test_what_a_cap_leaves_out_is_counted(server):
    graph = house()[0]
    scene = Scene3D(server, graph, Scene3DConfig(max_points=20, max_labels=3))
    scene.draw()
    drawn = len(server.drawn["/floor_1/points"].points)
    assert drawn <= 20
    assert drawn + scene.points_left_out == 50
    labels = server.under("/floor_1/labels/") + server.under("/floor_2/labels/")
    assert len(labels) == 3
    assert scene.labels_left_out == len(graph.objects) - 3


def test_the_camera_looks_at_the_middle_from_outside(server):
    Scene3D(server, house()[0]).draw()
    camera = server.initial_camera
    assert np.allclose(camera.look_at, (5.0, 4.0, 1.5))
    assert camera.position[2] > 5.0


def test_an_empty_map_is_an_empty_scene(server):
    graph = flat()[0]
    graph.objects.clear()
    graph.rooms.clear()
    Scene3D(server, graph).draw()
    assert server.drawn == {}


def test_names_are_smaller_on_a_small_map_and_cut_where_they_never_end(server):
    graph, things = house()
    things["bed"].label = "b" * 300
    Scene3D(server, graph).draw()
    name = server.drawn[f"/floor_2/labels/{things['bed'].id}"]
    assert name.text == "b" * 39 + "…"
    large = name.font_scene_height
    server.server.scene.reset()
    for thing in [i for i in graph.objects if i != things["bed"].id]:
        del graph.objects[thing]
    graph.rooms.clear()
    Scene3D(server, graph).draw()
    assert server.drawn[f"/floor_2/labels/{things['bed'].id}"].font_scene_height < large


def test_answers_are_marked_and_the_next_question_takes_the_marks_away(server):
    graph, things = house()
    scene, retriever = Scene3D(server, graph), Retriever(graph)
    scene.show_answers(retriever("the mug"))
    first, second = (server.drawn[f"/floor_1/answers/{rank}/box"] for rank in (1, 2))
    assert np.array_equal(np.unique(first.colors.reshape(-1, 3), axis=0), [BEST])
    assert np.array_equal(np.unique(second.colors.reshape(-1, 3), axis=0), [OTHER])
    scene.show_answers(retriever("the bed", 1))
    mark = server.drawn["/floor_2/answers/1/box"].points
    assert np.allclose(mark[:12].reshape(-1, 3).mean(axis=0), things["bed"].box.center_m)
    pin, top = mark[12], mark[:12, :, 2].max()
    assert pin[0, 2] <= top < pin[1, 2]
    assert server.drawn["/floor_2/answers/1/label"].text == "bed"
    assert server.server.scene.get_handle_by_name("/floor_1/answers/2/box") is None


def ask(server, text):
    """Type into the box, press Enter; the callback itself, so that nothing waits for a thread."""
    server.drawn["Find"].value = text
    for callback in server.drawn[None]._submit_cb:
        callback(None)
    return server.drawn["Answers"].value


def test_the_text_box_lists_what_is_marked(server):
    graph, things = house()
    scene = Scene3D(server, graph)
    scene.draw()
    SceneControls(server, scene, Retriever(graph))
    told = ask(server, "the red mug on the table").splitlines()
    assert told[0].startswith(f"1. mug ({things['mug_red'].id})")
    assert told[0].endswith("kitchen")
    assert server.drawn["/floor_1/answers/1/label"].text == "1. mug"
    assert "Left out" not in server.drawn


def test_what_is_left_out_is_told(server):
    graph = house()[0]
    scene = Scene3D(server, graph, Scene3DConfig(max_points=20, max_labels=3))
    scene.draw()
    SceneControls(server, scene, Retriever(graph))
    points, names = scene.points_left_out, scene.labels_left_out
    assert server.drawn["Left out"].value == f"{points} points, {names} names"


def test_a_question_without_words_is_answered_by_a_sentence(server):
    graph = house()[0]
    scene = Scene3D(server, graph)
    SceneControls(server, scene, Retriever(graph))
    assert "say what to look for" in ask(server, "  ")
    assert [path for path in server.drawn if path and "answers" in path] == []


def test_floors_and_kinds_of_things_can_be_hidden(server):
    graph = house()[0]
    scene = Scene3D(server, graph)
    scene.draw()
    SceneControls(server, scene, Retriever(graph))
    server.drawn["floor 2"].value = False
    assert not server.drawn["/floor_2"].visible
    assert server.drawn["/floor_1"].visible
    server.drawn["boxes"].value = False
    assert not server.drawn["/floor_1/boxes"].visible
    server.drawn["boxes"].value = True
    assert server.drawn["/floor_1/boxes"].visible


def click(server, origin, direction):
    event = SimpleNamespace(ray_origin=origin, ray_direction=direction)
    for callback in server.clicked:
        callback(event)
    return server.drawn["Answers"].value


def test_a_click_tells_what_the_thing_is_and_never_of_a_hidden_floor(server):
    graph, things = house()
    scene = Scene3D(server, graph)
    scene.draw()
    SceneControls(server, scene, Retriever(graph))
    above = things["bed"].box.center_m + np.array([0.0, 0.0, 9.0])
    assert click(server, above, (0.0, 0.0, -1.0)).startswith(f"{things['bed'].id}: bed")
    server.drawn["floor 2"].value = False
    server.drawn["Answers"].value = ""
    assert things["bed"].id not in click(server, above, (0.0, 0.0, -1.0))


def box(center, extent):
    return Box(np.array(center), np.array(extent), np.eye(3))


def test_the_smallest_box_that_is_not_behind_the_first_is_picked():
    shelf, book = box([0.0, 0.0, 0.0], [2.0, 2.0, 2.0]), box([0.0, 0.0, 0.0], [0.2, 0.2, 0.2])
    behind = box([0.0, 0.0, -3.0], [0.1, 0.1, 0.1])
    down = (0.0, 0.0, -1.0)
    assert picked([shelf, book, behind], (0.0, 0.0, 5.0), down) == 1
    assert picked([shelf, behind], (0.0, 0.0, 5.0), down) == 0
    assert picked([shelf, book, behind], (0.5, 0.0, 5.0), down) == 0
    assert picked([shelf, book, behind], (5.0, 0.0, 5.0), down) is None
    assert picked([behind], (0.0, 0.0, -9.0), down) is None
    assert picked([], (0.0, 0.0, 5.0), down) is None


def test_a_filled_polygon_covers_it_exactly():
    notched = [(0, 0), (4, 0), (4, 3), (3, 3), (3, 1), (1, 1), (1, 3), (0, 3)]
    for corners, area in ((notched, 8.0), ([(0, 0), (4, 1), (2, 5), (-1, 2)], 13.5)):
        polygon = np.array(corners, float)
        for outline in (polygon, polygon[::-1]):
            points, faces = shapes.filled(outline, 0.5)
            a, b, c = (points[faces[:, k], :2].astype(float) for k in range(3))
            turned = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
            assert np.abs(turned).sum() / 2 == pytest.approx(area)
            assert set(points[:, 2]) == {0.5}
