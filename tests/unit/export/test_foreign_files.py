"""Files as the other programs write them, and files that are broken."""

import json

import numpy as np
import pytest

from inherit_fast.errors import DatasetError
from inherit_fast.export import read_graph

CUBE = [[x, y, z] for x in (0.0, 2.0) for y in (0.0, 1.0) for z in (0.0, 4.0)]


def write(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))


def cg_object(number, tag, center, caption=""):
    return {
        "id": number,
        "object_tag": tag,
        "object_caption": caption,
        "bbox_extent": [0.4, 0.5, 0.6],
        "bbox_center": center,
        "bbox_volume": 0.12,
    }


def test_concept_graphs_files_are_read(tmp_path):
    objects = {
        "object_1": cg_object(0, "Chair", [1, 0, 0.4], "A wooden office chair."),
        "object_2": cg_object(3, "table", [1, 1, 0.5], "a table"),
        "object_3": cg_object(5, "lamp", [float("nan"), 1, 0.5]),
    }
    edges = {
        "edge_0": {"object_1_id": 0, "object_2_id": 3, "relationship": "next to"},
        "edge_1": {"object_1_id": 0, "object_2_id": 9, "relationship": "under"},
        "edge_2": {"object_1_id": 3, "object_2_id": 0, "relationship": "dreams of"},
    }
    write(tmp_path / "obj_json_r_mapping.json", objects)
    write(tmp_path / "edge_json_r_mapping.json", edges)
    graph = read_graph("conceptgraphs", tmp_path)
    chair, table = graph.objects.values()
    assert (chair.label, chair.description) == ("chair", "a wooden office chair")
    assert (table.source_id, table.description) == (3, "a table")
    assert list(graph.relations) == [("object_1", "beside", "object_2")]
    assert read_graph("conceptgraphs", tmp_path / "obj_json_r_mapping.json").objects
    (tmp_path / "scene" / "exps").mkdir(parents=True)
    for file in tmp_path.glob("*.json"):
        file.rename(tmp_path / "scene" / "exps" / file.name)
    assert len(read_graph("conceptgraphs", tmp_path / "scene").objects) == 2


def test_without_edges_relations_come_from_the_boxes(tmp_path):
    cup = cg_object(1, "cup", [1, 1, 0.85]) | {"bbox_extent": [0.1, 0.1, 0.1]}
    table = cg_object(0, "table", [1, 1, 0.4]) | {"bbox_extent": [1.0, 1.0, 0.8]}
    write(tmp_path / "obj_json_a.json", {"object_1": table, "object_2": cup})
    write(tmp_path / "edge_json_a.json", {})
    assert ("object_2", "on", "object_1") in read_graph("conceptgraphs", tmp_path).relations


def test_pickles_are_named_and_not_opened(tmp_path):
    (tmp_path / "pcd_mapping.pkl.gz").write_bytes(b"cos\nsystem\n(S'touch /tmp/x'\ntR.")
    with pytest.raises(DatasetError, match="pickles, which could run code and are not read"):
        read_graph("conceptgraphs", tmp_path)


def hov_sg(folder):
    write(folder / "floors/0.json", {"floor_id": "0", "name": "floor_0", "floor_height": 2.6})
    room = {"room_id": "0_0", "name": "living room", "floor_id": "0", "vertices": CUBE}
    write(folder / "rooms/0_0.json", room)
    for number in (10, 2):
        document = {"object_id": f"0_0_{number}", "room_id": "0_0", "name": f"thing {number}"}
        write(
            folder / f"objects/0_0_{number}.json", {**document, "vertices": CUBE, "embedding": ""}
        )


def test_a_hov_sg_folder_is_read_with_y_up(tmp_path):
    hov_sg(tmp_path / "graph")
    (tmp_path / "graph" / "full_feats.pt").write_bytes(b"a pickle that nobody opens")
    graph = read_graph("hovsg", tmp_path)
    first, second = graph.objects.values()
    assert [first.label, second.label] == ["thing 2", "thing 10"]
    np.testing.assert_allclose(first.box.center_m, (1.0, -2.0, 0.5))
    np.testing.assert_allclose(np.abs(first.box.R_world_box) @ first.box.extent_m, (2, 4, 1))
    assert (first.room_id, first.floor_id) == ("room_1", "floor_1")
    assert graph.rooms["room_1"].polygon_m.tolist() == [[0, -4], [2, -4], [2, 0], [0, 0]]
    assert first.description == "a large thing 2, in the living room on floor_0"


