import numpy as np
import pytest

from inherit_fast import kernels
from reference import back_project as reference

RULES = {
    "depth_scale": 1.0,
    "intrinsics": np.array([40.0, 42.0, 31.5, 23.0]),
    "min_depth_m": 0.2,
    "max_depth_m": 6.0,
    "ring_px": 2,
    "min_core_share": 0.4,
    "jump_share": 0.05,
    "gate_mads": 3.0,
    "gate_floor_m": 0.25,
}


def turned(seed):
    rng = np.random.default_rng(seed)
    q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    T = np.eye(4)
    T[:3, :3] = q * np.sign(np.linalg.det(q))
    T[:3, 3] = rng.uniform(-3, 3, 3)
    return T


def scene(seed, kind):
    """A slanted wall with a few boxes in front, noise, and whatever ``kind`` adds."""
    rng = np.random.default_rng(seed)
    height, width = 48, 64
    row, col = np.mgrid[:height, :width]
    depth = (2.0 + 0.03 * col + 0.01 * row).astype(np.float32)
    ids = np.zeros((height, width), np.int32)
    for i in range(1, 6):
        y, x = rng.integers(0, height - 8), rng.integers(0, width - 8)
        h, w = rng.integers(1, 30, 2)
        ids[y : y + h, x : x + w] = i
        depth[y : y + h, x : x + w] = rng.uniform(0.5, 5.0)
    depth += rng.normal(0, 0.004, depth.shape).astype(np.float32)
    if kind == "holes":
        depth[rng.random(depth.shape) < 0.3] = 0
        depth[rng.random(depth.shape) < 0.05] = np.nan
        depth[rng.random(depth.shape) < 0.05] = np.inf
        depth[rng.random(depth.shape) < 0.05] = -1.0
    if kind == "speckle":
        ids[rng.random(ids.shape) < 0.2] = 0
        ids[rng.random(ids.shape) < 0.05] = 7
    return depth, ids


def assert_same(found, expected):
    for name in ("mask_px", "valid_px", "count", "ring_px", "box_px"):
        np.testing.assert_array_equal(
            getattr(found, name), np.array([getattr(e, name) for e in expected]), err_msg=name
        )
    for name in ("median_m", "near_m", "far_m"):
        np.testing.assert_allclose(
            getattr(found, name), [getattr(e, name) for e in expected], rtol=1e-6, err_msg=name
        )
    for name in ("centroid_m", "aabb_min_m", "aabb_max_m"):
        np.testing.assert_allclose(
            getattr(found, name), [getattr(e, name) for e in expected], atol=2e-5, err_msg=name
        )


@pytest.mark.parametrize("kind", ["plain", "holes", "speckle"])
@pytest.mark.parametrize("seed", range(6))
def test_matches_the_numpy_twin(seed, kind):
    depth, ids = scene(seed, kind)
    rules = RULES | {"T_world_camera": turned(seed), "ring_px": seed % 4}
    expected = reference.back_project(depth, ids, voxel_m=0.05, **rules)
    assert_same(kernels.back_project(depth, ids, **rules), expected)
    found = kernels.back_project_points(depth, ids, voxel_m=0.05, **rules)
    assert_same(found.statistics, expected)
    np.testing.assert_array_equal(np.diff(found.offsets), [len(e.points_m) for e in expected])
    np.testing.assert_array_equal(np.diff(found.link_offsets), [len(e.links) for e in expected])
    np.testing.assert_array_equal(found.links, np.concatenate([e.links for e in expected]))
    np.testing.assert_array_equal(found.weights, np.concatenate([e.weights for e in expected]))
    np.testing.assert_allclose(
        found.points_m, np.concatenate([e.points_m for e in expected]), atol=1e-6
    )


def test_integer_depth_gives_what_its_metres_give():
    depth, ids = scene(3, "plain")
    millimetres = np.round(depth * 1000).astype(np.uint16)
    rules = RULES | {"T_world_camera": turned(3)}
    found = kernels.back_project(millimetres, ids, **rules | {"depth_scale": 0.001})
    expected = reference.back_project(millimetres, ids, **rules | {"depth_scale": 0.001})
    assert_same(found, expected)


def test_instance_image_stack_and_list_agree():
    depth, ids = scene(4, "plain")
    stack = np.stack([(ids == i).astype(np.uint8) for i in range(1, ids.max() + 1)])
    rules = RULES | {"T_world_camera": turned(4)}
    by_ids = kernels.back_project(depth, ids, **rules)
    for masks in (stack, list(stack), stack * 255):
        found = kernels.back_project(depth, masks, **rules)
        np.testing.assert_array_equal(found.centroid_m, by_ids.centroid_m)
        np.testing.assert_array_equal(found.count, by_ids.count)


