import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assign_case import RULES, bank_of, case, still_boxes, unit
from examples import examples
from inherit_fast.kernels import assign
from reference import assign as reference

NOWHERE = -1


def both(rows, inputs, rules):
    bank = bank_of(rows, inputs["features"].shape[1])
    return assign(bank, **inputs, **rules), reference.assign(rows, **inputs, **rules)


def assert_same(rows, inputs, **changes):
    ours, twin = both(rows, inputs, {**RULES, **changes})
    for got, expected in zip(ours, twin, strict=True):
        np.testing.assert_array_equal(got, expected)
    return ours


@pytest.mark.parametrize("dim", [1, 7, 128, 129, 384, 1280])
@pytest.mark.parametrize("views", [1, 5])
def test_equals_the_exhaustive_greedy(dim, views):
    rng = np.random.default_rng(dim + views)
    _, stages, _ = assert_same(*case(rng, 30, 400, dim, views=views, noise=0.7))
    assert set(stages.tolist()) & {1, 2}


@pytest.mark.parametrize("far_gap_m", [0.0, 0.3, np.inf])
@pytest.mark.parametrize("common", [0.0, 0.6, 0.9])
def test_equals_it_whatever_the_gate_and_however_alike_the_nodes(far_gap_m, common):
    rng = np.random.default_rng(11)
    rows, inputs = case(rng, 40, 300, 96, views=3, common=common, noise=0.8, spread_m=3.0)
    _, stages, _ = assert_same(rows, inputs, far_gap_m=far_gap_m)
    assert (stages > 0).sum() > 10


def test_equals_it_on_turned_boxes():
    rng = np.random.default_rng(12)
    rows, inputs = case(rng, 8, 25, 16, views=2, noise=0.7, spread_m=1.0, turned=True)
    assert_same(rows, inputs, penalty_per_m=0.3)


def test_equals_it_when_one_keyframe_has_more_observations_than_there_are_nodes():
    rng = np.random.default_rng(13)
    nodes, _, _ = assert_same(*case(rng, 40, 9, 32, noise=0.3))
    taken = nodes[nodes >= 0]
    assert len(taken) == len(set(taken.tolist()))


def test_equals_it_when_every_pair_is_a_candidate():
    rng = np.random.default_rng(14)
    rows, inputs = case(rng, 30, 2000, 64, common=0.99, noise=0.05, spread_m=2.0)
    _, stages, _ = assert_same(
        rows, inputs, far_gap_m=np.inf, penalty_per_m=0.0, overlap_bonus=0.0, label_bonus=0.0
    )
    assert (stages == 1).all()


@examples(60)
@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(1, 20), st.integers(1, 6))
def test_equals_it_with_many_ties(seed, observations, nodes, kinds):
    rng = np.random.default_rng(seed)
    looks = unit(rng.integers(-1, 2, (kinds, 5)))
    rows = [looks[rng.integers(0, kinds, rng.integers(0, 4))] for _ in range(nodes)]
    node_boxes = still_boxes(rng, nodes, 1.0)
    node_boxes[:, :6] = np.round(node_boxes[:, :6])
    inputs = {
        "features": looks[rng.integers(0, kinds, observations)],
        "boxes": node_boxes[rng.integers(0, nodes, observations)],
        "labels": rng.integers(0, 2, observations).astype(np.int32),
        "node_ids": rng.permutation(nodes),
        "node_boxes": node_boxes,
        "node_labels": rng.integers(-1, 3, nodes).astype(np.int32),
        "agree": rng.integers(0, 2, (2, 3)).astype(np.uint8),
    }
    assert_same(rows, inputs)


def chairs(gap_m):
    """Two identical chairs side by side, and one observation beside each."""
    look = unit(np.ones((1, 8)))
    node_boxes = still_boxes(np.random.default_rng(0), 2, 1.0)
    node_boxes[:, :6] = (0, 0, 0, 0.5, 0.5, 0.9)
    node_boxes[1, 0] = gap_m
    boxes = node_boxes.copy()
    boxes[:, 0] += 0.04
    return [look, look], {
        "features": np.repeat(look, 2, axis=0),
        "boxes": boxes[::-1].copy(),
        "labels": np.zeros(2, np.int32),
        "node_ids": np.array([3, 8]),
        "node_boxes": node_boxes,
        "node_labels": np.zeros(2, np.int32),
        "agree": np.ones((1, 1), np.uint8),
    }


def test_of_twins_each_gets_the_nearer_one():
    rows, inputs = chairs(0.7)
    nodes, stages, _ = assert_same(rows, inputs)
    assert nodes.tolist() == [1, 0]
    assert stages.tolist() == [1, 1]


def test_a_twin_far_away_is_another_thing():
    rows, inputs = chairs(3.0)
    inputs["boxes"][1, 0] += 9.0
    nodes, _, _ = assert_same(rows, inputs)
    assert nodes.tolist() == [1, NOWHERE]


def test_the_second_stage_needs_place_label_and_some_likeness():
    look, other = unit([[1.0, 0.0]]), unit([[0.65, 0.76]])
    _, inputs = chairs(0.0)
    one = {k: v[:1].copy() for k, v in inputs.items()}
    one |= {"features": other, "agree": np.ones((1, 1), np.uint8)}
    assert assert_same([look], one)[1].tolist() == [2]
    assert assert_same([look], one | {"agree": np.zeros((1, 1), np.uint8)})[1].tolist() == [0]
    assert assert_same([look], one, moderate_cosine=0.7)[1].tolist() == [0]
    away = one["boxes"].copy()
    away[0, 1] += 1.1
    assert assert_same([look], one | {"boxes": away})[1].tolist() == [0]


def test_nothing_seen_and_nothing_known_are_fine():
    rows, inputs = chairs(1.0)
    empty = {k: v[:0] for k, v in inputs.items() if k in ("features", "boxes", "labels")}
    assert assert_same(rows, inputs | empty)[0].shape == (0,)
    none = {k: v[:0] for k, v in inputs.items() if k.startswith("node_")}
    assert assert_same([], inputs | none)[0].tolist() == [NOWHERE, NOWHERE]
