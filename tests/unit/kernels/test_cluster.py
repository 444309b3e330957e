import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast import kernels
from reference import cluster as reference

NO_LINKS = np.zeros((0, 2), np.int32)


def blob(rng, center, n, spread=0.05):
    return (np.asarray(center) + rng.normal(0, spread, (n, 3))).astype(np.float32)


def both(points, weights, *, links=NO_LINKS, **rules):
    rules = {"links": links, **rules}
    found = kernels.largest_cluster(points, weights, **rules)
    np.testing.assert_array_equal(found, reference.largest_cluster(points, weights, **rules))
    return found.astype(bool)


@pytest.mark.parametrize("seed", range(8))
def test_matches_the_numpy_twin(seed):
    rng = np.random.default_rng(seed)
    points = np.concatenate(
        [blob(rng, rng.uniform(-1, 1, 3), int(rng.integers(1, 60))) for _ in range(6)]
    )
    weights = rng.integers(0, 50, len(points)).astype(np.int32)
    links = rng.integers(0, len(points), (seed, 2)).astype(np.int32)
    both(points, weights, links=links, cell_m=0.1, min_points=int(rng.integers(0, 12)))


@examples(60)
@given(
    cells=st.lists(st.tuples(*[st.integers(-3, 3)] * 3), max_size=25),
    min_points=st.integers(0, 5),
)
def test_matches_the_twin_on_points_at_the_corners_of_cells(cells, min_points):
    points = np.array(cells, np.float32).reshape(-1, 3)
    both(points, np.ones(len(points), np.int32), cell_m=1.0, min_points=min_points)


def test_the_heavier_of_two_clusters_is_kept_whatever_its_number_of_points():
    rng = np.random.default_rng(1)
    near, far = blob(rng, (0, 0, 0), 20), blob(rng, (3, 0, 0), 60)
    weights = np.concatenate([np.full(20, 100), np.full(60, 10)]).astype(np.int32)
    keep = both(np.concatenate([near, far]), weights, cell_m=0.1, min_points=3)
    assert keep[:20].sum() > 15
    assert not keep[20:].any()


def test_of_equal_clusters_the_one_with_the_earliest_point_is_kept():
    pair = np.array([[0, 0, 0], [0, 0, 0.01]], np.float32)
    points = np.concatenate([pair + np.float32(5), pair])
    keep = both(points, np.ones(4, np.int32), cell_m=0.1, min_points=2)
    np.testing.assert_array_equal(keep, [True, True, False, False])


def test_a_thin_bridge_of_single_points_does_not_link_two_clusters():
    rng = np.random.default_rng(2)
    bridge = np.stack([np.arange(0.4, 2.6, 0.19), np.zeros(12), np.zeros(12)], 1)
    points = np.concatenate(
        [blob(rng, (0, 0, 0), 200), blob(rng, (3, 0, 0), 100), bridge.astype(np.float32)]
    )
    keep = both(points, np.ones(len(points), np.int32), cell_m=0.1, min_points=4)
    assert keep[:200].all()
    assert not keep[200:300].any()


def test_linked_points_join_their_clusters_however_far_apart():
    rng = np.random.default_rng(3)
    points = np.concatenate([blob(rng, (0, 0, 0), 30), blob(rng, (4, 0, 0), 30)])
    links = np.array([[2, 41]], np.int32)
    keep = both(points, np.ones(60, np.int32), links=links, cell_m=0.1, min_points=3)
    assert keep[2]
    assert keep[41]
    assert not both(points, np.ones(60, np.int32), cell_m=0.1, min_points=3)[41]


def test_scattered_points_form_no_cluster():
    points = np.arange(30, dtype=np.float32).reshape(10, 3)
    assert not both(points, np.ones(10, np.int32), cell_m=0.1, min_points=2).any()


def test_no_points_give_no_answer():
    found = kernels.largest_cluster(
        np.zeros((0, 3), np.float32),
        np.zeros(0, np.int32),
        links=NO_LINKS,
        cell_m=0.1,
        min_points=1,
    )
    assert found.shape == (0,)
