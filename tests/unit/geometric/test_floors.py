import dataclasses
import itertools
import json

import numpy as np
import pytest

from inherit_fast.geometric.floors import FloorsConfig, FloorTracker
from inherit_fast.geometric.snapshot import join_state, split_state
from synthetic import box, frame, look, walk

CAMERA_M = 1.4
STEPS = 16
STOREY_M = 2.88


def slab(x0, x1, top_m):
    return box(x0, -4, top_m - 0.2, x1, 4, top_m)


def stairs(x0, bottom_m, steps, rise_m=0.18, going_m=0.28):
    return [
        box(x0 + i * going_m, -1, bottom_m - 0.2, 20, 1, bottom_m + (i + 1) * rise_m)
        for i in range(steps)
    ]


def house():
    """Lower floor for x < 0, stairs along +x, upper floor beyond them."""
    end = STEPS * 0.28
    return [slab(-8, 0, 0.0), *stairs(0.0, 0.0, STEPS), slab(end, 20, STOREY_M)]


def ground_at(x):
    return float(np.clip(np.floor(x / 0.28) + 1, 0, STEPS) * 0.18)


def climb(xs, yaw_deg=0.0):
    return [look((x, 0.0, ground_at(x) + CAMERA_M), yaw_deg) for x in xs]


def push_all(frames, tracker=None):
    tracker = tracker or FloorTracker(FloorsConfig())
    return tracker, [tracker.push(f) for f in frames]


def test_a_single_floor_without_ceiling_is_one_storey():
    poses = [look((x, 0, 1.4)) for x in np.linspace(-5, 2, 30)]
    tracker, states = push_all(walk([slab(-8, 8, 0.0)], poses))
    (floor,) = tracker.floors
    assert {s.floor_id for s in states} == {"floor_1"}
    assert floor.height_m == pytest.approx(0.0, abs=0.02)
    assert floor.ceiling_m is None
    assert all(s.settled and s.left_floor_id is None for s in states)


def test_the_evidence_counts_frames_and_plane_samples():
    poses = [look((x, 0, 1.4)) for x in np.linspace(-5, 2, 30)]
    tracker, _ = push_all(walk([slab(-8, 8, 0.0)], poses))
    evidence = tracker.floors[0].evidence
    assert evidence["frames"] == evidence["plane_frames"] == 30
    assert evidence["plane_samples"] > 30 * 100
    assert evidence["plane_m"] == pytest.approx(0.0, abs=0.02)
    assert evidence["camera_above_ground_m"] == pytest.approx(1.4, abs=0.03)


def test_a_ceiling_is_found_where_there_is_one():
    world = [slab(-8, 8, 0.0), box(-8, -4, 2.6, 8, 4, 2.8)]
    poses = [look((x, 0, 1.4), down_deg=0.0) for x in np.linspace(-5, 2, 20)]
    tracker, _ = push_all(walk(world, poses))
    assert tracker.floors[0].ceiling_m == pytest.approx(2.6, abs=0.03)


def test_walking_stairs_finds_the_other_storey_and_coming_back_keeps_ids():
    there = np.concatenate([np.linspace(-3, 8, 90), np.full(15, 8.0)])
    frames = walk(house(), climb(there) + climb(there[::-1], 180.0))
    tracker, states = push_all(frames)
    order = [s.floor_id for s in states]
    changes = [(a, b) for a, b in itertools.pairwise(order) if a != b]
    assert changes == [("floor_1", "floor_2"), ("floor_2", "floor_1")]
    heights = [f.height_m for f in tracker.floors]
    np.testing.assert_allclose(heights, [0.0, STOREY_M], atol=0.03)
    assert [s.left_floor_id for s in states if s.left_floor_id] == ["floor_1", "floor_2"]


def test_frames_on_the_middle_of_the_stairs_are_not_settled():
    frames = walk(house(), climb(np.linspace(-3, 8, 90)))
    _, states = push_all(frames)
    middle = [
        s
        for s, f in zip(states, frames, strict=True)
        if 1.0 < f.T_world_camera[2, 3] - CAMERA_M < 1.9
    ]
    assert middle
    assert not any(s.settled for s in middle)


def test_a_pause_on_a_half_landing_is_not_a_storey():
    landing = [slab(-8, 0, 0.0), *stairs(0.0, 0.0, 8), slab(2.24, 8, 1.44)]
    xs = np.concatenate([np.linspace(-4, 4, 80), np.full(40, 4.0), np.linspace(4, -4, 80)])
    poses = [look((x, 0, float(np.clip(np.floor(x / 0.28) + 1, 0, 8) * 0.18) + 1.4)) for x in xs]
    tracker, states = push_all(walk(landing, poses))
    assert len(tracker.floors) == 1
    assert {s.floor_id for s in states} == {"floor_1"}


def test_a_split_level_of_half_a_metre_is_the_same_storey_with_its_own_ground():
    world = [slab(-8, 0, 0.0), slab(0, 8, 0.5)]
    xs = np.concatenate([np.linspace(-5, 4, 60), np.full(20, 4.0)])
    poses = [look((x, 0, (0.5 if x >= 0 else 0.0) + 1.4)) for x in xs]
    tracker, states = push_all(walk(world, poses))
    assert len(tracker.floors) == 1
    assert states[20].ground_plane[2] == pytest.approx(0.0, abs=0.03)
    assert states[-1].ground_plane[2] == pytest.approx(0.5, abs=0.03)
    assert states[-1].settled