def test_overlapping_masks_each_keep_their_pixels():
    depth, _ = scene(5, "plain")
    masks = np.zeros((2, *depth.shape), np.uint8)
    masks[0, 5:30, 5:40] = 1
    masks[1, 10:40, 20:60] = 1
    rules = RULES | {"T_world_camera": turned(5)}
    assert_same(
        kernels.back_project(depth, masks, **rules), reference.back_project(depth, masks, **rules)
    )


def test_a_surface_seen_at_a_grazing_angle_has_no_edges_and_passes_the_gate():
    row = np.arange(240, dtype=np.float64)[:, None] + np.zeros((1, 320))
    below_horizon = np.maximum(row - 60, 1)
    depth = (0.4 * 260 / below_horizon).astype(np.float32)  # a plane 0.4 m under the camera
    ids = ((depth > 0.55) & (depth < 3.5)).astype(np.int32)
    found = kernels.back_project(
        depth,
        ids,
        **RULES
        | {"intrinsics": np.array([260.0, 260.0, 160.0, 60.0]), "T_world_camera": np.eye(4)},
    )
    assert found.ring_px[0] == 2
    assert found.aabb_max_m[0, 2] > 3.0
    assert found.aabb_min_m[0, 2] < 0.6


def test_pixels_of_a_surface_at_a_grazing_angle_are_linked():
    below_horizon = np.arange(20, 180, dtype=np.float64)[:, None] + np.zeros((1, 30))
    depth = (0.3 * 300 / below_horizon).astype(np.float32)  # a plane 0.3 m under the camera
    rules = RULES | {
        "intrinsics": np.array([300.0, 300.0, 15.0, -20.0]),
        "T_world_camera": np.eye(4),
    }
    ids = np.ones(depth.shape, np.int32)
    found = kernels.back_project_points(depth, ids, voxel_m=0.02, **rules)
    expected = reference.back_project(depth, ids, voxel_m=0.02, **rules)
    np.testing.assert_array_equal(found.links, expected[0].links)
    linked = np.zeros(len(found.points_m), bool)
    linked[found.links] = True
    assert linked[found.points_m[:, 2] > 2.7].all()
    assert not linked[found.points_m[:, 2] < 1.5].any()


def test_nothing_is_linked_across_a_discontinuity():
    depth = np.full((40, 40), 1.0, np.float32)
    depth[:, 20:] = 1.2
    for ring in (0, 2):
        found = kernels.back_project_points(
            depth,
            np.ones((40, 40), np.int32),
            voxel_m=0.02,
            **RULES | {"T_world_camera": np.eye(4), "ring_px": ring},
        )
        assert (found.points_m[:, 2] > 1.1).any()
        spans = found.points_m[found.links]
        assert (np.abs(spans[:, 0, 2] - spans[:, 1, 2]) < 0.1).all()


def test_background_that_leaks_into_a_mask_is_cut():
    depth = np.full((60, 80), 4.0, np.float32)
    depth[20:40, 20:50] = 1.0
    ids = np.zeros((60, 80), np.int32)
    ids[15:45, 15:55] = 1  # the mask is five pixels too wide
    found = kernels.back_project(depth, ids, **RULES | {"T_world_camera": np.eye(4)})
    assert found.aabb_max_m[0, 2] == pytest.approx(1.0)
    assert found.count[0] > 0.6 * 20 * 30


def test_a_thin_mask_survives_the_ring():
    depth = np.full((60, 80), 2.0, np.float32)
    ids = np.zeros((60, 80), np.int32)
    ids[10:50, 40:43] = 1
    found = kernels.back_project(depth, ids, **RULES | {"T_world_camera": np.eye(4)})
    assert found.ring_px[0] == 0
    assert found.count[0] == 120


def test_the_image_border_is_not_the_border_of_a_mask():
    depth = np.full((40, 40), 2.0, np.float32)
    ids = np.ones((40, 40), np.int32)
    found = kernels.back_project(depth, ids, **RULES | {"T_world_camera": np.eye(4)})
    assert found.count[0] == 1600


def test_no_masks_and_empty_masks_give_no_objects():
    depth, ids = scene(0, "plain")
    rules = RULES | {"T_world_camera": np.eye(4)}
    assert kernels.back_project(depth, ids * 0, **rules).count.shape == (0,)
    assert kernels.back_project(depth, [], **rules).count.shape == (0,)
    found = kernels.back_project(depth, np.zeros((2, *ids.shape), np.uint8), **rules)
    np.testing.assert_array_equal(found.mask_px, [0, 0])
    assert not found.centroid_m.any()


def test_a_mask_without_any_return_has_pixels_but_no_count():
    depth = np.zeros((20, 20), np.float32)
    ids = np.ones((20, 20), np.int32)
    found = kernels.back_project_points(
        depth, ids, voxel_m=0.05, **RULES | {"T_world_camera": np.eye(4)}
    )
    assert found.statistics.mask_px[0] == 400
    assert found.statistics.valid_px[0] == 0
    assert found.points_m.shape == (0, 3)
