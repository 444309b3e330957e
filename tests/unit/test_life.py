import numpy as np
import pytest

from inherit_fast.frame import Frame
from inherit_fast.graph import Box, ObjectNode, SceneGraph
from inherit_fast.semantic.life import Life, LifeConfig
from inherit_fast.semantic.sight import SightConfig, look

K = np.array([100.0, 100.0, 50.0, 40.0])


def frame(depth_mm):
    depth = np.full((80, 100), depth_mm, np.uint16)
    return Frame(0, 0, np.zeros((80, 100, 3), np.uint8), depth, 0.001, K, np.eye(4))


def missed(life, graph, seen_by, skip=()):
    return life.missed(look(graph, seen_by, skip, SightConfig()))


@pytest.fixture
def graph():
    """One mug two metres straight ahead of a camera that looks along world z."""
    spread = np.random.default_rng(0).uniform(-0.1, 0.1, (200, 3))
    points = spread + np.array([0.0, 0.0, 2.0])
    node = ObjectNode(
        "object_1", "mug", Box(np.array([0, 0, 2.0]), np.full(3, 0.2)), np.array([0, 0, 2.0])
    )
    node.points_m = points.astype(np.float32)
    node.state, node.seen = "confirmed", 3
    return SceneGraph(objects={"object_1": node})


def test_a_node_is_confirmed_by_enough_keyframes(graph):
    node = graph.objects["object_1"]
    node.state, node.seen, life = "tentative", 0, Life(LifeConfig(confirm_after=2))
    life.seen(node, 5)
    assert node.state == "tentative"
    life.seen(node, 6)
    assert (node.state, node.last_seen_ns) == ("confirmed", 6)


def test_clear_rays_through_its_place_make_a_node_absent(graph):
    life = Life(LifeConfig(absent_after=3))
    changed = [missed(life, graph, frame(3500)) for _ in range(3)]
    assert changed == [{"object_1"}] * 3
    assert graph.objects["object_1"].state == "absent"


@pytest.mark.parametrize(
    ("depth_mm", "why"),
    [(1000, "something stands in front"), (2000, "it is there, only undetected"), (0, "no return")],
)
def test_no_clear_view_is_no_evidence_of_absence(graph, depth_mm, why):
    assert missed(Life(LifeConfig()), graph, frame(depth_mm)) == set(), why


def test_an_observed_node_is_not_missed(graph):
    assert missed(Life(LifeConfig()), graph, frame(3500), {"object_1"}) == set()


def test_a_node_behind_the_camera_is_not_missed(graph):
    graph.objects["object_1"].centroid_m = np.array([0, 0, -2.0])
    assert missed(Life(LifeConfig()), graph, frame(3500)) == set()


def test_being_seen_again_ends_a_row_of_misses(graph):
    life, node = Life(LifeConfig(absent_after=3)), graph.objects["object_1"]
    missed(life, graph, frame(3500))
    missed(life, graph, frame(3500))
    life.seen(node, 1)
    missed(life, graph, frame(3500))
    assert (node.state, node.missed) == ("confirmed", 1)


def test_an_absent_node_comes_back_when_it_is_seen(graph):
    life, node = Life(LifeConfig(confirm_after=2)), graph.objects["object_1"]
    node.state, node.seen = "absent", 4
    life.seen(node, 9)
    assert node.state == "confirmed"


def test_a_node_whose_votes_do_not_agree_stays_tentative(graph):
    life, node = Life(LifeConfig(confirm_after=1)), graph.objects["object_1"]
    node.label, node.label_votes = "oven", {"oven": 1.0, "chair": 0.9, "table": 0.3}
    life.seen(node, 1)
    assert node.state == "tentative"
    node.label_votes["oven"] = 3.0
    life.seen(node, 2)
    assert node.state == "confirmed"


def test_a_node_that_was_looked_at_and_not_found_stays_tentative(graph):
    node = graph.objects["object_1"]
    life = Life(LifeConfig(confirm_after=1), is_found=lambda node: node.seen > 4)
    life.seen(node, 1)
    assert node.state == "tentative"
    life.seen(node, 2)
    assert node.state == "confirmed"
