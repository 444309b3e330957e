"""Boxes to masks at 640 x 480. No peer cuts boxes by depth alone: the twin is the comparison."""

import numpy as np
import pytest

from box_world import box_around, cast, look_at
from inherit_fast import kernels
from reference.depth_segment import depth_segment as twin

IMPLEMENTATIONS = {"numpy": twin, "core": kernels.depth_segment}
BOXES = 12


@pytest.fixture(scope="module")
def scene():
    """A table with ten things on it, in a room, with a Kinect's noise."""
    rng = np.random.default_rng(0)
    things = []
    for i in range(BOXES - 1):
        x, y = 1.1 + 0.25 * (i % 3), -0.7 + 0.35 * (i // 3)
        side = rng.uniform(0.08, 0.2, 2)
        things.append((x, y, 0.75, x + side[0], y + side[0], 0.75 + side[1]))
    room = [(-5, -5, -0.1, 5, 5, 0), (3, -5, 0, 3.1, 5, 3), (1.0, -0.9, 0.7, 2.0, 0.9, 0.75)]
    intrinsics = np.array([520.0, 520.0, 319.5, 239.5])
    T = look_at((0, 0, 1.5), (1.6, 0, 0.7))
    depth, ids = cast([*room, *things], intrinsics, T, (480, 640))
    depth += (rng.normal(size=depth.shape) * 0.0015 * depth**2).astype(np.float32)
    truths = [ids == i for i in range(2, 2 + BOXES)]
    return depth, intrinsics, T, truths


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_bench_depth_segment(benchmark, scene, implementation):
    depth, intrinsics, T, truths = scene
    benchmark.group = f"depth_segment 640x480, {BOXES} boxes"
    inputs = {
        "depth_scale": 1.0,
        "intrinsics": intrinsics,
        "T_world_camera": T,
        "boxes_px": np.array([box_around(t) for t in truths], np.int32),
        "min_depth_m": 0.2,
        "max_depth_m": 6.0,
        "block_px": 7,
        "jump_m": 0.02,
        "jump_ratio": 0.01,
        "thickness_m": 0.012,
        "thickness_ratio": 0.005,
        "max_tilt_rad": 0.436,
        "min_plane_m2": 0.1,
        "max_planes": 8,
        "outside_ratio": 3.0,
        "below_m": 0.05,
        "leak_reach": 0.12,
        "second_choice": 0.05,
        "deep_share": 0.1,
        "min_piece_px": 20,
    }
    masks = benchmark.pedantic(
        IMPLEMENTATIONS[implementation],
        args=(depth,),
        kwargs=inputs,
        rounds=2 if implementation == "numpy" else 30,
        warmup_rounds=0 if implementation == "numpy" else 2,
    )
    if implementation == "numpy":
        ours = kernels.depth_segment(depth, **inputs)
        assert np.count_nonzero(masks != ours) <= 1e-3 * np.count_nonzero(ours)
    for mask, truth in zip(masks, truths, strict=True):
        both = np.count_nonzero((mask != 0) | truth)
        assert np.count_nonzero((mask != 0) & truth) > 0.6 * both
