import numpy as np
import pytest

from box_world import box_around, cast, look_at
from inherit_fast.kernels import depth_segment, frame_planes
from reference.depth_segment import depth_segment as twin
from reference.frame_planes import frame_planes as planes_twin

INTRINSICS = np.array([260.0, 260.0, 159.5, 119.5])
PLANES = {
    "depth_scale": 1.0,
    "min_depth_m": 0.2,
    "max_depth_m": 6.0,
    "block_px": 4,
    "jump_m": 0.02,
    "jump_ratio": 0.01,
    "thickness_m": 0.012,
    "thickness_ratio": 0.005,
    "max_tilt_rad": 0.436,
    "min_plane_m2": 0.1,
    "max_planes": 8,
}
RULES = {
    "outside_ratio": 3.0,
    "below_m": 0.05,
    "leak_reach": 0.12,
    "second_choice": 0.05,
    "deep_share": 0.1,
    "min_piece_px": 20,
}
FLOOR = (-5, -5, -0.1, 5, 5, 0)
WALL = (2.5, -5, 0, 2.6, 5, 3)
TABLE = (1.0, -0.8, 0.70, 1.9, 0.8, 0.75)
ABOVE = look_at((0, 0, 1.5), (1.5, 0, 0.7))


def segment(depth, boxes, T=ABOVE, **changes):
    settings = PLANES | RULES | changes
    return depth_segment(
        depth,
        intrinsics=INTRINSICS,
        T_world_camera=T,
        boxes_px=np.array(boxes, np.int32).reshape(-1, 4),
        **settings,
    )


def iou(a, b):
    return np.count_nonzero((a != 0) & b) / np.count_nonzero((a != 0) | b)


def cut_out(world, thing, T=ABOVE):
    """The mask for the box around ``thing`` (indices of boxes), and the true one."""
    depth, ids = cast(world, INTRINSICS, T)
    truth = np.isin(ids, thing)
    return segment(depth, [box_around(truth)], T)[0], truth


def random_world(seed):
    rng = np.random.default_rng(seed)
    low = np.concatenate([rng.uniform((0.8, -1.2), (2.2, 0.9), (9, 2)), np.zeros((9, 1))], axis=1)
    low[4:, 2] = rng.uniform(0, 1.2, 5)
    high = low + rng.uniform(0.05, 0.9, (9, 3))
    T = look_at(rng.uniform((-0.5, -0.5, 1.0), (0.2, 0.5, 1.8)), (1.5, 0, 0.6), rng.normal() * 0.2)
    depth, _ = cast([FLOOR, WALL, *np.concatenate([low, high], axis=1)], INTRINSICS, T, (120, 160))
    depth += (rng.normal(size=depth.shape) * 0.002 * depth**2).astype(np.float32)
    depth[rng.random(depth.shape) < 0.05] = 0
    depth[rng.random(depth.shape) < 0.01] = np.nan
    corner = rng.integers(-20, (150, 110), (6, 2))
    boxes = np.concatenate([corner, corner + rng.integers(1, 120, (6, 2))], axis=1)
    return np.where(depth > 0, depth, depth * 0).astype(np.float32), boxes.astype(np.int32), T


@pytest.mark.parametrize("seed", range(12))
def test_matches_the_numpy_twin_pixel_by_pixel(seed):
    depth, boxes, T = random_world(seed)
    k = np.array([130.0, 130.0, 80.0, 60.0])
    given = {"intrinsics": k, "T_world_camera": T, "boxes_px": boxes} | PLANES | RULES
    expected = twin(depth, **given)
    np.testing.assert_array_equal(depth_segment(depth, **given), expected)
    millimetres = np.nan_to_num(depth * 1000).astype(np.uint16)
    given["depth_scale"] = 0.001
    np.testing.assert_array_equal(depth_segment(millimetres, **given), twin(millimetres, **given))


@pytest.mark.parametrize("seed", range(6))
def test_planes_match_the_numpy_twin(seed):
    depth, _, T = random_world(seed)
    given = {"intrinsics": np.array([130.0, 130.0, 80.0, 60.0]), "T_world_camera": T} | PLANES
    labels, planes = frame_planes(depth, **given)
    expected_labels, expected = planes_twin(depth, **given)
    np.testing.assert_allclose(planes, expected, atol=1e-9)
    np.testing.assert_array_equal(labels, expected_labels)


def test_floor_table_top_and_wall_are_planes_at_their_heights():
    depth, ids = cast([FLOOR, WALL, TABLE], INTRINSICS, ABOVE)
    labels, planes = frame_planes(depth, intrinsics=INTRINSICS, T_world_camera=ABOVE, **PLANES)
    heights = sorted(planes[planes[:, 6] == 1, 4])
    np.testing.assert_allclose(heights, [-1.5, -0.75], atol=0.01)
    (wall,) = planes[planes[:, 6] == 0]
    np.testing.assert_allclose(np.abs(wall[:4]), [1, 0, 0, 2.5], atol=0.01)
    (top,) = np.flatnonzero(np.abs(planes[:, 4] + 0.75) < 0.01)
    assert iou(labels == top, ids == 2) > 0.88  # its front edge is no part of the plane


@pytest.mark.parametrize("roll_rad", [0.0, 0.5])
def test_a_mug_does_not_leak_into_its_table(roll_rad):
    T = look_at((0, 0, 1.5), (1.5, 0, 0.7), roll_rad)
    mug = (1.3, 0.1, 0.75, 1.4, 0.2, 0.86)
    mask, truth = cut_out([FLOOR, WALL, TABLE, mug], [3], T)
    assert iou(mask, truth) > 0.75
    assert np.count_nonzero(mask[~truth]) < 0.1 * truth.sum()


