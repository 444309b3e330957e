import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from inherit_fast.semantic.node_points import NodePoints, merge_points

VOXEL_M = 0.025


def cloud(seed, count, time_ns):
    points = np.random.default_rng(seed).uniform(-0.2, 0.2, (count, 3)).astype(np.float32)
    return NodePoints(points, np.ones(count, np.int32), np.full(count, time_ns, np.int64))


def merged(first, second, max_points=10_000):
    return merge_points(first, second, voxel_m=VOXEL_M, max_points=max_points)


@given(st.integers(0, 400), st.integers(0, 400), st.sampled_from([20, 10_000]))
def test_every_point_carries_the_time_of_its_voxels_latest_sighting(first, second, max_points):
    old, new = cloud(1, first, 5), cloud(2, second, 9)
    points, _, times = merged(old, new, max_points)[0]
    latest = {}
    for each in (old, new):
        for point, time in zip(each.points_m, each.times_ns.tolist(), strict=True):
            latest[voxel(point)] = max(time, latest.get(voxel(point), 0))
    assert times.tolist() == [latest[voxel(point)] for point in points]


def voxel(point):
    return tuple(np.floor(point * (np.float32(1) / np.float32(VOXEL_M))).astype(int).tolist())


def test_what_the_cap_leaves_out_is_counted():
    kept, dropped = merged(cloud(1, 300, 1), cloud(2, 300, 2), 50)
    assert len(kept.points_m) == len(kept.times_ns) == 50
    assert dropped > 0


def test_nothing_and_nothing_is_nothing():
    kept, dropped = merged(cloud(0, 0, 1), cloud(0, 0, 1))
    assert (len(kept.points_m), len(kept.times_ns), dropped) == (0, 0, 0)
