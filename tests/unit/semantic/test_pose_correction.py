import numpy as np
import pytest

from inherit_fast.errors import FrameError
from inherit_fast.graph import Box, ObjectNode, SceneGraph, View
from inherit_fast.semantic.geometry import GeometryConfig, update_box
from inherit_fast.semantic.pose_correction import PoseCorrection, correct_poses


def turned(degrees, x=0.0):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0, x], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def node(number, x, times):
    points = np.random.default_rng(number).uniform(0, 0.3, (len(times), 3)) + np.array([x, 0, 0])
    made = ObjectNode(f"object_{number}", "cup", Box(np.zeros(3), np.ones(3)), np.zeros(3))
    made.points_m, made.points_seen = points.astype(np.float32), np.ones(len(times), np.int32)
    made.points_ns = np.array(times)
    view = View(0, int(times[0]), 0.5, b"", np.ones(1, np.float32), (0, 0, 1, 1), 0.0)
    made.views = [view]
    update_box(made, GeometryConfig())
    return made


def correct(nodes, *what):
    graph = SceneGraph(objects={n.id: n for n in nodes})
    graph.path_m, graph.path_ns = [(0.0, 0.0, 1.0), (1.0, 0.0, 1.0)], [5, 15]
    return graph, correct_poses(graph, PoseCorrection(*what), GeometryConfig(), 20)


def test_what_was_built_from_those_frames_moves_and_the_rest_stays():
    early, late = node(1, 1.0, [5] * 200), node(2, 3.0, [15] * 200)
    before = [n.centroid_m.copy() for n in (early, late)]
    graph, moved = correct([early, late], 10, 20, turned(90, x=2.0))
    assert moved == {"object_2"}
    np.testing.assert_array_equal(early.centroid_m, before[0])
    x, y, z = before[1]
    np.testing.assert_allclose(late.centroid_m, [2.0 - y, x, z], atol=0.01)
    assert late.views[0].bearing_rad == pytest.approx(np.pi / 2)
    assert graph.path_m[0] == (0.0, 0.0, 1.0)
    np.testing.assert_allclose(graph.path_m[1], (2.0, 1.0, 1.0), atol=1e-9)


def test_a_correction_and_its_inverse_are_none():
    one = node(1, 1.0, [5] * 200)
    before = one.box.center_m.copy()
    T = turned(37, x=0.4)
    correct([one], 0, 9, T)
    correct([one], 0, 9, np.linalg.inv(T))
    np.testing.assert_allclose(one.box.center_m, before, atol=0.01)


def test_of_a_thing_seen_inside_and_outside_of_the_window_only_the_inside_moves():
    both = node(1, 0.0, [5] * 150 + [15] * 50)
    correct([both], 10, 20, turned(0, x=5.0))
    assert (both.points_m[both.points_ns == 15][:, 0] > 4.9).all()
    assert (both.points_m[both.points_ns == 5][:, 0] < 0.4).all()
    assert both.centroid_m[0] < 0.5  # the larger part keeps the name


def test_no_frame_in_the_window_changes_nothing():
    assert correct([node(1, 1.0, [5] * 50)], 6, 9, turned(90))[1] == set()


def test_what_is_no_rigid_motion_is_refused():
    with pytest.raises(FrameError, match="rotation"):
        PoseCorrection(0, 1, 2 * np.eye(4))