def chair(x, y):
    legs = [(x + a, y + b, 0, x + a + 0.05, y + b + 0.05, 0.45) for a in (0, 0.4) for b in (0, 0.4)]
    seat = [(x, y, 0.42, x + 0.45, y + 0.45, 0.47)]
    slats = [(x + 0.40, y, z, x + 0.45, y + 0.45, z + 0.09) for z in (0.55, 0.72, 0.89)]
    posts = [(x + 0.40, y + b, 0.45, x + 0.45, y + b + 0.05, 0.98) for b in (0, 0.4)]
    return [*legs, *seat, *slats, *posts]


def test_a_chair_does_not_take_the_floor_nor_the_wall_behind_its_slats():
    mask, truth = cut_out([FLOOR, WALL, *chair(1.2, -0.2)], range(2, 12))
    assert iou(mask, truth) > 0.85
    assert np.count_nonzero(mask[~truth]) < 0.08 * truth.sum()


def test_of_two_chairs_each_box_gets_its_own_seat_and_back():
    depth, ids = cast([FLOOR, WALL, *chair(1.3, -0.7), *chair(1.3, 0.3)], INTRINSICS, ABOVE)
    truths = [np.isin(ids, range(2, 12)), np.isin(ids, range(12, 22))]
    masks = segment(depth, [box_around(t) for t in truths])
    for mask, truth in zip(masks, truths, strict=True):
        assert iou(mask, truth) > 0.85


def test_a_table_keeps_its_top_and_leaves_the_floor():
    legs = [(x, y, 0, x + 0.06, y + 0.06, 0.7) for x in (1.0, 1.84) for y in (-0.8, 0.74)]
    T = look_at((-0.8, 0, 1.6), (1.5, 0, 0.6))
    mask, truth = cut_out([FLOOR, WALL, TABLE, *legs], range(2, 7), T)
    assert iou(mask, truth) > 0.85


def test_a_book_that_lies_flat_on_a_table_is_its_box():
    book = (1.3, -0.1, 0.75, 1.5, 0.2, 0.757)
    mask, truth = cut_out([FLOOR, WALL, TABLE, book], [3])
    assert iou(mask, truth) > 0.8


def test_a_picture_flush_on_a_wall_is_its_box():
    T = look_at((0, 0, 1.5), (2.5, 0, 1.4))
    mask, truth = cut_out([FLOOR, WALL, (2.49, -0.4, 1.2, 2.5, 0.4, 1.7)], [2], T)
    assert iou(mask, truth) > 0.9


def test_a_lamp_before_a_wall_is_not_the_wall():
    stem, shade = (1.8, -0.02, 0, 1.84, 0.02, 1.2), (1.68, -0.15, 1.2, 1.96, 0.15, 1.45)
    T = look_at((0, 0, 1.3), (1.8, 0, 0.9))
    mask, truth = cut_out([FLOOR, WALL, stem, shade], [2, 3], T)
    assert iou(mask, truth) > 0.8


def test_a_sofa_against_a_wall_is_not_the_wall():
    seat, back = (1.7, -0.7, 0, 2.5, 0.7, 0.4), (2.3, -0.7, 0.4, 2.5, 0.7, 0.8)
    T = look_at((-0.6, 0, 1.4), (2.2, 0, 0.6))
    mask, truth = cut_out([FLOOR, WALL, seat, back], [2, 3], T)
    assert iou(mask, truth) > 0.8


def test_pieces_apart_by_a_thin_thing_in_front_are_one_object():
    cupboard, post = (1.8, -0.5, 0, 2.2, 0.5, 1.2), (0.9, -0.03, 0, 0.95, 0.03, 2.5)
    T = look_at((0, 0, 1.2), (1.8, 0, 0.8))
    mask, truth = cut_out([FLOOR, WALL, cupboard, post], [2], T)
    assert iou(mask, truth) > 0.85
    assert mask[:, :150].any()
    assert mask[:, 170:].any()


def test_an_enclosed_hole_in_the_depth_is_filled():
    crate = (1.3, -0.3, 0, 1.8, 0.3, 0.6)
    depth, ids = cast([FLOOR, WALL, crate], INTRINSICS, ABOVE)
    truth = ids == 2
    x0, y0, x1, y1 = box_around(truth)
    hole = np.s_[y0 + 20 : y0 + 35, (x0 + x1) // 2 - 8 : (x0 + x1) // 2 + 8]
    depth[hole] = 0
    mask = segment(depth, [[x0, y0, x1, y1]])[0]
    assert mask[hole].all()
    assert iou(mask, truth) > 0.8


@pytest.mark.parametrize(
    "box", [[5, 5, 5, 9], [9, 9, 5, 5], [-9, -9, -1, -1], [400, 10, 500, 20], [2**31 - 1] * 4]
)
def test_a_box_without_pixels_gives_an_empty_mask(box):
    depth, _ = cast([FLOOR, WALL], INTRINSICS, ABOVE)
    assert not segment(depth, [box]).any()


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf, 99.0])
def test_depth_without_return_gives_empty_masks(value):
    assert not segment(np.full((24, 32), value, np.float32), [[0, 0, 32, 24]]).any()


def test_no_boxes_give_no_masks():
    assert segment(np.ones((24, 32), np.float32), []).shape == (0, 24, 32)


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (3, 3), (40, 2)])
def test_tiny_images_are_answered(shape):
    masks = segment(np.ones(shape, np.float32), [[0, 0, shape[1], shape[0]]], min_piece_px=1)
    assert masks.all()
