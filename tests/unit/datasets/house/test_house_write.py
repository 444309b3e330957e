import json

import numpy as np
import pytest

from inherit_fast.datasets import open_dataset
from inherit_fast.datasets.house import HouseConfig, HouseDataset
from inherit_fast.datasets.house.write import write_house
from inherit_fast.errors import DatasetError

CONFIG = HouseConfig(seed=5, floors=1, rooms_per_floor=2, width_px=80, height_px=60, focal_px=50.0)


@pytest.fixture(scope="module")
def walk():
    return HouseDataset(CONFIG)


@pytest.fixture(scope="module")
def folder(walk, tmp_path_factory):
    path = tmp_path_factory.mktemp("house") / "walk"
    assert list(write_house(walk, path)) == list(range(len(walk)))
    return path


def test_the_folder_reads_back_as_the_same_walk(walk, folder):
    read = open_dataset(folder)
    assert read.name == "habitat"
    assert len(read) == len(walk)
    assert dict(read.instance_labels) == dict(walk.instance_labels)
    for saved, frame in zip(read, walk, strict=True):
        np.testing.assert_allclose(saved.T_world_camera, frame.T_world_camera, atol=1e-5)
        np.testing.assert_array_equal(saved.depth, frame.depth)
        np.testing.assert_array_equal(saved.instances, frame.instances)
        np.testing.assert_allclose(saved.intrinsics, frame.intrinsics)
        assert abs(saved.rgb.astype(int) - frame.rgb).mean() < 4.0  # JPEG


def test_the_truth_lies_beside_the_frames(walk, folder):
    objects = json.loads((folder / "ground_truth_objects.json").read_text())["objects"]
    rooms = json.loads((folder / "rooms.json").read_text())
    assert [o["id"] for o in objects] == [o.id for o in walk.house.objects]
    assert {r["name"] for r in rooms["rooms"]} == {r.label for r in walk.house.plan.rooms}
    assert rooms["floor_heights"] == {"1": 0.0}


def test_a_folder_with_something_in_it_is_left_alone(walk, folder):
    with pytest.raises(DatasetError, match="not empty"):
        list(write_house(walk, folder))
