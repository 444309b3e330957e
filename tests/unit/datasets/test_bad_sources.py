import shutil

import numpy as np
import pytest
from PIL import Image

import sample_sources as samples
from inherit_fast.datasets import DatasetConfig, open_dataset
from inherit_fast.errors import ConfigError, DatasetError

FLAT = DatasetConfig(up_axis="+z")


@pytest.fixture
def root(tmp_path):
    samples.write_7scenes(tmp_path, samples.make_sample(5))
    return tmp_path


def only_reason(root):
    dataset = open_dataset(root, config=FLAT)
    good = [frame.index for frame in dataset]
    (bad,) = dataset.bad_frames
    assert bad.index == 1
    assert good == [0, 2, 3, 4]
    return bad.reason


def truncate(path):
    path.write_bytes(path.read_bytes()[:-200])


def test_a_missing_folder_is_one_sentence(tmp_path):
    with pytest.raises(DatasetError, match="there is no such folder"):
        open_dataset(tmp_path / "nowhere")


def test_a_file_is_told_to_be_one(tmp_path):
    (tmp_path / "walk.bag").write_bytes(b"#ROSBAG V2.0")
    with pytest.raises(DatasetError, match="is a file; expected a folder"):
        open_dataset(tmp_path / "walk.bag")


def test_a_plain_folder_may_name_its_camera_by_four_numbers(tmp_path):
    samples.write_scannet(tmp_path, samples.make_sample(5))
    as_matrix = next(iter(open_dataset(tmp_path, config=FLAT)))
    shutil.rmtree(tmp_path / "intrinsic")
    (tmp_path / "intrinsic.txt").write_text(" ".join(map(str, as_matrix.intrinsics)))
    as_numbers = next(iter(open_dataset(tmp_path, config=FLAT)))
    assert np.allclose(as_numbers.intrinsics, as_matrix.intrinsics)


def test_an_empty_folder_is_one_sentence(tmp_path):
    with pytest.raises(DatasetError, match="the folder is empty"):
        open_dataset(tmp_path)


def test_an_unknown_folder_is_told_with_what_it_holds_and_what_is_known(tmp_path):
    (tmp_path / "holiday.txt").write_text("sun")
    with pytest.raises(DatasetError, match=r"found holiday\.txt; known formats: 7scenes \(frame-"):
        open_dataset(tmp_path)


def test_a_folder_of_two_formats_asks_for_a_choice(root):
    samples.write_tum(root, samples.make_sample(2))
    with pytest.raises(DatasetError, match="looks like 7scenes and tum; choose one with --dataset"):
        open_dataset(root)
    assert len(open_dataset(root, "tum")) == 2


def test_an_unknown_name_shows_the_known_ones(root):
    with pytest.raises(DatasetError, match="unknown data set 'kitti'; known: 7scenes, "):
        open_dataset(root, "kitti")


@pytest.mark.parametrize("name", ["color.png", "depth.png"])
def test_a_truncated_image_is_skipped_with_its_reason(root, name):
    truncate(root / f"frame-000001.{name}")
    assert "truncated or broken" in only_reason(root)


def test_a_truncated_jpeg_is_skipped_with_its_reason(tmp_path):
    samples.write_scannet(tmp_path, samples.make_sample(5))
    truncate(tmp_path / "color" / "1.jpg")
    assert "1.jpg: the JPEG cannot be decoded" in only_reason(tmp_path)


@pytest.mark.parametrize(
    ("name", "what"), [("color.png", "colour image"), ("depth.png", "depth image")]
)
def test_a_missing_half_of_a_pair_is_skipped_with_its_reason(root, name, what):
    (root / f"frame-000001.{name}").unlink()
    assert f"its {what} is missing" in only_reason(root)


def test_a_missing_pose_is_skipped_with_its_reason(root):
    (root / "frame-000001.pose.txt").unlink()
    assert "its pose is missing" in only_reason(root)