def test_clouds_of_hov_sg_bring_points_and_colours(tmp_path):
    hov_sg(tmp_path)
    lines = ["ply", "format ascii 1.0", "element vertex 20"]
    lines += [f"property double {axis}" for axis in "xyz"]
    lines += [f"property uchar {channel}" for channel in ("red", "green", "blue")]
    lines += ["end_header", *(["0.5 1 2 220 10 10"] * 19), "0.5 1 2 20 20 230"]
    (tmp_path / "objects" / "0_0_2.ply").write_text("\n".join(lines) + "\n")
    node = read_graph("hovsg", tmp_path).objects["object_1"]
    np.testing.assert_allclose(node.points_m[0], (0.5, -2.0, 1.0))
    assert [(c.name, round(c.share, 2)) for c in node.colors] == [("red", 0.95), ("blue", 0.05)]


def dsg(nodes, edges=()):
    return {"nodes": nodes, "edges": list(edges), "metadata": {}}


def dsg_node(letter, index, layer, **attributes):
    number = (ord(letter) << 56) | index
    box = {"type": "AABB", "dimensions": [1, 1, 1], "world_P_center": [index, 0, 0]}
    common = {"position": [index, 0.0, 0.0], "name": "", "semantic_label": 0, "bounding_box": box}
    return {"id": number, "layer": layer, "attributes": common | attributes}


def test_hydras_graphs_hang_objects_on_places_and_those_on_rooms(tmp_path):
    chair, place = dsg_node("O", 7, 2, name="chair"), dsg_node("p", 0, 3)
    room, building = dsg_node("R", 0, 4, name="R(0)"), dsg_node("B", 0, 5, name="B0")
    links = [(building, room), (room, place), (place, chair)]
    edges = [{"source": a["id"], "target": b["id"], "info": {}} for a, b in links]
    write(tmp_path / "run/backend/dsg.json", dsg([chair, place, room, building], edges))
    graph = read_graph("dsg", tmp_path / "run")
    node = graph.objects["object_1"]
    assert (node.label, node.room_id, node.floor_id) == ("chair", "room_1", "floor_1")
    assert (graph.rooms["room_1"].label, node.source_id) == ("room", 7)


def test_old_boxes_and_label_spaces_are_understood(tmp_path):
    old = dsg_node("O", 0, 2, name="O(0)", semantic_label=3)
    old["attributes"]["bounding_box"] = {"min": [0, 0, 0], "max": [1, 2, 3]}
    document = dsg([old])
    document["metadata"] = {"labelspaces": {"_l2p0": [[3, "sofa"]]}}
    write(tmp_path / "dsg.json", document)
    node = read_graph("dsg", tmp_path / "dsg.json").objects["object_1"]
    assert node.label == "sofa"
    assert node.box.extent_m.tolist() == [1, 2, 3]


BROKEN = [
    ("conceptgraphs", "obj_json_a.json", "[1, 2]", "expected a JSON object"),
    ("conceptgraphs", "obj_json_a.json", '{"a": {"id": 1}}', "lacks its id or box"),
    ("conceptgraphs", "obj_json_a.json", "{", "cannot be read as JSON"),
    ("conceptgraphs", "obj_json_a.json", "{}", "no object with a box"),
    ("hovsg", "objects/0_0_0.json", '{"object_id": "0_0_0", "vertices": "x"}', "lacks"),
    ("hovsg", "elsewhere.json", "{}", "no objects"),
    ("dsg", "dsg.json", '{"nodes": [{"id": "x"}], "edges": []}', "is not a Spark-DSG graph"),
    ("dsg", "dsg.json", "[]", "has no nodes and edges"),
    ("dsg", "dsg.sparkdsg", "", "save the graph as a .json file"),
    ("json", "map.json", '{"format": "other"}', "was not written by"),
    ("json", "map.json", '{"format": "inherit_fast", "format_version": 9}', "has format 9"),
    ("json", "map.json", '{"format": "inherit_fast", "format_version": 1}', "is damaged"),
]


@pytest.mark.parametrize(("name", "file", "text", "message"), BROKEN)
def test_broken_files_are_one_sentence(tmp_path, name, file, text, message):
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(text)
    whole = name in ("conceptgraphs", "hovsg")
    with pytest.raises(DatasetError, match=message) as caught:
        read_graph(name, tmp_path if whole else tmp_path / file)
    assert "\n" not in str(caught.value)
