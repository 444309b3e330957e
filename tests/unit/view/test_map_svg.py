from xml.etree import ElementTree

import numpy as np
import pytest

from inherit_fast.datasets.house import HouseConfig, build_house
from inherit_fast.datasets.house.truth import truth_graph
from inherit_fast.errors import StoreError
from inherit_fast.graph import Box, ColorShare, Doorway, FloorNode, ObjectNode, RoomNode, SceneGraph
from inherit_fast.view.floor_panel import PATH
from inherit_fast.view.footprints import footprint_of, merge_labels, polygon_area
from inherit_fast.view.room_outline import cell_outline
from inherit_fast.view.svg import SvgConfig, map_svg, write_map_svg
from inherit_fast.view.svg_canvas import text_width

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]])


@pytest.fixture
def graph():
    graph = SceneGraph()
    graph.floors["floor_1"] = FloorNode("floor_1", 0.0)
    graph.rooms["room_1"] = RoomNode("room_1", "floor_1", "kitchen", polygon_m=SQUARE)
    graph.rooms["room_2"] = RoomNode("room_2", "floor_1", polygon_m=SQUARE + np.array([4.1, 0.0]))
    graph.doorways.append(Doorway("room_1", "room_2", np.array([4.05, 1.5]), 0.9))
    graph.path_m = [(1.0, 1.0, 1.4), (2.0, 1.0, 1.4), (3.0, 2.0, 1.4)]
    add(graph, "table", (1.0, 1.0, 0.4), (1.2, 0.8, 0.8), (124, 78, 44))
    return graph


def add(graph, label, center, extent, rgb=(200, 30, 30), room="room_1"):
    node_id = graph.new_id("object")
    graph.objects[node_id] = ObjectNode(
        node_id,
        label,
        Box(np.array(center), np.array(extent)),
        np.array(center),
        state="confirmed",
        colors=[ColorShare("red", rgb, 1.0)],
        floor_id="floor_1",
        room_id=room,
    )
    return graph.objects[node_id]


def texts(svg):
    return [t.text for t in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_rooms_and_objects_are_named_with_area_and_counts(graph):
    found = texts(map_svg(graph, title="My flat"))
    assert {"My flat", "kitchen", "room 2", "12.0 m²", "table", "floor 1"} <= set(found)
    assert "1 floor  ·  2 rooms  ·  1 object  ·  0 relations" in found


@pytest.mark.parametrize("side_m", [0.5, 2.0, 9.0])
def test_the_legend_ends_within_the_page(graph, side_m):
    graph.rooms["room_1"].polygon_m = SQUARE / 4.0 * side_m
    del graph.rooms["room_2"]
    root = ElementTree.fromstring(map_svg(graph))
    last = next(t for t in root.iter(f"{SVG}text") if t.text == "best view of a room")
    ends = float(last.get("x")) + text_width(last.text, float(last.get("font-size")))
    assert ends <= float(root.get("width"))


def test_an_object_is_filled_with_its_own_colour(graph):
    root = ElementTree.fromstring(map_svg(graph))
    tips = {p.findtext(f"{SVG}title"): p for p in root.iter(f"{SVG}polygon")}
    table = tips["object_1: table (red)."]
    assert table.get("fill") == "#7c4e2c"


def test_labels_are_escaped_and_stripped_of_what_xml_forbids(graph):
    add(graph, '<b>"cup" & saucer\x00\x1b', (3.0, 2.0, 0.5), (0.5, 0.5, 1.0))
    svg = map_svg(graph, title="a < b")
    assert '<b>"cup" & saucer' in texts(svg)
    assert "a < b" in texts(svg)


def test_tentative_and_absent_objects_are_not_drawn(graph):
    add(graph, "ghost", (2.0, 2.0, 0.5), (0.5, 0.5, 1.0)).state = "absent"
    assert "ghost" not in map_svg(graph)


def test_a_house_has_one_panel_a_floor_with_that_floor_s_things():
    graph = truth_graph(build_house(HouseConfig(seed=1)))
    both = map_svg(graph)
    upper = map_svg(graph, floor_id="floor_2")
    assert {"ground floor", "upper floor", "kitchen", "landing"} <= set(texts(both))
    assert "kitchen" not in texts(upper)
    assert "landing" in texts(upper)
    for node in graph.objects.values():  # what has no label has at least a tip
        assert f"{node.id}: {node.label}" in both


def test_the_path_is_drawn_on_the_floor_it_is_walked_on(graph):
    graph.floors["floor_2"] = FloorNode("floor_2", 2.8)
    graph.path_m += [(3.0, 2.5, 4.2), (2.0, 2.5, 4.2)]
    lines = {}
    for floor in ("floor_1", "floor_2"):
        root = ElementTree.fromstring(map_svg(graph, floor_id=floor))
        points = [p.get("points").split() for p in root.iter(f"{SVG}polyline")]
        lines[floor] = [len(p) for p in points]
    assert lines == {"floor_1": [3], "floor_2": [2]}


def test_a_best_view_is_a_wedge_at_its_keyframe_s_pose(graph):
    graph.rooms["room_1"].best_view_keyframe = 7
    pose = np.eye(4)
    pose[:3, :3] = [[0, 0, 1], [-1, 0, 0], [0, -1, 0]]
    assert "best view of kitchen" in map_svg(graph, keyframe_poses={7: pose})
    assert "best view of kitchen" not in map_svg(graph, keyframe_poses={8: pose})


def test_labels_overlap_nowhere():
    graph = truth_graph(build_house(HouseConfig(seed=2)))
    root = ElementTree.fromstring(map_svg(graph, floor_id="floor_1"))
    boxes = []
    for t in root.iter(f"{SVG}text"):
        if t.get("text-anchor") == "middle" and float(t.get("font-size")) < 9.6:
            x, y, size = (float(t.get(k)) for k in ("x", "y", "font-size"))
            half = 0.26 * size * len(t.text)
            boxes.append((x - half, y - 0.7 * size, x + half, y))
    assert len(boxes) > 40
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])


