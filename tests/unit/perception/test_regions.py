from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from box_world import box_around, cast, look_at
from inherit_fast.frame import Frame
from inherit_fast.perception.depth_segmenter import DepthSegmenterConfig
from inherit_fast.perception.region_pieces import connected_pieces, large_pieces, surface_links
from inherit_fast.perception.regions import RegionsConfig, find_regions

K = np.array([260.0, 260.0, 159.5, 119.5])
T = look_at((0, 0, 1.5), (1.5, 0, 0.7))
FLOOR, WALL = (-5, -5, -0.1, 5, 5, 0), (3.0, -5, 0, 3.1, 5, 3)
TABLE = (1.0, -0.6, 0.70, 1.9, 0.6, 0.75)
MUG, CRATE = (1.3, 0.1, 0.75, 1.4, 0.2, 0.86), (1.35, -0.35, 0.75, 1.6, -0.1, 0.95)
CLOCK = (2.9, -0.15, 0.8, 3.0, 0.15, 1.0)
CONFIG = RegionsConfig(min_pixels=150)
MASKS = DepthSegmenterConfig()


def view(*things):
    """A room with a table and ``things``, and for each thing the pixels that show it."""
    depth, ids = cast([FLOOR, WALL, TABLE, *things], K, T)
    rgb = np.zeros((*depth.shape, 3), np.uint8)
    return Frame(0, 0, rgb, depth, 1.0, K, T), [ids == 3 + i for i in range(len(things))]


def found(frame, config=CONFIG, covered=None):
    if covered is None:
        covered = np.zeros(frame.depth.shape, bool)
    return find_regions(frame, covered, config, MASKS)


def test_what_stands_on_a_table_or_hangs_on_a_wall_is_a_region():
    frame, things = view(MUG, CRATE, CLOCK)
    regions = found(frame).found
    assert len(regions) == 3
    for thing in things:
        shared = [np.count_nonzero(r.mask[thing]) for r in regions]
        best = regions[int(np.argmax(shared))]
        assert max(shared) > 0.7 * np.count_nonzero(thing)
        assert max(shared) > 0.9 * np.count_nonzero(best.mask)
        assert np.allclose(best.box_px, box_around(thing), atol=6)


def test_planes_are_no_regions():
    frame, _ = view()
    assert found(frame).found == []


def test_the_largest_and_most_compact_come_first_and_their_sides_are_metres():
    frame, (mug, crate) = view(MUG, CRATE)
    first, second = found(frame).found
    assert np.count_nonzero(first.mask[crate]) > np.count_nonzero(first.mask[mug]) == 0
    assert 0.2 < first.sides_m.max() < 0.4
    assert 0.08 < second.sides_m.max() < 0.2


def test_the_cap_counts_what_it_drops():
    frame, _ = view(MUG, CRATE, CLOCK)
    regions, dropped = found(frame, replace(CONFIG, max_regions=1))
    assert len(regions) == 1
    assert dropped["beyond the cap"] == 2
    assert found(frame).dropped["beyond the cap"] == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"max_size_m": 0.15}, "too large"),
        ({"max_image_share": 0.01}, "too large"),
        ({"min_size_m": 0.5}, "too small"),
        ({"min_pixels": 50_000}, "too small"),
        ({"min_fill": 1.1}, "ragged"),
        ({"min_touching_px": 10_000}, "off the planes"),
    ],
)
def test_what_cannot_be_a_thing_is_dropped_and_counted(change, reason):
    frame, _ = view(CRATE)
    whole, less = found(frame), found(frame, replace(CONFIG, **change))
    assert (len(whole.found), len(less.found)) == (1, 0)
    assert less.dropped[reason] > whole.dropped[reason]


def test_what_an_instance_covers_is_skipped_and_counted():
    frame, (mug, _) = view(MUG, CRATE)
    (crate,), dropped = found(frame, covered=mug)
    assert not (crate.mask[mug]).any()
    assert dropped["covered"] == 1


