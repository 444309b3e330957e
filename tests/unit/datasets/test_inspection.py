import json
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import sample_sources as samples
from inherit_fast.datasets import DatasetConfig, open_dataset
from inherit_fast.datasets.inspection import inspect_source
from inherit_fast.datasets.inspection.alignment import TileShift, fit_shift
from inherit_fast.errors import DatasetError
from real_data import need

SIZE, FOCAL = (120, 160), 125.0


@pytest.fixture(scope="module")
def sample():
    return samples.make_sample(24, SIZE, FOCAL)


@pytest.fixture
def root(sample, tmp_path):
    samples.write_scannet(tmp_path, sample)
    return tmp_path


def inspect(root, **config):
    return inspect_source(open_dataset(root, config=DatasetConfig(**config)), str(root))


def said(report, topic):
    return [(f.level, f.text) for f in report.findings if f.topic == topic]


def one(report, topic):
    (finding,) = said(report, topic)
    return finding


def test_a_sound_source_is_understood(root):
    report = inspect(root)
    assert report.refusal is None
    assert one(report, "frames")[0] == "ok"
    assert one(report, "depth")[1].startswith(
        "uint16, 0.001 m a unit (the format's default; dataset.depth_scale_m gives another), 0."
    )
    assert one(report, "poses")[0] == "ok"
    assert one(report, "up") == ("ok", "up is (0, 0, 1) by the format: z is up; the floor is level")


@pytest.mark.parametrize("name", sorted(samples.WRITERS))
def test_every_formats_own_reading_is_the_right_one(name, sample, tmp_path):
    root = tmp_path / "scene"
    root.mkdir()
    samples.WRITERS[name](root, sample)
    report = inspect(root)
    assert report.refusal is None
    assert one(report, "poses")[0] == "ok"
    assert one(report, "up")[0] in {"ok", "note"}


def test_opengl_poses_read_as_opencv_are_refused_with_the_setting_that_helps(root):
    report = inspect(root, camera_axes="opengl")
    assert "fit as OpenCV, camera to world" in report.refusal
    assert "dataset.camera_axes=opencv" in report.refusal


def test_inverse_poses_are_refused_with_the_setting_that_helps(sample, tmp_path):
    inverse = replace(sample, poses=[np.linalg.inv(T) for T in sample.poses])
    samples.write_scannet(tmp_path, inverse)
    report = inspect(tmp_path, up_axis="+z")
    assert "dataset.pose_meaning=world_to_camera" in report.refusal
    assert inspect(tmp_path, up_axis="+z", pose_meaning="world_to_camera").refusal is None


def test_frames_that_agree_under_no_reading_are_refused(sample, tmp_path):
    rng = np.random.default_rng(0)
    turned = [
        samples.look(rng.uniform(0.5, 2.0, 3), rng.uniform(0, 360), rng.uniform(-60, 60))
        for _ in sample.poses
    ]
    samples.write_scannet(tmp_path, replace(sample, poses=turned))
    assert "do not agree with each other under any reading" in inspect(tmp_path).refusal


def test_a_wrong_depth_unit_is_told_by_the_poses(root):
    report = inspect(root, depth_scale_m=0.0002)
    assert "set dataset.depth_scale_m=0.001" in report.refusal


def test_a_depth_of_kilometres_is_told_by_its_size(root):
    report = inspect(root, depth_scale_m=1.0)
    assert "try dataset.depth_scale_m=0.001" in said(report, "depth")[0][1]


def test_depth_rounded_to_whole_metres_is_told(sample, tmp_path):
    coarse = replace(sample, depth_m=[np.round(d) for d in sample.depth_m])
    samples.write_scannet(tmp_path, coarse)
    assert ("warning", "depth moves in steps of 1.00 m: it was quantised") in said(
        inspect(tmp_path), "depth"
    )


def test_a_wrong_up_axis_is_told_with_the_right_one(root):
    level, text = one(inspect(root, up_axis="+y"), "up")
    assert level == "warning"
    assert "set dataset.up_axis=+z or dataset.up_axis=floor" in text


def test_intrinsics_of_another_image_are_told(root):
    level, text = one(inspect(root, intrinsics=(125.0, 125.0, 320.0, 240.0)), "camera")
    assert level == "warning"
    assert "the principal point (320, 240) is far off" in text