def test_a_jump_to_another_recording_changes_the_storey_at_once():
    world = [slab(-8, 8, 0.0), slab(20, 36, 2.9)]
    lower = walk(world, [look((x, 0, 1.4)) for x in np.linspace(-5, 2, 20)])
    upper = walk(world, [look((x, 0, 4.1)) for x in np.linspace(22, 28, 20)], recording=1, start=20)
    again = walk(world, [look((x, 0, 1.5)) for x in (0.0, 1.0)], recording=2, start=40)
    _, states = push_all(lower + upper + again)
    assert [s.floor_id for s in states] == ["floor_1"] * 20 + ["floor_2"] * 20 + ["floor_1"] * 2
    assert states[20].left_floor_id == "floor_1"
    assert states[20].floor_m == pytest.approx(2.9, abs=0.03)


def test_a_jump_within_the_storey_changes_nothing():
    world = [slab(-8, 8, 0.0)]
    first = walk(world, [look((x, 0, 1.4)) for x in (-3.0, -2.0)])
    second = walk(world, [look((x, 0, 0.8)) for x in (2.0, 3.0)], recording=1, start=2)
    tracker, states = push_all(first + second)
    assert len(tracker.floors) == 1
    assert [s.left_floor_id for s in states] == [None] * 4


def test_a_height_that_does_not_hold_is_no_storey():
    world = [slab(-8, 8, 0.0), slab(8, 30, 2.9)]
    poses = [look((0, 0, 1.4))] * 10 + [look((12, 0, 4.3))] * 9 + [look((0, 0, 1.4))] * 10
    tracker, states = push_all(walk(world, poses))
    assert len(tracker.floors) == 1
    assert {s.floor_id for s in states} == {"floor_1"}


def test_a_table_seen_first_is_not_taken_for_the_floor_for_long():
    table = box(-1.0, -1.5, 0.7, 1.0, 1.5, 0.75)
    world = [slab(-8, 8, 0.0), table]
    at_table = [look((0, 0, 1.3), down_deg=89.0)] * 10
    away = [look((x, 0, 1.4)) for x in np.linspace(0, -6, 40)]
    tracker, states = push_all(walk(world, at_table + away))
    assert states[0].floor_m == pytest.approx(0.75, abs=0.03)
    assert tracker.floors[0].height_m == pytest.approx(0.0, abs=0.03)
    assert states[-1].ground_plane[2] == pytest.approx(0.0, abs=0.03)
    assert len(tracker.floors) == 1


def test_without_any_depth_the_camera_height_carries_the_storeys():
    climb_m = np.concatenate([np.zeros(20), np.linspace(0, 2.8, 60), np.full(20, 2.8)])
    tracker, states = push_all(walk([], [look((0, 0, 1.5 + z)) for z in climb_m]))
    assert [f.id for f in tracker.floors] == ["floor_1", "floor_2"]
    assert states[-1].floor_id == "floor_2"
    assert tracker.floors[0].evidence["plane_samples"] == 0


def test_the_first_frame_alone_has_a_floor():
    _, (state,) = push_all([frame([slab(-8, 8, -1.5)], look((0, 0, 0.0)))])
    assert state.floor_m == pytest.approx(-1.5, abs=0.03)
    assert state.settled


def test_a_restored_tracker_goes_on_as_if_never_stopped():
    frames = walk(house(), climb(np.linspace(-4, 10, 60)))
    _, expected = push_all(frames)
    first, _ = push_all(frames[:35])
    values, arrays = split_state(first.state())
    second = FloorTracker(FloorsConfig())
    second.restore(join_state(json.loads(json.dumps(values)), arrays))
    for f, want in zip(frames[35:], expected[35:], strict=True):
        got = second.push(f)
        np.testing.assert_array_equal(got.ground_plane, want.ground_plane)
        assert (got.floor_id, got.settled) == (want.floor_id, want.settled)


def test_a_floor_tilted_by_a_degree_and_a_half_is_followed():
    tilt = np.radians(1.5)
    R = np.eye(4)
    R[0, 0] = R[2, 2] = np.cos(tilt)
    R[0, 2], R[2, 0] = -np.sin(tilt), np.sin(tilt)
    level = [
        look((x, 0.5 * x, 1.4), yaw)
        for x, yaw in zip(np.linspace(-6, 6, 60), range(60), strict=True)
    ]
    frames = walk([box(-30, -30, -0.2, 30, 30, 0.0)], level)
    tilted = [dataclasses.replace(f, T_world_camera=R @ f.T_world_camera) for f in frames]
    tracker, states = push_all(tilted)
    assert len(tracker.floors) == 1
    assert states[-1].ground_plane[0] == pytest.approx(np.tan(tilt), abs=0.004)
    assert states[-1].ground_plane[1] == pytest.approx(0.0, abs=0.004)
    below = R @ np.array([6.0, 3.0, 0.0, 1.0])
    assert states[-1].ground_plane @ (below[0], below[1], 1.0) == pytest.approx(below[2], abs=0.02)
