"""The two real recordings, against truth that lies beside them."""

import json

import numpy as np
import pytest

from inherit_fast.datasets import DatasetConfig, open_dataset
from inherit_fast.datasets.floor_plane import estimate_up
from inherit_fast.datasets.folder_dataset import spread_frames
from real_data import need


@pytest.fixture(scope="module")
def apartment():
    return open_dataset(need("apartment"))


def test_the_kitchen_is_recognised_and_all_its_frames_are_good():
    kitchen = open_dataset(need("kitchen"))
    assert kitchen.name == "7scenes"
    assert len(kitchen) == 200
    last = [frame.index for frame in kitchen.frames(190)]
    assert last == list(range(190, 200))
    assert kitchen.bad_frames == []


@pytest.mark.parametrize("up_axis", ["auto", "floor"])
def test_the_kitchens_up_agrees_with_the_annotated_one(up_axis):
    """The gravity file alone is 2.2 degrees off; level surfaces see that."""
    kitchen = open_dataset(need("kitchen"), config=DatasetConfig(up_axis=up_axis))
    truth = json.loads((need("kitchen") / "ground_truth_objects.json").read_text())["up"]
    up = kitchen.T_map_source[2, :3]
    assert np.degrees(np.arccos(up @ truth / np.linalg.norm(truth))) < 0.6


def test_the_apartments_floor_is_seen_where_its_boxes_stand(apartment):
    """The scan leans by 1.3 degrees in its own world, and so do the boxes of its objects."""
    objects = json.loads((need("apartment") / "ground_truth_objects.json").read_text())["objects"]
    upright = np.median([np.array(o["R_world_box"])[:, 2] for o in objects], axis=0)
    seen = estimate_up(spread_frames(apartment, 24)).up
    assert np.degrees(np.arccos(seen @ upright / np.linalg.norm(upright))) < 0.6


def test_two_floors_are_one_source_whose_time_goes_on(apartment):
    frames = [next(apartment.frames(start)) for start in (0, 91, 92, 171)]
    assert [f.recording for f in frames] == [0, 0, 1, 1]
    assert [f.index for f in frames] == [0, 91, 92, 171]
    times = [f.time_ns for f in frames]
    assert times == sorted(set(times))
    assert frames[2].position_m[2] - frames[1].position_m[2] > 2.0  # one floor higher


def test_instance_pixels_lie_in_the_boxes_that_bear_their_id(apartment):
    objects = json.loads((need("apartment") / "ground_truth_objects.json").read_text())["objects"]
    boxes = {o["id"]: o for o in objects}
    inside = total = 0
    for frame in [next(apartment.frames(start)) for start in range(0, 172, 40)]:
        rows, cols = np.nonzero((frame.instances > 0) & (frame.depth > 0))
        rows, cols = rows[::97], cols[::97]
        z = frame.depth_m[rows, cols].astype(np.float64)
        fx, fy, cx, cy = frame.intrinsics
        camera = np.stack([(cols - cx) * z / fx, (rows - cy) * z / fy, z], axis=1)
        world = camera @ frame.T_world_camera[:3, :3].T + frame.position_m
        for point, identity in zip(world, frame.instances[rows, cols], strict=True):
            box = boxes[int(identity)]
            local = (point - box["center"]) @ np.array(box["R_world_box"])
            inside += bool((np.abs(local) <= np.array(box["extent"]) / 2 + 0.05).all())
            total += 1
    assert total > 5000
    assert inside / total > 0.95
