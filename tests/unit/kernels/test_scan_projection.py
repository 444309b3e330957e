import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast.datasets.registration import rodrigues
from inherit_fast.kernels import lift_scan, project_scan, render_scan
from reference import scan_projection as twin
from scans import room_scan

AHEAD = np.array([[0.0, -1, 0], [0, 0, -1], [1, 0, 0]])  # world x is ahead, z is up
PINHOLE = np.array([60.0, 60.0, 39.5, 29.5])
OPEN = {"cell_px": 2, "reach": 1, "margin_m": 0.2, "margin_share": 0.0}


def looking(at=(0.0, 0.0, 1.0), R=AHEAD):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, -R @ np.asarray(at)
    return T


def project(points, intrinsics=None, height=64, width=192, T=None, **changes):
    T = looking() if T is None else T
    size = {"height": height, "width": width, "intrinsics": intrinsics, "T_camera_world": T}
    return project_scan(np.asarray(points, np.float32), **size, **(OPEN | changes))


def nasty(points, rng):
    rows = rng.integers(0, len(points), 12)
    points[rows, rng.integers(0, 3, 12)] = rng.choice([np.nan, np.inf, -np.inf, 1e30, 0.0], 12)
    points[:2] = (0.0, 0.0, 1.0)  # the camera's own place
    return points


@examples(40)
@given(
    seed=st.integers(0, 2**31),
    pinhole=st.booleans(),
    cell_px=st.integers(1, 5),
    reach=st.integers(0, 3),
    share=st.sampled_from([0.0, 0.03]),
)
def test_projection_agrees_with_the_numpy_twin(seed, pinhole, cell_px, reach, share):
    rng = np.random.default_rng(seed)
    points = nasty(room_scan(count=3000, seed=seed), rng)
    values = {
        "T_camera_world": looking(rng.normal(0, 1, 3), rodrigues(rng.normal(0, 1, 3))),
        "height": 61,
        "width": 83,
        "intrinsics": PINHOLE if pinhole else None,
        "cell_px": cell_px,
        "reach": reach,
        "margin_m": 0.2,
        "margin_share": share,
    }
    pixel, far, visible = project_scan(points, **values)
    want_pixel, want_far, want_visible = twin.project_scan(points, **values)
    same = pixel == want_pixel
    assert (~same).sum() <= 4  # a place on a pixel's border may fall to either side
    np.testing.assert_allclose(far[same], want_far[same], rtol=1e-4, atol=1e-5)
    assert (visible != want_visible).sum() <= 25


def test_straight_ahead_is_the_middle_of_a_panorama_and_behind_is_its_edge():
    pixel, far, _ = project([[3.0, -1e-3, 1.0], [-3.0, 1e-3, 1.0], [0.0, -3.0, 1.0]])
    assert (pixel % 192).tolist() == [96, 0, 144]
    np.testing.assert_allclose(far, 3.0, rtol=1e-5)


def test_what_lies_behind_something_nearer_is_hidden_but_for_the_margin():
    points = [[2.0, 0.0, 1.0], [2.15, 0.0, 1.0], [5.0, 0.0, 1.0], [5.0, 3.0, 1.0]]
    assert project(points)[2].tolist() == [1, 1, 0, 1]
    assert project(points, margin_share=0.7)[2].tolist() == [1, 1, 1, 1]


def test_the_window_goes_on_around_a_panorama_but_not_around_a_pinhole():
    near, far = [-2.0, 0.02, 1.0], [-6.0, -0.06, 1.0]
    pixel, _, visible = project([near, far], cell_px=1)
    assert sorted(pixel % 192) == [0, 191]
    assert visible.tolist() == [1, 0]
    edges = [[1.0, 0.655, 1.0], [3.0, -1.965, 1.0]]
    pixel, _, visible = project(edges, PINHOLE, 60, 80, cell_px=1)
    assert sorted(pixel % 80) == [0, 79]
    assert visible.tolist() == [1, 1]


def test_a_pinhole_sees_nothing_behind_it_and_nobody_sees_what_is_nowhere():
    points = [[-1.0, 0.0, 1.0], [np.nan, 0.0, 0.0], [0.0, 0.0, 1.0], [np.inf, 0.0, 0.0]]
    pixel, far, visible = project(points, PINHOLE, 60, 80)
    assert pixel.tolist() == [-1] * 4
    assert far.tolist() == [0.0] * 4
    assert visible.tolist() == [0] * 4


def lifted(points, mask_px=(0, 191), function=lift_scan, **changes):
    points = np.asarray(points, np.float32)
    pixel, far, visible = project(points)
    mask = np.zeros((64, 192), np.uint8)
    mask[:, mask_px[0] : mask_px[1] + 1] = 1
    gate = {"gap_m": 0.3, "mads": 3.0, "slack_m": 0.02, "min_inliers": 10} | changes
    return function(points, pixel=pixel, range_m=far, visible=visible, mask=mask, **gate)


