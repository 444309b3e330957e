"""What happens when colour and depth differ in size, camera or recording."""

import json
import shutil
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

import sample_sources as samples
from inherit_fast.datasets import DatasetConfig, open_dataset
from inherit_fast.datasets.loader import fit, nearest
from inherit_fast.datasets.registration import rodrigues

FLAT = DatasetConfig(up_axis="+z")
K = np.array([500.0, 500.0, 319.5, 239.5])


def images(colour, depth):
    rgb = np.zeros((*colour, 3), np.uint8)
    rgb[:, : colour[1] // 2] = 200
    return rgb, np.arange(depth[0] * depth[1], dtype=np.uint16).reshape(depth)


def test_a_smaller_depth_image_sets_the_size():
    rgb, depth, k = fit(*images((968, 1296), (480, 640)), K, 320, "f")
    assert rgb.shape == (480, 640, 3)
    assert depth.shape == (480, 640)
    np.testing.assert_allclose(k[0], 500.0 * 640 / 1296)
    assert rgb[0, 319].tolist() == [200] * 3
    assert rgb[0, 320].tolist() == [0] * 3


def test_a_tiny_depth_image_is_repeated_to_the_colour_images_size():
    rgb, depth, k = fit(*images((480, 640), (120, 160)), K, 320, "f")
    assert rgb.shape == (480, 640, 3)
    assert depth.shape == (480, 640)
    np.testing.assert_array_equal(k, K)
    assert np.ptp(depth[:4, :4]) == 0
    assert depth[4, 4] == 161


def test_a_larger_depth_image_is_thinned_down():
    _, depth, _ = fit(*images((240, 320), (480, 640)), K, 320, "f")
    assert depth.shape == (240, 320)
    assert set(np.unique(depth)) <= set(range(480 * 640))


def test_nearest_takes_the_pixel_whose_square_holds_the_centre():
    np.testing.assert_array_equal(nearest(np.array([[1, 2]]), (2, 4)), [[1, 1, 2, 2], [1, 1, 2, 2]])


def test_scaled_intrinsics_see_the_same_ray(tmp_path):
    """A depth image of half the size gives the same points as the full one."""
    sample = samples.make_sample(3, size=(480, 640), focal=500.0)
    samples.write_scannet(tmp_path, sample)
    small = samples.make_sample(3, size=(240, 320), focal=250.0)
    for i, depth_m in enumerate(small.depth_m):
        samples.save_depth(tmp_path / "depth" / f"{i}.png", depth_m, 1000)
    frame = next(iter(open_dataset(tmp_path, config=FLAT)))
    np.testing.assert_allclose(frame.intrinsics, small.intrinsics)
    assert frame.rgb.shape == (240, 320, 3)


def test_intrinsics_of_another_shape_of_image_are_refused(tmp_path):
    root = tmp_path / "scene"
    samples.write_replica(root, samples.make_sample(3, size=(48, 48)))
    camera = {"w": 64, "h": 48, "fx": 50.0, "fy": 50.0, "cx": 31.5, "cy": 23.5, "scale": 6553.5}
    (root.parent / "cam_params.json").write_text(json.dumps({"camera": camera}))
    dataset = open_dataset(root)
    with pytest.raises(Exception, match="image is 48 x 48, but the intrinsics hold for 64 x 48"):
        list(dataset)


def test_recordings_side_by_side_are_one_source_in_name_order(tmp_path):
    sample = samples.make_sample(3)
    samples.write_habitat(tmp_path / "b_upstairs", sample)
    samples.write_habitat(tmp_path / "a_downstairs", sample)
    shutil.move(tmp_path / "a_downstairs" / "ground_truth_objects.json", tmp_path)
    dataset = open_dataset(tmp_path)
    frames = list(dataset)
    assert [f.recording for f in frames] == [0, 0, 0, 1, 1, 1]
    assert [f.index for f in frames] == list(range(6))
    assert all(b.time_ns > a.time_ns for a, b in pairwise(frames))
    assert dataset.instance_labels[7] == "table"


def test_sequences_of_7_scenes_are_recordings_too(tmp_path):
    sample = samples.make_sample(3)
    samples.write_7scenes(tmp_path / "seq-01", sample)
    samples.write_7scenes(tmp_path / "seq-02", sample)
    dataset = open_dataset(tmp_path)
    assert dataset.name == "7scenes"
    assert [f.recording for f in dataset] == [0, 0, 0, 1, 1, 1]


def test_walks_take_half_a_second_a_step_and_a_period_can_be_set(tmp_path):
    samples.write_habitat(tmp_path, samples.make_sample(3), first=1, step=3)
    times = [f.time_ns for f in open_dataset(tmp_path)]
    assert times == [500_000_000, 2_000_000_000, 3_500_000_000]
    times = [f.time_ns for f in open_dataset(tmp_path, config=DatasetConfig(frame_period_s=0.1))]
    assert times == [100_000_000, 400_000_000, 700_000_000]


def test_tum_time_stamps_are_kept(tmp_path):
    samples.write_tum(tmp_path, samples.make_sample(2), start_s=100.0)
    assert [f.time_ns for f in open_dataset(tmp_path)] == [100_000_000_000, 100_033_333_000]


def test_a_tum_image_without_a_partner_in_time_is_bad(tmp_path):
    samples.write_tum(tmp_path, samples.make_sample(4), start_s=100.0)
    lines = (tmp_path / "depth.txt").read_text().splitlines()
    lines[2] = "107.0 " + lines[2].split()[1]
    (tmp_path / "depth.txt").write_text("\n".join(lines))
    dataset = open_dataset(tmp_path)
    assert [f.index for f in dataset] == [0, 1, 3]
    assert "its depth image is missing" in dataset.bad_frames[0].reason


def test_two_cameras_are_brought_into_one_image(tmp_path):
    """Depth of a second camera, registered, equals depth rendered in the first."""
    size = (120, 160)
    sample = samples.make_sample(3, size=size, focal=120.0)
    T_colour_depth = np.eye(4)
    T_colour_depth[:3, :3] = rodrigues([0.01, -0.02, 0.05])
    T_colour_depth[:3, 3] = -0.03, 0.01, 0.005
    depth_k = np.array([130.0, 130.0, 80.0, 60.0])
    seen = samples.make_sample(3, size=size, focal=120.0)
    seen.poses = [T @ T_colour_depth for T in sample.poses]  # the depth camera's
    seen.depth_m = [samples.render(T, depth_k, size)[0] for T in seen.poses]
    seen.intrinsics = depth_k
    samples.write_7scenes(tmp_path, seen, T_source_world=np.eye(4))
    fx, fy, cx, cy = sample.intrinsics
    registration = {
        "fx": fx, "fy": fy, "cx": cx, "cy": cy,
        "t": T_colour_depth[:3, 3].tolist(), "R": T_colour_depth[:3, :3].tolist(),
    }  # fmt: skip
    (tmp_path / "registration.json").write_text(json.dumps(registration))
    for frame, T, depth_m in zip(
        open_dataset(tmp_path, config=FLAT), sample.poses, sample.depth_m, strict=True
    ):
        np.testing.assert_allclose(frame.T_world_camera, T, atol=1e-6)
        np.testing.assert_array_equal(frame.intrinsics, sample.intrinsics)
        both = frame.depth > 0
        assert both.mean() > 0.8
        off = np.abs(frame.depth_m - depth_m)[both]
        assert np.quantile(off, 0.95) < 0.03  # a table's edge may fall into the next pixel
        assert not (frame.depth[10:-10, 16:-16] == 0).mean() > 0.04  # hidden from one camera


def test_a_registration_without_its_values_is_one_sentence(tmp_path):
    samples.write_7scenes(tmp_path, samples.make_sample(2))
    (tmp_path / "registration.json").write_text(json.dumps({"f": 500.0}))
    with pytest.raises(Exception, match=r"registration\.json: expected JSON with f"):
        open_dataset(tmp_path)


def test_float_depth_in_metres_is_read_from_arrays(tmp_path):
    sample = samples.make_sample(3)
    samples.write_scannet(tmp_path, sample)
    for i, depth_m in enumerate(sample.depth_m):
        (tmp_path / "depth" / f"{i}.png").unlink()
        np.save(tmp_path / "depth" / f"{i}.npy", depth_m.astype(np.float32))
    for frame, depth_m in zip(open_dataset(tmp_path), sample.depth_m, strict=True):
        assert frame.depth.dtype == np.float32
        assert frame.depth_scale == 1.0
        np.testing.assert_array_equal(frame.depth, depth_m.astype(np.float32))


def test_a_border_is_cut_off_with_its_principal_point(tmp_path):
    samples.write_conceptgraphs(tmp_path, samples.make_sample(3))
    path = tmp_path / "camera.yaml"
    path.write_text(path.read_text() + "  crop_edge: 4\n")
    frame = next(iter(open_dataset(tmp_path, config=FLAT)))
    assert frame.rgb.shape == (40, 56, 3)
    np.testing.assert_allclose(frame.intrinsics[2:], (27.5, 19.5))


def test_a_colour_image_of_rgba_is_read(tmp_path):
    samples.write_7scenes(tmp_path, samples.make_sample(2))
    path = tmp_path / "frame-000000.color.png"
    Image.open(path).convert("RGBA").save(path)
    assert len(list(open_dataset(tmp_path, config=FLAT))) == 2
