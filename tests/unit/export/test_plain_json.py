import json

import pytest

from graphs import full_graph
from inherit_fast.errors import DatasetError, StoreError
from inherit_fast.export import write_graph


def test_all_that_is_not_pixels_is_written(tmp_path):
    graph = full_graph()
    write_graph(graph, "json", tmp_path / "new" / "map.json")
    document = json.loads((tmp_path / "new" / "map.json").read_text("utf-8"))
    for table in ("floors", "rooms", "areas", "objects", "relations", "doorways"):
        assert len(document[table]) == len(getattr(graph, table))
    thing, node = document["objects"][2], graph.objects["object_3"]
    assert thing["label"] == node.label == "caf\u00e9 chair"
    assert thing["centroid_m"] == node.centroid_m.tolist()
    assert thing["box"]["R_world_box"] == node.box.R_world_box.tolist()
    assert thing["colors"][0] == {"name": "red", "rgb": [200, 10, 0], "share": 0.7}
    assert thing["source_id"] == 41
    assert document["rooms"][0]["polygon_m"] == graph.rooms["room_1"].polygon_m.tolist()
    assert document["relations"][0]["predicate"] == "on"


def test_an_unknown_format_and_a_place_that_cannot_be_written_are_told(tmp_path):
    with pytest.raises(DatasetError, match="known formats: conceptgraphs, dsg, hovsg, json, ply"):
        write_graph(full_graph(), "xml", tmp_path / "a")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        write_graph(full_graph(), "json", tmp_path / "file" / "map.json")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
