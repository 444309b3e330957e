"""The whole mapper on panoramas and LiDAR, beside the same house in RGB-D."""

import dataclasses

import numpy as np
import pytest

from inherit_fast.config import load_config
from inherit_fast.datasets.house import truth_graph
from inherit_fast.datasets.house.panoramas import HousePanoramas
from inherit_fast.datasets.panorama import PanoramaShot
from inherit_fast.errors import FrameError
from inherit_fast.evaluation.objects import score_objects
from inherit_fast.evaluation.truth import truth_of
from inherit_fast.mapper import Mapper
from inherit_fast.scene import (
    MAPPER_SETTINGS,
    FacesConfig,
    PanoramaFrames,
    PanoramaFramesConfig,
    SceneRepresentation,
)
from small_house import models

CUT = PanoramaFramesConfig(
    faces=FacesConfig(width_px=144, height_px=144), spacing_rad=0.03, most_px=3
)


def frames_of(shots, house, **changes):
    return PanoramaFrames(shots, house.instance_labels, dataclasses.replace(CUT, **changes))


def mapped(house, frames, settings=()):
    config = load_config(overrides=["semantic.lift.min_pixels=12", *settings])
    mapper = Mapper(config, models=models(house))
    for frame in frames:
        mapper.push(frame)
    return mapper.close()


def test_panoramas_and_lidar_map_to_the_same_objects_as_rgbd(house, shots):
    rgbd = mapped(house, house)
    panoramic = mapped(house, frames_of(shots, house), MAPPER_SETTINGS)
    truth = [t for t in truth_of(truth_graph(house.house)) if t.id not in house.tour.hidden]
    recall = [score_objects(truth, list(graph.present())).recall for graph in (rgbd, panoramic)]
    assert recall[0] > 0.8
    assert recall[1] >= recall[0] - 0.05
    off = [
        min(np.linalg.norm(node.box.center_m - other.box.center_m) for other in same)
        for node in rgbd.present()
        if (same := [other for other in panoramic.present() if other.label == node.label])
    ]
    assert len(off) >= 0.9 * len(list(rgbd.present()))
    assert np.median(off) <= 0.15
    assert len(panoramic.rooms) == len(rgbd.rooms)
    rep = SceneRepresentation(graph=panoramic)
    assert {o.label for o in rep.objects} >= {"sofa"} & {n.label for n in rgbd.present()}


def test_the_depth_drawn_from_scans_is_that_of_the_house(house):
    robot = HousePanoramas(house)
    frames = PanoramaFrames([robot.shot(index) for index in (4, 5)])
    for frame in frames.frames(4):
        k, (rows, cols) = frame.intrinsics, np.indices(frame.depth.shape)
        rays = np.stack([(cols - k[2]) / k[0], (rows - k[3]) / k[1], np.ones(rows.shape)], axis=-1)
        true, _ = house.look(frame.T_world_camera, np.ascontiguousarray(rays.reshape(-1, 3)))
        seen = frame.depth > 0
        off = np.abs(frame.depth - true.reshape(rows.shape))[seen]
        assert seen.mean() > 0.9
        assert np.median(off) < 0.01
        assert (off > 0.1).mean() < 0.08  # edges


def test_frames_start_anywhere_and_are_the_same_there(house, shots):
    frames = frames_of(shots[:4], house)
    assert len(frames) == 16
    all_of_them, late = list(frames), list(frames.frames(6))
    assert [f.index for f in late] == list(range(6, 16))
    for a, b in zip(all_of_them[6:], late, strict=True):
        np.testing.assert_array_equal(a.depth, b.depth)
        np.testing.assert_array_equal(a.rgb, b.rgb)
        assert a.time_ns == b.time_ns
    times = [f.time_ns for f in all_of_them]
    assert times == sorted(set(times))


def test_depth_of_16_bits_is_the_same_in_millimetres(house, shots):
    metres = next(iter(frames_of(shots[:1], house)))
    units = next(iter(frames_of(shots[:1], house, depth="uint16")))
    assert units.depth.dtype == np.uint16
    np.testing.assert_allclose(units.depth_m, metres.depth_m, atol=6e-4)


def test_shots_are_the_same_whenever_they_are_rendered(robot):
    a, b = robot.shot(3), robot.shot(3)
    np.testing.assert_array_equal(a.scan, b.scan)
    np.testing.assert_array_equal(a.rgb, b.rgb)
    assert len(robot) < len(robot.dataset)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rgb", np.zeros((4, 8), np.uint8)),
        ("scan", np.zeros((5, 4), np.float32)),
        ("instances", np.zeros((4, 4), np.int32)),
        ("T_world_panorama", 2 * np.eye(4)),
    ],
)
def test_a_shot_that_cannot_be_is_refused(name, value):
    good = {"index": 0, "time_ns": 0, "rgb": np.zeros((4, 8, 3), np.uint8),
            "scan": np.zeros((5, 3), np.float32), "T_world_panorama": np.eye(4)}  # fmt: skip
    with pytest.raises(FrameError, match=name):
        PanoramaShot(**(good | {name: value}))