@examples(60)
@given(
    seed=st.integers(0, 2**31),
    gap_m=st.sampled_from([0.02, 0.1, 0.5]),
    mads=st.floats(0.5, 5.0),
    min_inliers=st.sampled_from([0, 1, 10, 400]),
)
def test_lifting_agrees_with_the_numpy_twin(seed, gap_m, mads, min_inliers):
    rng = np.random.default_rng(seed)
    points = nasty(room_scan(count=2500, seed=seed), rng)
    left = int(rng.integers(0, 150))
    values = {"gap_m": gap_m, "mads": mads, "min_inliers": min_inliers}
    got = lifted(points, (left, left + 40), **values)
    want = lifted(points, (left, left + 40), twin.lift_scan, **values)
    assert (got is None) == (want is None)
    if got is not None:
        assert np.setxor1d(got[3], want[3]).size <= 1  # one may lie right at the gate
        for a, b in zip(got[:3], want[:3], strict=True):
            np.testing.assert_allclose(a, b, atol=2e-2)


def blob(x, count, seed=0, size=0.05):
    return np.random.default_rng(seed).normal((x, 0.0, 1.0), size, (count, 3))


def test_a_thing_is_lifted_from_its_own_points_not_from_the_wall_behind():
    wall = np.column_stack([np.full(40, 4.0), np.linspace(-0.6, 0.6, 40), np.full(40, 1.3)])
    center, low, high, inliers = lifted(np.concatenate([blob(2.0, 80), wall]))
    assert np.abs(center - (2.0, 0.0, 1.0)).max() < 0.03
    assert (inliers < 80).all()
    assert (low < center).all()
    assert (center < high).all()
    assert (high - low < 0.4).all()


def test_the_nearest_of_two_groups_of_one_size_wins():
    points = [[2.0 + 0.001 * i, 0.2, 1.0] for i in range(12)]
    points += [[3.0 + 0.001 * i, -0.4, 1.0] for i in range(12)]
    assert lifted(points)[0][0] == pytest.approx(2.0, abs=0.02)


def test_points_far_from_the_median_are_no_inliers():
    stray = np.array([[2.0, 0.0, 1.9]])
    _, _, high, inliers = lifted(np.concatenate([blob(2.0, 60), stray]))
    assert 60 not in inliers
    assert high[2] < 1.3


def test_too_few_points_are_no_evidence():
    assert lifted(blob(2.0, 9)) is None
    assert lifted(blob(2.0, 60), (0, 3)) is None
    assert lifted(np.zeros((0, 3))) is None


def render(points, function=render_scan, **changes):
    values = {
        "T_camera_world": looking(),
        "intrinsics": PINHOLE,
        "height": 60,
        "width": 80,
        "min_m": 0.2,
        "max_m": 20.0,
        "spacing_rad": 0.03,
        "most_px": 6,
        "merge_share": 0.1,
    }
    return function(np.asarray(points, np.float32), **(values | changes))


@examples(15)
@given(seed=st.integers(0, 2**31), most_px=st.integers(0, 5))
def test_rendering_agrees_with_the_numpy_twin(seed, most_px):
    points = nasty(room_scan(count=300, seed=seed), np.random.default_rng(seed))
    with np.errstate(invalid="ignore", over="ignore"):
        want = render(points, twin.render_scan, most_px=most_px)
    got = render(points, most_px=most_px)
    assert ((got > 0) != (want > 0)).sum() <= 3  # rims of disks
    both = (got > 0) & (want > 0)
    assert (np.abs(got - want)[both] > 1e-3 * want[both]).sum() <= 3


def test_a_slanted_plane_stays_a_plane():
    y, z = np.meshgrid(np.arange(-3, 3, 0.06), np.arange(-1, 3, 0.06))
    points = np.stack([3.0 + 0.5 * y.ravel(), y.ravel(), z.ravel()], axis=1)
    depth = render(points, spacing_rad=0.04)[5:-5, 5:-5]
    across = (np.arange(5, 75) - PINHOLE[2]) / PINHOLE[0]  # right is -y
    want = np.broadcast_to(3.0 / (1.0 + 0.5 * across), depth.shape)
    assert (depth > 0).all()
    assert np.abs(depth / want - 1.0).max() < 0.01


def test_a_near_thing_is_not_mixed_with_the_wall_behind():
    y, z = np.meshgrid(np.arange(-3, 3, 0.05), np.arange(-1, 3, 0.05))
    wall = np.stack([np.full(y.size, 4.0), y.ravel(), z.ravel()], axis=1)
    thing = np.stack([np.full(y.size, 2.0), y.ravel() / 15, 1 + z.ravel() / 15], axis=1)
    depth = render(np.concatenate([wall, thing]))
    seen = depth[depth > 0]
    assert (np.minimum(np.abs(seen - 2.0), np.abs(seen - 4.0)) < 0.01).all()
    assert depth[29, 39] == pytest.approx(2.0, abs=1e-3)


def test_nothing_gives_an_empty_image():
    assert not render(np.zeros((0, 3))).any()
    assert not render([[-3.0, 0.0, 1.0], [np.nan, 0.0, 1.0], [30.0, 0.0, 1.0]]).any()
