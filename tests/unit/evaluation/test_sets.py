import itertools

import numpy as np
import pytest

from inherit_fast.evaluation.sets import box_f1, judge_set, total_sets
from inherit_fast.graph import Box


def cube(x, side=1.0):
    return Box(np.array([x, 0.0, 0.0]), np.full(3, side))


def test_nothing_found_where_nothing_is_to_be_found_is_perfect():
    verdict = judge_set([], [], [], [])
    assert verdict.f1 == (1.0, 1.0)
    assert verdict.exact


@pytest.mark.parametrize(("ids", "boxes", "targets"), [([3], [cube(0)], []), ([], [], [3])])
def test_something_for_nothing_and_nothing_for_something_are_worth_nothing(ids, boxes, targets):
    verdict = judge_set(ids, boxes, targets, [cube(0) for _ in targets])
    assert verdict.f1 == (0.0, 0.0)
    assert not verdict.exact


def test_overlap_decides_at_each_level():
    # cubes 0.4 m apart share 0.6 of a side: IoU 0.6 / 1.4 = 0.43
    verdict = judge_set([1], [cube(0.4)], [1], [cube(0)])
    assert verdict.f1 == (1.0, 0.0)


def test_one_box_counts_for_one_target_only():
    assert box_f1([cube(0), cube(0.05)], [cube(0)], 0.5) == pytest.approx(2 / 3)


def test_the_best_matching_is_found_where_greed_would_miss_it():
    # The first fits both targets, the second only the first target.
    assert box_f1([cube(0.5), cube(-0.4)], [cube(0.0), cube(1.0)], 0.3) == 1.0


def test_f1_is_that_of_the_best_of_all_pairings():
    rng = np.random.default_rng(0)
    for _ in range(40):
        found = [cube(x) for x in rng.uniform(0, 3, rng.integers(1, 5))]
        wanted = [cube(x) for x in rng.uniform(0, 3, rng.integers(1, 5))]
        assert box_f1(found, wanted, 0.25) == pytest.approx(brute_f1(found, wanted, 0.25))


def brute_f1(found, wanted, level):
    def fits(a, b):
        shared = max(0.0, 1.0 - abs(a.center_m[0] - b.center_m[0]))
        return shared / (2.0 - shared) >= level

    short, long = sorted((found, wanted), key=len)
    most = max(
        sum(fits(a, b) for a, b in zip(short, chosen, strict=True))
        for chosen in itertools.permutations(long, len(short))
    )
    return 2 * most / (len(found) + len(wanted))


def test_an_extra_answer_breaks_an_exact_set_and_order_does_not():
    boxes = [cube(0), cube(5)]
    assert judge_set([2, 1], boxes[::-1], [1, 2], boxes).exact
    assert not judge_set([2, 1, None], [*boxes, cube(9)], [1, 2], boxes).exact
    assert not judge_set([1, 1], boxes, [1, 2], boxes).exact


def test_totals_are_means():
    right, wrong = judge_set([], [], [], []), judge_set([1], [cube(0)], [], [])
    scores = total_sets([right, wrong])
    assert (scores.count, scores.f1, scores.exact) == (2, (0.5, 0.5), 0.5)
    assert total_sets([]).f1 == (0.0, 0.0)