def test_a_camera_that_stands_still_cannot_be_tested(sample, tmp_path):
    still = samples.Sample(
        *([part[0]] * 5 for part in (sample.rgb, sample.depth_m, sample.ids, sample.poses)),
        sample.intrinsics,
        SIZE,
    )
    samples.write_scannet(tmp_path, still)
    level, text = one(inspect(tmp_path), "poses")
    assert level == "note"
    assert "the camera hardly moves" in text


def test_missing_parts_are_counted_over_the_whole_source(root):
    (root / "depth" / "5.png").unlink()
    (root / "pose" / "7.txt").unlink()
    (root / "depth" / "9.png").write_bytes(b"no image")
    report = inspect(root)
    level, text = one(report, "frames")
    assert level == "warning"
    assert "1 lack the depth, 1 lack the pose" in text
    assert report.to_dict()["frames"]["missing"] == {"colour": 0, "depth": 1, "pose": 1}


def test_a_source_of_halves_is_refused(root):
    for i in range(13):
        (root / "pose" / f"{i}.txt").unlink()
    assert "more than half of the 24 frames are incomplete" in inspect(root).refusal


def test_a_source_of_lost_poses_is_refused_as_map_refuses_it(root):
    for i in range(20):
        (root / "pose" / f"{i}.txt").write_text("-inf " * 16)
    assert "frames tried cannot be used" in inspect(root).refusal


def test_a_source_of_broken_images_is_refused(root):
    for path in (root / "depth").iterdir():
        path.write_bytes(b"no image")
    assert "frames can be read; such as " in inspect(root).refusal


def test_depth_without_a_return_is_refused(sample, tmp_path):
    empty = replace(sample, depth_m=[np.zeros(SIZE) for _ in sample.depth_m])
    samples.write_scannet(tmp_path, empty)
    assert inspect(tmp_path).refusal == "no depth image holds a single return"


def test_stamps_that_lie_apart_are_told(sample, tmp_path):
    samples.write_tum(tmp_path, sample)
    assert "depth is 4 ms off colour, poses 2 ms off depth" in one(inspect(tmp_path), "time")[1]


CAMERA_FILES = {
    "7scenes": "camera-intrinsics.txt",
    "habitat": "intrinsics.json",
    "hm3d": "intrinsics.txt",
    "replica": "../cam_params.json",
    "tum": "intrinsic.txt",
}


def without_camera(name, sample, tmp_path):
    root = tmp_path / "scene"
    root.mkdir()
    samples.WRITERS[name](root, sample)
    (root / CAMERA_FILES[name]).unlink()
    return root


def notes(report):
    return [text for level, text in said(report, "frames") if level == "note"]


@pytest.mark.parametrize(
    ("name", "supplied"),
    [
        ("7scenes", "fx 585 fy 585 cx 320 cy 240 are taken, the default of this format"),
        ("habitat", "a field of view of 90 degrees is taken"),
        ("hm3d", "a field of view of 90 degrees is taken"),
        ("replica", "fx 600 fy 600 cx 599.5 cy 339.5 of 1200 x 680 are taken"),
        ("tum", "fx 525 fy 525 cx 319.5 cy 239.5 are taken, the default of this format"),
    ],
)
def test_a_camera_that_no_file_gives_is_told_and_how_to_give_it(name, supplied, sample, tmp_path):
    root = without_camera(name, sample, tmp_path)
    (told,) = [text for text in notes(inspect(root)) if text.startswith("no camera file")]
    assert supplied in told
    assert "intrinsics.txt" in told
    assert "--set 'dataset.intrinsics=[fx,fy,cx,cy]'" in told
    given = inspect(root, intrinsics=(125.0, 125.0, 79.5, 59.5))
    assert not any("no camera file" in text for text in notes(given))


def test_a_calibration_that_the_folders_name_tells_is_told(sample, tmp_path):
    root = without_camera("tum", sample, tmp_path).rename(tmp_path / "rgbd_dataset_freiburg3_desk")
    (told,) = notes(inspect(root))
    assert "fx 535.4" in told
    assert "published for freiburg3, which the folder's name tells" in told


@pytest.mark.parametrize("name", sorted(samples.WRITERS))
def test_where_files_give_the_camera_nothing_is_said_of_it(name, sample, tmp_path):
    root = tmp_path / "scene"
    root.mkdir()
    samples.WRITERS[name](root, sample)
    assert not any("camera file" in text for text in notes(inspect(root)))


