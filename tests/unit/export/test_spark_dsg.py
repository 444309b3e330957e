"""Our file opened by the package that its format belongs to."""

import numpy as np
import pytest

from inherit_fast.datasets.house.build import build_house
from inherit_fast.datasets.house.config import HouseConfig
from inherit_fast.datasets.house.truth import truth_graph
from inherit_fast.export import read_graph, write_graph
from inherit_fast.export.dsg import OBJECTS, node_key
from inherit_fast.graph import Relation

dsg = pytest.importorskip("spark_dsg", reason="the package spark-dsg is not installed")


@pytest.fixture(scope="module")
def house():
    graph = truth_graph(build_house(HouseConfig(floors=2, rooms_per_floor=2)))
    first, second, *_ = graph.objects
    graph.add_relation(Relation(first, "near", second, 0.5, 2, "they are near"))
    return graph


def test_the_package_opens_what_we_write(house, tmp_path):
    write_graph(house, "dsg", tmp_path / "dsg.json")
    theirs = dsg.DynamicSceneGraph.load(str(tmp_path / "dsg.json"))
    assert theirs.get_layer("OBJECTS").num_nodes() == len(list(house.present()))
    assert theirs.get_layer("ROOMS").num_nodes() == len(house.rooms)
    assert theirs.get_layer("BUILDINGS").num_nodes() == len(house.floors)
    for node in house.present():
        attributes = theirs.get_node(node_key(OBJECTS, node.id)).attributes
        assert attributes.name == node.label
        np.testing.assert_allclose(attributes.position, node.centroid_m)
        box = attributes.bounding_box
        np.testing.assert_allclose(box.dimensions, node.box.extent_m, rtol=1e-5)
        np.testing.assert_allclose(box.world_P_center, node.box.center_m, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(box.world_R_center, node.box.R_world_box, atol=1e-5)
        parent = theirs.get_node(node_key(OBJECTS, node.id)).get_parent()
        assert theirs.get_node(parent).attributes.name == house.rooms[node.room_id].label


def test_what_the_package_saves_again_reads_back(house, tmp_path):
    write_graph(house, "dsg", tmp_path / "ours.json")
    dsg.DynamicSceneGraph.load(str(tmp_path / "ours.json")).save(str(tmp_path / "theirs.json"))
    again = read_graph("dsg", tmp_path / "theirs.json")
    assert [n.label for n in again.objects.values()] == [n.label for n in house.present()]
    assert len(again.relations) == 1
    assert [f.height_m for f in again.floors.values()] == [
        f.height_m for f in house.floors.values()
    ]
