import json

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

import floor_plans
from inherit_fast.cli import build_app
from inherit_fast.errors import DatasetError, StoreError

RUNNER = CliRunner()


@pytest.fixture
def floor(tmp_path):
    free, truth = floor_plans.corridor_with_rooms(rooms=3)
    path = tmp_path / "floor.png"
    Image.fromarray(np.where(free, 255, 0).astype(np.uint8)).save(path)
    return path, truth


def run(*arguments):
    return RUNNER.invoke(build_app(), ["rooms", *(str(a) for a in arguments)])


def test_labels_and_a_picture_are_written_under_the_names_given(floor, tmp_path):
    path, truth = floor
    result = run(path, "-o", tmp_path / "labels", "--picture", tmp_path / "rooms.png")
    assert result.exit_code == 0
    assert "7 rooms, 6 doorways" in result.output
    labels = np.load(tmp_path / "labels", allow_pickle=False)
    assert labels.shape == truth.shape
    assert floor_plans.mean_iou(labels, truth) > 0.98
    with Image.open(tmp_path / "rooms.png") as picture:
        assert picture.size == (2 * truth.shape[1], 2 * truth.shape[0])
        assert len(picture.convert("RGB").getcolors(1 << 20)) > 7


def test_json_lists_the_doorways(floor, tmp_path):
    result = run(floor[0], "-o", tmp_path / "labels.npy", "--json")
    document = json.loads(result.output)
    assert document["rooms"] == 7
    assert len(document["doorways"]) == 6
    assert all(0.8 < d["width_m"] < 1.0 for d in document["doorways"])


def test_the_resolution_sets_what_is_large_enough_for_a_room(floor, tmp_path):
    run(floor[0], "-o", tmp_path / "labels.npy", "--resolution", "0.001")
    assert np.load(tmp_path / "labels.npy").max() == 0


def test_a_file_that_is_no_image_is_told_in_one_sentence(tmp_path):
    (tmp_path / "floor.png").write_text("no image")
    result = run(tmp_path / "floor.png", "-o", tmp_path / "labels.npy")
    assert isinstance(result.exception, DatasetError)
    assert "not an image that can be read" in str(result.exception)


def test_a_place_that_cannot_be_written_is_told_in_one_sentence(floor, tmp_path):
    result = run(floor[0], "-o", tmp_path / "nowhere" / "labels.npy")
    assert isinstance(result.exception, StoreError)
    result = run(floor[0], "-o", tmp_path / "labels.npy", "--picture", tmp_path / "rooms.unknown")
    assert isinstance(result.exception, StoreError)


@pytest.mark.parametrize("resolution", ["0", "-1", "nan", "inf"])
def test_a_resolution_without_sense_is_refused(floor, tmp_path, resolution):
    result = run(floor[0], "-o", tmp_path / "labels.npy", f"--resolution={resolution}")
    assert result.exit_code == 2
    assert not (tmp_path / "labels.npy").exists()
