import json

import numpy as np
import pytest

import real_data
from inherit_fast.datasets import open_dataset
from inherit_fast.frame import Frame
from inherit_fast.language.answers import MissedThing
from inherit_fast.updates.best_view import Viewpoint
from inherit_fast.updates.hints import HintsConfig, lift_box, make_hint, pack_depth

CONFIG = HintsConfig()
K = np.array([100.0, 100.0, 79.5, 59.5])


def view_of(depth_m, T=None, scale=1.0, dtype=np.float32):
    T = np.eye(4) if T is None else T
    depth = (depth_m / scale).astype(dtype)
    frame = Frame(0, 0, np.zeros((*depth.shape, 3), np.uint8), depth, scale, K, T)
    height, width = depth.shape
    packed = pack_depth(frame, CONFIG.depth_step_px)
    return Viewpoint(0, "floor_1", T, K, (width, height), b"", packed)


def wall_with_box():
    """A wall at 4 m, before its middle a box at 2 m that fills columns 60-99 and rows 40-79."""
    depth = np.full((120, 160), 4.0)
    depth[40:80, 60:100] = 2.0
    return depth


@pytest.mark.parametrize(("dtype", "scale"), [(np.float32, 1.0), (np.uint16, 0.001)])
def test_the_middle_of_a_box_is_lifted_to_where_the_thing_stands(dtype, scale):
    lifted = lift_box(
        view_of(wall_with_box(), None, scale, dtype), (60 / 160, 1 / 3, 100 / 160, 2 / 3), CONFIG
    )
    np.testing.assert_allclose(lifted.position_m, (0.0, 0.0, 2.0), atol=0.06)
    np.testing.assert_allclose(lifted.extent_m[:2], 0.8, atol=0.25)


def test_a_loose_box_is_lifted_to_what_most_of_its_middle_shows():
    lifted = lift_box(view_of(wall_with_box()), (0.31, 0.25, 0.69, 0.75), CONFIG)
    assert lifted.position_m[2] == pytest.approx(2.0, abs=0.01)


def test_the_pose_carries_the_point_into_the_world():
    T = np.eye(4)
    T[:3, :3] = [[0, 0, 1], [-1, 0, 0], [0, -1, 0]]  # looks along world x
    T[:3, 3] = (1.0, 2.0, 1.5)
    lifted = lift_box(view_of(wall_with_box(), T), (0.4, 0.4, 0.6, 0.6), CONFIG)
    np.testing.assert_allclose(lifted.position_m, (3.0, 2.0, 1.5), atol=0.06)


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf, 100.0])
def test_no_depth_gives_no_place(bad):
    assert lift_box(view_of(np.full((120, 160), bad)), (0.4, 0.4, 0.6, 0.6), CONFIG) is None


def test_a_view_that_kept_no_depth_gives_no_place():
    view = Viewpoint(0, "floor_1", np.eye(4), K, (160, 120), b"")
    assert lift_box(view, (0.4, 0.4, 0.6, 0.6), CONFIG) is None


@pytest.mark.parametrize("box", [(100, 200, 300, 400), (0.5, 0.5, 0.4, 0.6), (-0.1, 0, 1, 1)])
def test_a_box_outside_the_picture_leaves_the_name_alone(box):
    hint = make_hint(
        "room_1", 0, MissedThing("Coffee_Maker!", *box), view_of(wall_with_box()), CONFIG
    )
    assert (hint.label, hint.box, hint.position_m) == ("coffee maker", None, None)


def test_a_thing_without_a_name_is_none():
    assert make_hint("room_1", 0, MissedThing("  ", 0, 0, 1, 1), None, CONFIG) is None


def test_packed_depth_is_small_next_to_the_picture():
    depth = np.random.default_rng(0).uniform(0.5, 5, (480, 640))
    frame = Frame(
        0, 0, np.zeros((480, 640, 3), np.uint8), depth.astype(np.float32), 1.0, K, np.eye(4)
    )
    assert len(pack_depth(frame, 4)) <= 480 * 640 // 16 * 2 + 100


def test_real_things_are_lifted_to_where_they_stand():
    """Boxes of the true objects drawn into real pictures, and back through the depth."""
    root = real_data.need("kitchen")
    dataset = open_dataset(str(root))
    truth = json.loads((root / "ground_truth_objects.json").read_text())["objects"]
    turn = dataset.T_map_source[:3, :3]
    off = []
    for start in range(0, len(dataset), 40):
        frame = next(iter(dataset.frames(start)))
        height, width = frame.depth.shape
        packed = pack_depth(frame, CONFIG.depth_step_px)
        view = Viewpoint(
            0, "floor_1", frame.T_world_camera, frame.intrinsics, (width, height), b"", packed
        )
        for thing in truth:
            center = turn @ thing["center"] + dataset.T_map_source[:3, 3]
            box = picture_box(frame, center, turn, np.array(thing["extent"]))
            if box is not None:
                off.append(np.linalg.norm(lift_box(view, box, CONFIG).position_m - center))
    assert len(off) > 15
    assert np.median(off) < 0.05
    assert np.quantile(off, 0.9) < 0.15


def picture_box(frame, center, turn, extent):
    """Shares of the picture that a box spans, or None if it is cut, small or hidden."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
    M = np.linalg.inv(frame.T_world_camera)
    corners = ((signs * extent) @ turn.T + center) @ M[:3, :3].T + M[:3, 3]
    z = corners[:, 2]
    if z.min() < 0.3:
        return None
    height, width = frame.depth.shape
    fx, fy, cx, cy = frame.intrinsics
    u, v = corners[:, 0] / z * fx + cx, corners[:, 1] / z * fy + cy
    inside = u.min() >= 0 and v.min() >= 0 and u.max() < width and v.max() < height
    if not inside or np.ptp(u) < 20 or np.ptp(v) < 20:
        return None
    seen_m = frame.depth_m[int(v.mean()), int(u.mean())]
    if not z.min() - 0.1 <= seen_m <= z.max() + 0.1:
        return None
    return u.min() / width, v.min() / height, u.max() / width, v.max() / height