def test_a_depth_unit_is_told_with_its_origin(sample, tmp_path):
    samples.write_tum(tmp_path, sample)
    assert "0.0002 m a unit (the format's default;" in one(inspect(tmp_path), "depth")[1]
    given = inspect(tmp_path, depth_scale_m=0.0002)
    assert "0.0002 m a unit (dataset.depth_scale_m)" in one(given, "depth")[1]
    (tmp_path / "intrinsic.txt").unlink()
    camera = {"fx": FOCAL, "fy": FOCAL, "cx": 79.5, "cy": 59.5, "depth_scale": 5000}
    (tmp_path / "camera.json").write_text(json.dumps(camera))
    assert "0.0002 m a unit (camera.json)" in one(inspect(tmp_path), "depth")[1]


def test_a_distortion_that_is_ignored_is_told_by_every_reader(sample, tmp_path):
    samples.write_tum(tmp_path, sample)
    (tmp_path / "intrinsic.txt").unlink()
    camera = {"fx": FOCAL, "fy": FOCAL, "cx": 79.5, "cy": 59.5, "distortion": [0.1, 0, 0, 0]}
    (tmp_path / "camera.json").write_text(json.dumps(camera))
    assert notes(inspect(tmp_path)) == ["camera.json: the lens distortion is ignored"]


def test_whose_image_a_bare_matrix_is_taken_for_is_told(root):
    assert notes(inspect(root)) == []
    for path in (root / "depth").iterdir():
        half = np.asarray(Image.open(path))[::2, ::2]
        Image.fromarray(half).save(path)
    (told,) = notes(inspect(root))
    assert "intrinsic_color.txt is taken to hold for images of 160 x 120" in told


def test_the_report_is_plain_json(root):
    document = json.loads(json.dumps(inspect(root).to_dict()))
    assert document["usable"] is True
    assert document["dataset"] == "scannet"
    assert document["poses"]["agreement"]["OpenCV, camera to world"] > 0.9
    assert {finding["topic"] for finding in document["findings"]} >= {"frames", "poses", "up"}


def test_a_source_that_is_no_folder_of_files_is_refused():
    class Made:
        name = "made"

    with pytest.raises(DatasetError, match="nothing to check"):
        inspect_source(Made(), "made")


def tiles(field, noise=()):
    middles = [(80.0 + 160 * c, 80.0 + 160 * r) for r in range(3) for c in range(4)]
    shifts = [field(x - 320.0, y - 240.0) for x, y in middles]
    for place, shift in noise:
        shifts[place] = shift
    return [TileShift(m, s, 4.0) for m, s in zip(middles, shifts, strict=True)]


def test_a_zoom_and_a_shift_are_found_through_tiles_that_lie():
    found = fit_shift(
        tiles(
            lambda x, y: (-9.0 - 0.1 * x, 3.0 - 0.1 * y), [(2, (50.0, -50.0)), (7, (-40.0, 0.0))]
        ),
        (480, 640),
    )
    np.testing.assert_allclose(found.centre_px, (-9.0, 3.0), atol=1.0)
    assert 30.0 < found.largest_px < 42.0


def test_tiles_that_contradict_each_other_say_nothing():
    rng = np.random.default_rng(1)
    assert fit_shift(tiles(lambda x, y: tuple(rng.uniform(-50, 50, 2))), (480, 640)) is None
    assert fit_shift(tiles(lambda x, y: (0.0, 0.0))[:4], (480, 640)) is None


@pytest.fixture(scope="module")
def kitchen():
    return inspect(need("kitchen"))


def test_the_kitchen_is_sound(kitchen):
    assert [f.level for f in kitchen.findings] == ["ok"] * 7
    assert kitchen.to_dict()["poses"]["agreement"]["OpenCV, camera to world"] > 0.95


def test_the_kitchen_without_its_registration_is_named_with_the_shift(tmp_path):
    for path in need("kitchen").iterdir():
        if path.name != "registration.json":
            (tmp_path / path.name).symlink_to(path.resolve())
    report = inspect(tmp_path)
    level, text = one(report, "alignment")
    assert level == "warning"
    assert "colour and depth are not registered" in text
    assert 25 < report.to_dict()["alignment"]["largest_shift_px"] < 45
    assert any("no registration.json" in text for _, text in said(report, "frames"))


def test_the_apartment_is_sound_but_leans():
    report = inspect(need("apartment"))
    assert report.refusal is None
    assert {f.topic: f.level for f in report.findings if f.level != "ok"} == {
        "frames": "note",  # no file gives its camera
        "up": "note",
    }
    assert report.to_dict()["poses"]["used"]["camera_axes"] == "opengl"
