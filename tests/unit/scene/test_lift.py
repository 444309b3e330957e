"""Masks lifted through scans of the procedural house."""

import numpy as np
import pytest

from inherit_fast.errors import FrameError
from inherit_fast.scene import (
    ImageFrame,
    PanoramaMask,
    Pose,
    Quaternion,
    ScanLifter,
    SceneRepresentation,
    Snapshot,
    Vector3,
    camera_pose,
)


def masks_of(shot, labels, least_px=40):
    ids, counts = np.unique(shot.instances, return_counts=True)
    return {
        int(i): PanoramaMask((shot.instances == i).astype(np.uint8), labels[int(i)], 0.9)
        for i, count in zip(ids, counts, strict=True)
        if i and count >= least_px
    }


def test_a_scene_is_built_from_panoramas_and_scans_alone(robot, shots):
    rep, lifter = SceneRepresentation(merge_radius=0.3), ScanLifter()
    truth = {o.id: o for o in robot.dataset.house.objects}
    off = []
    for index in (2, len(shots) // 2, len(shots) - 2):
        shot = shots[index]
        position = Vector3(*shot.T_world_panorama[:3, 3].tolist())
        rep.update(Snapshot(index, Pose(position), None, shot.scan))
        found = masks_of(shot, robot.instance_labels)
        for number, mask in found.items():
            frame = ImageFrame(shot.rgb)
            for seen in lifter(frame, shot.scan, shot.T_world_panorama, [mask], tick=index):
                box = truth[number].box
                reach = np.abs(box.R_world_box) @ box.extent_m / 2 + 0.05
                off.append((np.abs(np.array(seen.position) - box.center_m) <= reach).all())
                rep.add_object(seen)
    assert len(off) > 20
    assert np.mean(off) > 0.95  # the place lies inside the true thing's bounds
    assert len(rep.objects) > 10
    assert all(o.observing_viewpoint_ids for o in rep.objects)
    assert all(o.bbox_min is not None and o.color_name for o in rep.objects)
    low, high = rep.room.scene_bounds
    assert high.z - low.z == pytest.approx(2.6, abs=0.1)


def wall_and_box():
    y, z = np.meshgrid(np.arange(-2, 2, 0.05), np.arange(0, 2, 0.05))
    wall = np.stack([np.full(y.size, 4.0), y.ravel(), z.ravel()], axis=1)
    y, z = np.meshgrid(np.arange(-0.3, 0.3, 0.03), np.arange(0.4, 1.0, 0.03))
    box = np.stack([np.full(y.size, 2.0), y.ravel(), z.ravel()], axis=1)
    return np.concatenate([wall, box])


def test_a_pinhole_image_will_do_as_well():
    rgb = np.full((120, 160, 3), (200, 30, 30), np.uint8)
    image = ImageFrame(rgb, "pinhole", np.array([100.0, 100.0, 79.5, 59.5]))
    mask = np.zeros((120, 160), np.uint8)
    mask[55:95, 60:100] = 1
    T = camera_pose(Pose(Vector3(0.0, 0.0, 1.0)))
    (seen,) = ScanLifter()(image, wall_and_box(), T, [PanoramaMask(mask, "box", 0.8)], tick=4)
    assert seen.position == pytest.approx((2.0, 0.0, 0.7), abs=0.1)
    assert (seen.color_rgb, seen.color_name) == ((200, 30, 30), "red")
    assert (seen.first_tick_id, seen.last_tick_id, seen.confidence) == (4, 4, 0.8)


def test_a_mask_without_enough_points_gives_nothing():
    image = ImageFrame(np.zeros((60, 180, 3), np.uint8))
    up = np.zeros((60, 180), np.uint8)
    up[:5] = 1
    thing = PanoramaMask(up, "lamp", 0.9)
    T = camera_pose(Pose(Vector3(0.0, 0.0, 1.0)))
    assert ScanLifter()(image, wall_and_box(), T, [thing], tick=1) == []


def test_what_does_not_fit_is_refused():
    T = camera_pose(Pose(Vector3(0.0, 0.0, 1.0)))
    image = ImageFrame(np.zeros((60, 180, 3), np.uint8))
    thing = PanoramaMask(np.ones((9, 9), np.uint8), "lamp", 0.9)
    with pytest.raises(FrameError, match="mask"):
        ScanLifter()(image, wall_and_box(), T, [thing], tick=1)
    with pytest.raises(FrameError, match="intrinsics"):
        ScanLifter()(ImageFrame(image.rgb, "pinhole"), wall_and_box(), T, [], tick=1)


def test_a_robots_camera_looks_where_the_robot_heads():
    T = camera_pose(Pose(Vector3(1.0, 2.0, 3.0), Quaternion(0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5))))
    np.testing.assert_allclose(T[:3, 2], (0.0, 1.0, 0.0), atol=1e-12)  # heading along y
    np.testing.assert_allclose(T[:3, 0], (1.0, 0.0, 0.0), atol=1e-12)
    np.testing.assert_allclose(T[:3, 3], (1.0, 2.0, 3.0))
    with pytest.raises(FrameError, match="orientation"):
        camera_pose(Pose(Vector3(0, 0, 0), Quaternion(0, 0, 0, 0)))
