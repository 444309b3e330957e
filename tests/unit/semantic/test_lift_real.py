"""Lifting held to the true boxes of a real scan, with its own instance masks."""

import json

import numpy as np
import pytest

from inherit_fast.datasets import open_dataset
from inherit_fast.graph import Box, ObjectNode
from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.geometry import GeometryConfig, merge_observation
from inherit_fast.semantic.lift import LiftConfig, Lifter
from real_data import need

STRUCTURE = {"wall", "floor", "ceiling", "undefined"}
MIN_PX = 240  # 60 pixels of the instance images, which have half the resolution
EVERY = 8


@pytest.fixture(scope="module")
def truth():
    objects = json.loads((need("apartment") / "ground_truth_objects.json").read_text())["objects"]
    return {o["id"]: o for o in objects if o["label"] not in STRUCTURE}


@pytest.fixture(scope="module")
def lifted(truth):
    """(true id, Lifted) of every eighth frame, and the lifter."""
    lifter, found = Lifter(LiftConfig()), []
    for frame in list(open_dataset(need("apartment")))[::EVERY]:
        ids, sizes = np.unique(frame.instances, return_counts=True)
        seen = [int(i) for i in ids[sizes >= MIN_PX] if int(i) in truth]
        masks = [(frame.instances == i).astype(np.uint8) for i in seen]
        instances = [
            Instance(m, truth[i]["label"], 1.0, (0, 0, 1, 1))
            for i, m in zip(seen, masks, strict=True)
        ]
        found += [(seen[out.instance_index], out) for out in lifter(frame, instances)]
    return found, lifter


def distance_to_box(point, thing):
    local = np.array(thing["R_world_box"]).T @ (point - np.array(thing["center"]))
    outside = np.maximum(np.abs(local) - np.array(thing["extent"]) / 2, 0)
    return float(np.linalg.norm(outside))


def test_masks_are_lifted_into_their_true_boxes(truth, lifted):
    found, lifter = lifted
    assert len(found) > 200
    assert set(lifter.dropped) <= {"no depth"}  # beyond six metres
    near = [distance_to_box(out.centroid_m, truth[i]) <= 0.25 for i, out in found]
    assert np.mean(near) >= 0.99


def test_boxes_hardly_reach_out_of_the_true_ones(truth, lifted):
    corners = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).T.reshape(-1, 3) / 2
    reach = []
    for i, out in lifted[0]:
        at = corners * out.box.extent_m @ out.box.R_world_box.T + out.box.center_m
        reach.append(np.median([distance_to_box(corner, truth[i]) for corner in at]))
    assert np.mean(np.array(reach) > 0.15) < 0.05


def test_nodes_of_several_observations_lie_in_their_true_boxes(truth, lifted):
    nodes = {}
    for i, out in lifted[0]:
        node = nodes.setdefault(i, ObjectNode(f"object_{i}", "", Box(*np.zeros((2, 3))), None))
        merge_observation(node, out, GeometryConfig())
        node.seen += 1
    several = [(i, node) for i, node in nodes.items() if node.seen >= 2]
    assert len(several) > 40
    for center in ("centroid_m", "box"):
        at = [(i, n.box.center_m if center == "box" else n.centroid_m) for i, n in several]
        assert np.mean([distance_to_box(p, truth[i]) <= 0.25 for i, p in at]) >= 0.97