@pytest.mark.parametrize("word", ["nan", "-inf", "inf"])
def test_a_pose_that_is_no_number_is_skipped_with_its_reason(root, word):
    (root / "frame-000001.pose.txt").write_text(f"{word} " * 16)
    assert "its pose: holds NaN or infinity" in only_reason(root)


def test_a_pose_cut_short_is_skipped_with_its_reason(root):
    (root / "frame-000001.pose.txt").write_text("1 0 0 0 1 0")
    assert "expected 16 numbers" in only_reason(root)


def test_an_image_of_another_shape_is_skipped_with_its_reason(root):
    Image.new("RGB", (64, 64)).save(root / "frame-000001.color.png")
    assert "depth is 64 x 48 and colour 64 x 64" in only_reason(root)


def test_an_empty_file_is_skipped_with_its_reason(root):
    (root / "frame-000001.depth.png").write_bytes(b"")
    assert "not a readable image (0 bytes)" in only_reason(root)


def test_more_than_half_bad_ends_the_run_as_soon_as_it_is_certain(root):
    for i in (0, 2, 3):
        (root / f"frame-{i:06d}.pose.txt").write_text("nan " * 16)
    dataset = open_dataset(root, config=FLAT)
    good = []
    with pytest.raises(DatasetError, match="3 of 5 frames are unusable, more than half"):
        good.extend(frame.index for frame in dataset)
    assert good == [1]  # frame 4 was not read any more
    assert len(dataset.bad_frames) == 3


def test_half_bad_is_still_a_run(root):
    for i in (0, 2):
        (root / f"frame-{i:06d}.pose.txt").unlink()
    dataset = open_dataset(root, config=FLAT)
    assert [frame.index for frame in dataset] == [1, 3, 4]


def test_poses_without_images_are_no_frames(root):
    for i in (1, 3):
        (root / f"frame-{i:06d}.color.png").unlink()
        (root / f"frame-{i:06d}.depth.png").unlink()
    assert len(open_dataset(root, config=FLAT)) == 3


def test_a_folder_with_lists_but_no_images_is_one_sentence(tmp_path):
    for name in ("rgb", "depth", "groundtruth"):
        (tmp_path / f"{name}.txt").write_text("# nothing\n")
    with pytest.raises(DatasetError, match="the tum source has no colour or depth image"):
        open_dataset(tmp_path)


def test_a_trajectory_of_another_length_is_one_sentence(tmp_path):
    root = tmp_path / "room0"
    sample = samples.make_sample(4)
    samples.write_replica(root, sample)
    samples.write_trajectory(root / "traj.txt", sample.poses[:3])
    with pytest.raises(DatasetError, match="holds 3 poses for 4 frames"):
        open_dataset(root)


def test_without_a_floor_in_sight_the_user_is_asked(tmp_path):
    sample = samples.make_sample(3)
    for depth in sample.depth_m:
        depth[:] = 0
    samples.write_scannet(tmp_path, sample, exported=False)
    with pytest.raises(DatasetError, match=r"up is unknown; .* dataset\.up_axis"):
        open_dataset(tmp_path)
    assert len(list(open_dataset(tmp_path, config=FLAT))) == 3


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (DatasetConfig(intrinsics=(1.0, 2.0)), "expected fx, fy, cx, cy"),
        (DatasetConfig(up_axis="north"), "expected auto, floor or one of"),
    ],
)
def test_a_wrong_setting_is_named(root, config, message):
    with pytest.raises(ConfigError, match=message):
        open_dataset(root, config=config)


def test_the_users_word_goes_before_the_sources(root):
    config = DatasetConfig(
        up_axis="+z", depth_scale_m=0.002, intrinsics=(9.0, 8.0, 7.0, 6.0), camera_axes="opengl"
    )
    plain = next(iter(open_dataset(root, config=FLAT)))
    changed = next(iter(open_dataset(root, config=config)))
    np.testing.assert_allclose(changed.depth_m, 2 * plain.depth_m)
    np.testing.assert_array_equal(changed.intrinsics, (9.0, 8.0, 7.0, 6.0))
    np.testing.assert_allclose(changed.T_world_camera, plain.T_world_camera @ samples.OPENGL)
