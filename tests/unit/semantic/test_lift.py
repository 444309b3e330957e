import dataclasses

import numpy as np
import pytest

from inherit_fast.frame import Frame
from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.lift import LiftConfig, Lifter
from synthetic import box, cast, look

SHAPE = (240, 320)
INTRINSICS = np.array([160.0, 160.0, 160.0, 120.0])
ROOM = [box(-1, -4, -0.1, 8, 4, 0), box(6, -4, 0, 6.1, 4, 3)]  # floor and far wall


def view(things, T_world_camera, **changes):
    """A frame of ``things`` in a room, and the mask of each thing."""
    whole = cast(ROOM + things, T_world_camera, shape=SHAPE, intrinsics=INTRINSICS)
    masks = [
        cast([thing], T_world_camera, shape=SHAPE, intrinsics=INTRINSICS) == whole
        for thing in things
    ]
    frame = Frame(
        index=0,
        time_ns=0,
        rgb=np.zeros((*SHAPE, 3), np.uint8),
        depth=np.round(whole * 1000).astype(np.uint16),
        depth_scale=0.001,
        intrinsics=INTRINSICS,
        T_world_camera=T_world_camera,
    )
    return frame, [instance(mask & (whole > 0)) for mask in masks]


def instance(mask, label="thing"):
    rows, cols = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    box_px = (cols[0], rows[0], cols[-1] + 1, rows[-1] + 1) if len(rows) else (0, 0, 1, 1)
    return Instance(mask.astype(np.uint8), label, 0.9, tuple(int(v) for v in box_px))


def grown(mask, px):
    out = mask.copy()
    for _ in range(px):
        wide = np.pad(out, 1)
        out = wide[1:-1, 1:-1] | wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]
    return out


EYE = look((0.0, 0.0, 1.4), down_deg=25)


def test_a_box_is_lifted_to_where_it_stands():
    crate = box(2.0, -0.4, 0.0, 2.6, 0.4, 0.5)
    [lifted] = Lifter(LiftConfig())(*view([crate], EYE))
    assert lifted.instance_index == 0
    assert not lifted.truncated
    assert ((lifted.centroid_m > crate[0] - 0.01) & (lifted.centroid_m < crate[1] + 0.01)).all()
    np.testing.assert_allclose(lifted.box.extent_m, crate[1] - crate[0], atol=0.18)
    assert lifted.points_m.dtype == np.float32
    assert lifted.pixel_count == int(view([crate], EYE)[1][0].mask.sum())


def test_order_is_kept_and_what_is_dropped_is_counted_by_reason():
    crate, shelf = box(2.0, -0.4, 0.0, 2.6, 0.4, 0.5), box(4.0, 1.0, 0.0, 4.3, 2.0, 1.5)
    frame, [a, b] = view([crate, shelf], EYE)
    speck = np.zeros(SHAPE, bool)
    speck[100:103, 100:103] = True
    sky = np.zeros(SHAPE, bool)
    sky[:20, :20] = True
    blind = Frame(
        **{name: getattr(frame, name) for name in frame.__slots__}
        | {"depth": np.where(sky, 0, frame.depth).astype(np.uint16)}
    )
    lifter = Lifter(LiftConfig())
    lifted = lifter(blind, [a, instance(speck), instance(sky), b])
    assert [found.instance_index for found in lifted] == [0, 3]
    assert lifter.dropped == {"too few pixels": 1, "no depth": 1}


def test_no_instances_give_nothing():
    frame, _ = view([], EYE)
    assert Lifter(LiftConfig())(frame, []) == []


def test_a_mask_that_leaks_onto_the_wall_behind_keeps_to_the_object():
    lamp = box(2.0, -0.1, 0.0, 2.2, 0.1, 1.5)
    frame, [clean] = view([lamp], EYE)
    [lifted] = Lifter(LiftConfig())(frame, [instance(grown(clean.mask.astype(bool), 5))])
    assert lifted.points_m[:, 0].max() < 2.6
    assert abs(lifted.centroid_m[0] - 2.1) < 0.15


@pytest.mark.parametrize(
    "thing",
    [
        box(2.9, -0.5, 1.2, 2.93, 0.5, 1.23),  # a rod
        box(2.0, -0.25, 0.70, 2.2, 0.25, 0.72),  # a keyboard
        box(3.0, -0.02, 0.0, 3.04, 0.02, 1.6),  # a lamp post
    ],
    ids=["rod", "keyboard", "post"],
)
def test_thin_things_survive(thing):
    frame, instances = view([thing], EYE)
    [lifted] = Lifter(LiftConfig())(frame, instances)
    size = thing[1] - thing[0]
    assert lifted.box.extent_m.max() > 0.8 * size.max()
    assert np.abs(lifted.centroid_m - thing.mean(0)).max() < 0.15


@pytest.mark.parametrize("height_m", [0.01, 0.75])
def test_a_large_flat_thing_seen_at_a_grazing_angle_keeps_its_length(height_m):
    table = box(0.8, -0.8, height_m - 0.01, 4.8, 0.8, height_m)
    frame, instances = view([table], look((0.0, 0.0, height_m + 0.35), down_deg=12))
    [lifted] = Lifter(LiftConfig())(frame, instances)
    assert lifted.points_m[:, 0].max() > 3.9
    assert lifted.points_m[:, 0].min() < 1.0
    assert lifted.box.extent_m[0] > 3.0


def test_a_mask_at_the_image_border_is_marked_truncated():
    wide = box(1.5, -4.0, 0.0, 2.0, 4.0, 0.8)
    [lifted] = Lifter(LiftConfig())(*view([wide], EYE))
    assert lifted.truncated


def test_a_piece_of_wall_is_no_object_but_a_door_is():
    frame, _ = view([], look((0.0, 0.0, 1.4), down_deg=0))
    wall = frame.depth_m > 0
    wall[frame.depth_m < 5.5] = False
    rows, cols = np.indices(SHAPE)
    door = wall & (abs(cols - 160) < 12) & (rows > 85)
    lifter = Lifter(LiftConfig(max_depth_m=8.0))
    assert [found.instance_index for found in lifter(frame, [instance(wall), instance(door)])] == [
        1
    ]
    assert lifter.dropped == {"thin sheet": 1}


def test_float_depth_gives_the_same_as_millimetres():
    frame, instances = view([box(2.0, -0.4, 0.0, 2.6, 0.4, 0.5)], EYE)
    metres = Frame(
        **{name: getattr(frame, name) for name in frame.__slots__}
        | {"depth": frame.depth_m, "depth_scale": 1.0}
    )
    [a], [b] = Lifter(LiftConfig())(frame, instances), Lifter(LiftConfig())(metres, instances)
    np.testing.assert_array_equal(a.points_m, b.points_m)


FLOOR = np.array([0.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("height_m", "score", "kept"),
    [
        (0.02, 0.3, False),
        (0.02, 0.9, True),  # a rug that the segmenter is sure of
        (0.50, 0.3, True),  # a crate stands on the floor and is not of it
    ],
)
def test_a_weak_find_that_is_flat_on_the_floor_is_the_floor(height_m, score, kept):
    frame, [found] = view([box(1.6, -0.5, 0.0, 2.6, 0.5, height_m)], EYE)
    found = dataclasses.replace(found, score=score)
    lifter = Lifter(LiftConfig())
    assert len(lifter(frame, [found], FLOOR)) == kept
    assert lifter.dropped == ({} if kept else {"piece of floor": 1})
    assert len(lifter(frame, [found])) == 1  # nobody knows where the floor is
