import numpy as np
import pytest

from inherit_fast.evaluation.significance import paired_permutation


def test_equal_systems_differ_by_chance():
    assert paired_permutation([1, 0, 1], [1, 0, 1]) == 1.0


def test_few_pairs_are_counted_exactly():
    # all of 5 signs must agree, either way: 2 of 32 patterns
    assert paired_permutation([1] * 5, [0] * 5) == pytest.approx(2 / 32)


def test_groups_flip_as_a_whole():
    first, second = [1] * 12, [0] * 12
    assert paired_permutation(first, second, groups=[0] * 6 + [1] * 6) == pytest.approx(0.5)
    assert paired_permutation(first, second) == pytest.approx(2 / 2**12)


def test_many_pairs_are_sampled_and_near_the_exact_value():
    rng = np.random.default_rng(3)
    first = rng.integers(0, 2, 200)
    second = np.where(rng.random(200) < 0.9, first, 1 - first)
    p = paired_permutation(first, second, seed=1)
    assert p == paired_permutation(first, second, seed=1)
    assert abs(p - paired_permutation(first, second, seed=2)) < 0.03
    assert paired_permutation(np.ones(40), np.zeros(40)) < 0.001


def test_the_test_is_two_sided_and_symmetric():
    a, b = [1, 1, 1, 0, 1], [0, 0, 1, 1, 0]
    assert paired_permutation(a, b) == paired_permutation(b, a)


def test_unequal_lengths_are_refused():
    with pytest.raises(ValueError, match="paired scores: got 2 and 1"):
        paired_permutation([1, 0], [1])