def test_what_the_image_cuts_is_dropped_and_counted():
    frame, (crate,) = view(CRATE)
    x0, _, x1, _ = box_around(crate)
    left = slice(None), slice((x0 + x1) // 2)
    half = replace(frame, rgb=frame.rgb[left], depth=frame.depth[left])
    regions, dropped = found(half)
    assert regions == []
    assert dropped["cut by the image"] >= 1


def test_what_floats_far_before_the_planes_is_dropped():
    frame, (thing,) = view((0.7, -0.1, 1.05, 0.8, 0.1, 1.2))
    assert np.count_nonzero(thing) > CONFIG.min_pixels
    regions, dropped = found(frame)
    assert (regions, dropped["off the planes"]) == ([], 1)


@pytest.mark.parametrize("hole", [0.0, np.nan, np.inf, -np.inf])
def test_images_without_any_return_have_no_regions(hole):
    frame, _ = view()
    empty = replace(frame, depth=np.full_like(frame.depth, hole))
    assert found(empty).found == []


def test_millimetres_give_the_regions_of_metres():
    frame, _ = view(MUG, CRATE)
    whole = np.round(frame.depth * 1000).astype(np.uint16)
    coarse = replace(frame, depth=whole, depth_scale=0.001)
    for a, b in zip(found(frame).found, found(coarse).found, strict=True):
        assert np.count_nonzero(a.mask != b.mask) < 0.1 * np.count_nonzero(a.mask)


@given(
    arrays.arrays(np.bool_, arrays.array_shapes(min_dims=2, max_dims=2, max_side=9)),
    st.integers(0, 2**32 - 1),
)
def test_pieces_are_those_of_a_graph_search(chosen, seed):
    depth = np.random.default_rng(seed).choice([1.0, 1.01, 1.5], chosen.shape).astype(np.float32)
    of_pixel, total = connected_pieces(chosen, surface_links(depth, 0.02, 0.01))
    number = np.arange(chosen.size).reshape(chosen.shape)
    edges = [
        (number[a], number[b])
        for a in np.ndindex(chosen.shape)
        for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1))
        if b[0] < chosen.shape[0] and b[1] < chosen.shape[1]
        if chosen[a] and chosen[b] and abs(depth[a] - depth[b]) < 0.1
    ]
    ends = np.array(edges, int).reshape(-1, 2).T
    graph = sparse.coo_matrix((np.ones(len(edges)), ends), shape=(chosen.size,) * 2)
    _, truth = connected_components(graph, directed=False)
    assert (of_pixel[~chosen] == -1).all()
    mine, theirs = of_pixel[chosen], truth.reshape(chosen.shape)[chosen]
    assert total == len(np.unique(theirs)) == len(np.unique(np.stack([mine, theirs]), axis=1).T)
    firsts = np.unique(mine, return_index=True)[1]
    assert (np.diff(firsts) > 0).all()


def test_a_spiral_is_one_piece():
    chosen = np.zeros((41, 41), bool)
    for ring in range(0, 20, 2):
        low, high = ring, 40 - ring
        chosen[low, low : high + 1] = chosen[high, low : high + 1] = True
        chosen[low : high + 1, high] = chosen[low : high + 1, low] = True
        chosen[low + 1, low] = False
        chosen[low + 2, low : low + 2] = True
    _, total = connected_pieces(chosen, surface_links(np.ones((41, 41), np.float32), 0.1, 0.0))
    assert total == 1


def test_small_pieces_leave_no_gap_in_the_numbers():
    chosen = np.array([[1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 0, 1]], bool)
    pieces = connected_pieces(chosen, surface_links(np.ones((3, 4), np.float32), 0.1, 0.0))
    of_pixel, total = large_pieces(pieces, 2)
    assert total == 2
    assert of_pixel.tolist() == [[-1, -1, 0, 0], [-1] * 4, [1, 1, -1, -1]]