def test_near_things_of_one_label_share_a_label_but_not_across_rooms(graph):
    for x, room in ((2.0, "room_1"), (2.2, "room_1"), (2.3, "room_2")):
        add(graph, "cup", (x, 1.0, 0.9), (0.1, 0.1, 0.1), room=room)
    labels = [text for text, _ in merge_labels([footprint_of(o) for o in graph.present()])]
    assert sorted(labels) == ["cup", "cup x2", "table"]


def test_a_tilted_box_s_footprint_is_the_hull_of_its_shadow(graph):
    node = add(graph, "beam", (0.0, 0.0, 1.0), (2.0, 0.2, 0.2))
    c = np.sqrt(0.5)
    tilted = Box(node.box.center_m, node.box.extent_m, np.array([[c, 0, c], [0, 1, 0], [-c, 0, c]]))
    node.box = tilted
    shape = footprint_of(node)
    assert shape.area_m2 == pytest.approx(2.2 * c * 0.2)
    assert shape.top_m == pytest.approx(1.0 + 1.1 * c)
    assert polygon_area(shape.corners_m[::-1]) == pytest.approx(shape.area_m2)


def test_an_empty_map_still_makes_a_page(tmp_path):
    write_map_svg(SceneGraph(), tmp_path / "map.svg")
    root = ElementTree.parse(tmp_path / "map.svg").getroot()
    assert root.tag == f"{SVG}svg"


def test_a_map_without_rooms_shows_objects_and_path():
    graph = SceneGraph()
    graph.floors["floor_1"] = FloorNode("floor_1", 0.0)
    graph.path_m = [(0.0, 0.0, 1.5), (5.0, 1.0, 1.5)]
    add(graph, "chair", (2.0, 2.0, 0.5), (0.5, 0.5, 1.0), room=None)
    assert "chair" in texts(map_svg(graph))
    assert PATH in map_svg(graph)


def test_a_huge_map_keeps_to_the_page(graph):
    graph.rooms["room_1"].polygon_m = SQUARE * 100
    root = ElementTree.fromstring(map_svg(graph, config=SvgConfig(width_px=900)))
    assert float(root.get("width")) <= 900


def test_the_same_map_gives_the_same_bytes():
    config = HouseConfig(seed=4, rooms_per_floor=2)
    assert map_svg(truth_graph(build_house(config))) == map_svg(truth_graph(build_house(config)))


def test_failures_are_sentences(graph, tmp_path):
    with pytest.raises(StoreError, match="no floor 'floor_9'; the map has floor_1"):
        map_svg(graph, floor_id="floor_9")
    with pytest.raises(StoreError, match="cannot write the picture"):
        write_map_svg(graph, tmp_path / "absent" / "map.svg")


def test_a_room_without_polygon_is_drawn_around_its_cells(graph):
    i, j = np.mgrid[0:40, 0:20].reshape(2, -1)
    keep = (i < 30) | (j < 10)  # an L, with a hole that is no part of the outline
    keep &= (abs(i - 10) > 2) | (abs(j - 10) > 2)
    cells = np.stack([i[keep], j[keep]], axis=1).astype(np.int32)
    expected = {(0, 0), (40, 0), (40, 10), (30, 10), (30, 20), (0, 20)}
    outline = cell_outline(cells)
    assert {tuple(c) for c in outline.astype(int).tolist()} == expected
    assert polygon_area(outline) == 30 * 20 + 10 * 10
    graph.rooms["room_2"].polygon_m = np.zeros((0, 2))
    graph.rooms["room_2"].cells = cells
    assert {"room 2", "1.8 m²"} <= set(texts(map_svg(graph)))


def test_cells_that_touch_at_a_corner_still_make_an_outline():
    outline = cell_outline(np.array([[0, 0], [1, 1], [2, 2]], np.int32))
    assert len(outline) >= 4
