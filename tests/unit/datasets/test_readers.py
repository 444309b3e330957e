from itertools import pairwise

import numpy as np
import pytest

import sample_sources as samples
from inherit_fast.datasets import dataset_names, open_dataset

# Half a unit of the coarsest depth, and JPEG's blur at an edge.
DEPTH_M = 0.0006


@pytest.fixture(scope="module")
def sample():
    return samples.make_sample()


def test_every_reader_has_a_sample():
    assert sorted(samples.WRITERS) == dataset_names()


@pytest.fixture(params=sorted(samples.WRITERS))
def written(request, sample, tmp_path):
    root = tmp_path / "scene"
    root.mkdir()
    samples.WRITERS[request.param](root, sample)
    return request.param, root


def test_a_format_is_recognised_by_its_content(written):
    name, root = written
    assert open_dataset(root).name == name


def test_a_format_opens_by_name(written):
    name, root = written
    assert len(open_dataset(root, name)) == 4


def test_depth_comes_back_in_metres(written, sample):
    frames = list(open_dataset(written[1]))
    assert len(frames) == 4
    for frame, depth_m in zip(frames, sample.depth_m, strict=True):
        assert np.abs(frame.depth_m - depth_m).max() < DEPTH_M


def test_intrinsics_and_colour_come_back(written, sample):
    for frame, rgb in zip(open_dataset(written[1]), sample.rgb, strict=True):
        np.testing.assert_allclose(frame.intrinsics, sample.intrinsics, atol=1e-6)
        assert np.abs(frame.rgb.astype(int) - rgb).mean() < 4.0


def test_poses_place_every_pixel_where_it_is_in_an_upright_world(written, sample):
    """Points agree with the truth up to a turn about z and a shift: z is up, metres are metres."""
    frames = list(open_dataset(written[1]))
    truth = [
        p for T, d in zip(sample.poses, sample.depth_m, strict=True) for p in lift(T, d, sample)
    ]
    got = [p for f in frames for p in lift(f.T_world_camera, f.depth_m, sample)]
    truth, got = np.array(truth), np.array(got)
    if written[0] == "7scenes":  # its world starts at the first camera
        R = frames[0].T_world_camera[:3, :3] @ sample.poses[0][:3, :3].T
        assert np.degrees(np.arccos(R[2, 2])) < 0.3
        truth = (truth - sample.poses[0][:3, 3]) @ R.T
    assert np.abs(got - truth).max() < 0.01


def test_time_and_index_increase(written):
    frames = list(open_dataset(written[1]))
    assert [f.index for f in frames] == [0, 1, 2, 3]
    assert all(b.time_ns > a.time_ns for a, b in pairwise(frames))


def test_reading_can_start_anywhere_and_again(written):
    dataset = open_dataset(written[1])
    assert [f.index for f in dataset.frames(2)] == [2, 3]
    assert [f.index for f in dataset] == [0, 1, 2, 3]


@pytest.mark.parametrize("name", ["habitat", "hm3d"])
def test_instances_and_their_labels_come_back(name, sample, tmp_path):
    samples.WRITERS[name](tmp_path, sample)
    dataset = open_dataset(tmp_path)
    frame = next(iter(dataset))
    assert frame.instances.shape == sample.size
    assert (frame.instances == sample.ids[0]).mean() > (0.9 if name == "habitat" else 0.999)
    assert dataset.instance_labels[7] == {"habitat": "table", "hm3d": "coffee table"}[name]


def test_a_plain_folder_without_a_word_on_up_is_levelled_by_its_floor(sample, tmp_path):
    tilted = np.eye(4)
    tilted[:3, :3] = np.linalg.qr(np.array([[1.0, 0.3, 0.1], [-0.2, 0.1, 1.0], [0.5, -1.0, 0.2]]))[
        0
    ]
    tilted[:3, :3] *= np.linalg.det(tilted[:3, :3])
    turned = samples.make_sample(6)
    turned.poses = [tilted @ T for T in turned.poses]
    samples.write_scannet(tmp_path, turned, exported=False)
    dataset = open_dataset(tmp_path)
    up = dataset.T_map_source[:3, :3] @ tilted[:3, :3] @ (0.0, 0.0, 1.0)
    assert np.degrees(np.arccos(min(1.0, up[2]))) < 0.3


def test_record3d_poses_are_opengl_and_levelled_by_the_floor(sample, tmp_path):
    samples.write_conceptgraphs(tmp_path, sample, npy=True)
    frames = list(open_dataset(tmp_path))
    for frame, T in zip(frames, sample.poses, strict=True):
        np.testing.assert_allclose(frame.T_world_camera, T, atol=1e-6)


def lift(T, depth_m, sample):
    rows, cols = (a.ravel()[::37] for a in np.indices(sample.size))
    fx, fy, cx, cy = sample.intrinsics
    z = depth_m[rows, cols].astype(np.float64)
    camera = np.stack([(cols - cx) * z / fx, (rows - cy) * z / fy, z], axis=1)
    return camera @ T[:3, :3].T + T[:3, 3]
