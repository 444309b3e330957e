import json

import numpy as np
import pytest

from inherit_fast.errors import DatasetError
from inherit_fast.export import read_graph
from real_data import need

OBJECTS = """\
object_id,region_id,raw_label,nyu_label,object_bbox_cx,object_bbox_cy,object_bbox_cz,object_bbox_xlength,object_bbox_ylength,object_bbox_zlength,object_bbox_heading,object_color_r1,object_color_g1,object_color_b1,object_color_scheme1,object_color_scheme_percentage1
7,0,Floor,floor,0,0,0.02,4,4,0.1,0,_,_,_,_,_
8,0,TV stand,stand,1,1,0.3,1,0.4,0.6,1.5707963,120,70,30,brown,0.8
9,0,_,lamp,1,1,0.8,0.2,0.2,0.4,_,250,250,250,white,_
10,1,bed,bed,1,1,3.4,2,1.6,0.6,0,_,_,_,_,_
11,-1,chair,chair,1.5,1.5,3.4,0.5,0.5,0.9,0,_,_,_,_,_
12,0,ghost,ghost,_,_,_,_,_,_,_,_,_,_,_,_
"""
REGIONS = """\
region_id,region_label,region_bbox_cx,region_bbox_cy,region_bbox_cz,region_bbox_xlength,region_bbox_ylength,region_bbox_zlength,region_bbox_heading
0,Living room,0,0,1.4,4,4,2.8,0
1,Bedroom,0,0,4.4,4,4,2.8,0
2,_,_,_,_,_,_,_,_
"""
GRAPH = {
    "regions": {"0": {"relationships": {"on": {"8": ["9", "77"]}, "between": {"8": [["7", "9"]]}}}}
}


@pytest.fixture
def scene(tmp_path):
    (tmp_path / "a_object_result.csv").write_text(OBJECTS)
    (tmp_path / "a_region_result.csv").write_text(REGIONS)
    (tmp_path / "a_scene_graph.json").write_text(json.dumps(GRAPH))
    return tmp_path


def by_source(graph):
    return {node.source_id: node for node in graph.objects.values()}


def test_objects_regions_and_levels_become_objects_rooms_and_floors(scene):
    graph = read_graph("vla3d", scene)
    things = by_source(graph)
    assert sorted(things) == [7, 8, 9, 10, 11]
    assert [floor.name for floor in graph.floors.values()] == ["level 1", "level 2"]
    assert [room.label for room in graph.rooms.values()] == ["living room", "bedroom"]
    assert graph.rooms[things[8].room_id].label == "living room"
    assert things[10].floor_id == "floor_2"
    assert things[8].label == "tv stand"
    assert things[8].label_votes == {"tv stand": 1.0, "stand": 0.6}
    assert things[8].colors[0].name == "brown"
    assert things[8].state == "confirmed"
    assert things[8].description == "a brown tv stand, in the living room on level 1"


def test_a_heading_turns_the_box(scene):
    box = by_source(read_graph("vla3d", scene))[8].box
    np.testing.assert_allclose(box.R_world_box[:, 0], [0, 1, 0], atol=1e-6)


def test_unknown_fields_are_left_out_or_guessed(scene):
    graph = read_graph("vla3d", scene)
    things = by_source(graph)
    assert things[9].label == "lamp"  # no raw label: the coarser one
    assert things[9].colors[0].share == 1.0
    assert things[7].colors == []
    assert graph.rooms[things[11].room_id].label == "bedroom"  # no region: the one around it


def test_relations_run_from_what_is_on_to_what_carries(scene):
    graph = read_graph("vla3d", scene)
    things = by_source(graph)
    [relation] = graph.relations.values()
    assert relation.subject_id == things[9].id
    assert relation.object_id == things[8].id
    assert relation.sentence == "the lamp is on the tv stand"


def test_only_the_object_table_is_needed(scene):
    (scene / "a_region_result.csv").unlink()
    (scene / "a_scene_graph.json").unlink()
    graph = read_graph("vla3d", scene)
    assert len(graph.objects) == 5
    assert not graph.rooms
    assert not graph.relations


def test_what_is_not_a_scene_is_told(scene, tmp_path):
    (scene / "a_scene_graph.json").write_text("[]")
    with pytest.raises(DatasetError, match="not a VLA-3D scene graph"):
        read_graph("vla3d", scene)
    (scene / "a_object_result.csv").unlink()
    with pytest.raises(DatasetError, match=r"no \*_object_result\.csv"):
        read_graph("vla3d", scene)
    with pytest.raises(DatasetError, match="does not exist"):
        read_graph("vla3d", tmp_path / "nothing")
    with pytest.raises(DatasetError, match=r"known formats: .*vla3d"):
        read_graph("other", scene)


@pytest.mark.parametrize("table", ["object", "region"])
def test_any_column_may_be_unknown_altogether(scene, table):
    path = scene / f"a_{table}_result.csv"
    head, *rows = path.read_text().splitlines()
    for column in range(len(head.split(","))):
        cells = [row.split(",") for row in rows]
        blanked = [",".join([*row[:column], "_", *row[column + 1 :]]) for row in cells]
        path.write_text("\n".join([head, *blanked]))
        name = head.split(",")[column]
        if table == "object" and name.startswith("object_bbox") and "heading" not in name:
            with pytest.raises(DatasetError, match=r"no .* object boxes"):
                read_graph("vla3d", scene)
            continue
        graph = read_graph("vla3d", scene)
        assert len(graph.objects) == 5, name
        assert all(node.label and node.description for node in graph.objects.values()), name


@pytest.mark.parametrize(
    ("name", "objects", "rooms", "floors"),
    [
        ("00238-j6fHrce9pHR", 853, 23, 2),
        ("5q7pvUzZiYa", 411, 19, 3),
        ("loft", 115, 3, 2),
        ("02b33e01-be2b-2d54-93fb-4145a709cec5", 27, 1, 1),
        ("scene0010_01", 61, 1, 1),
    ],
)
def test_real_scenes_are_read_whole(name, objects, rooms, floors):
    graph = read_graph("vla3d", need("scenes", name))
    assert (len(graph.objects), len(graph.rooms), len(graph.floors)) == (objects, rooms, floors)
    assert graph.relations
    things = graph.objects.values()
    assert all(node.source_id is not None and node.floor_id for node in things)
    assert sum(bool(node.colors) for node in things) > 0.9 * objects
