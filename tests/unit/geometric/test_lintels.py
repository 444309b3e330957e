import numpy as np
import pytest

from inherit_fast.geometric.lintels import (
    LintelsConfig,
    find_lintels,
    find_passages,
    spread_labels,
    widen,
)

CONFIG = LintelsConfig()


def bits(*slices):
    return np.array([[sum(1 << i for i in slices)]], np.uint16)


def is_lintel(*slices, clear_m=2.6):
    found = find_lintels(bits(*slices), slice_m=0.2, clear_m=clear_m, config=CONFIG)
    return bool(found[0, 0])


def test_a_wall_over_a_door_is_a_lintel():
    assert is_lintel(10)
    assert is_lintel(8, 9, 10)
    assert is_lintel(10, 12)


def test_a_wall_a_table_and_a_wall_cabinet_over_a_counter_are_none():
    assert not is_lintel(*range(13))
    assert not is_lintel(3)
    assert not is_lintel(0, 1, 2, 3, 4, 8, 9)


def test_an_open_space_below_the_ceiling_is_none():
    assert not is_lintel()
    assert not is_lintel(12)
    assert not is_lintel(10, clear_m=2.1)


@pytest.mark.parametrize("clear_m", [None, 3.2])
def test_a_beam_under_the_ceiling_is_higher_than_a_lintel(clear_m):
    assert is_lintel(10, clear_m=clear_m)
    assert not is_lintel(11, 12, clear_m=clear_m)


def test_a_ceiling_lower_than_any_lintel_makes_none():
    assert not is_lintel(8, 9, clear_m=1.7)


@pytest.mark.parametrize("cells", [0, 1, 3])
def test_widening_grows_by_a_square(cells):
    mask = np.zeros((9, 11), bool)
    mask[4, 5] = True
    grown = widen(mask, cells)
    assert grown.sum() == (2 * cells + 1) ** 2
    assert grown[4 - cells : 5 + cells, 5 - cells : 6 + cells].all()


def test_widening_stops_at_the_border_and_takes_empty_masks():
    mask = np.zeros((3, 3), bool)
    mask[0, 0] = True
    assert widen(mask, 5).all()
    assert widen(np.zeros((0, 0), bool), 2).shape == (0, 0)


def test_labels_meet_in_the_middle_of_what_they_spread_onto():
    labels = np.array([[1, 0, 0, 0, 0, 2]], np.int32)
    onto = labels == 0
    assert spread_labels(labels, onto).tolist() == [[1, 1, 1, 2, 2, 2]]
    assert labels.tolist() == [[1, 0, 0, 0, 0, 2]]


def test_labels_stay_off_everything_else():
    labels = np.array([[1, 0, 0], [0, 0, 0]], np.int32)
    onto = np.array([[False, True, False], [False, False, True]])
    assert spread_labels(labels, onto).tolist() == [[1, 1, 0], [0, 0, 0]]


def meeting(width):
    labels = np.ones((20, 20), np.int32)
    labels[10:] = 2
    below = np.zeros((20, 20), bool)
    below[8:12, 5 : 5 + width] = True
    return find_passages(labels, below, CONFIG, 0.1)


def test_rooms_that_meet_below_a_lintel_are_joined_by_a_passage():
    (passage,) = meeting(9)
    assert passage.labels == (1, 2)
    np.testing.assert_allclose(passage.middle, (9.5, 10.0))
    assert passage.width == pytest.approx(9.0)


def test_a_crack_is_no_passage():
    assert meeting(3) == []


def test_two_doors_between_the_same_rooms_are_two_passages():
    labels = np.ones((20, 40), np.int32)
    labels[10:] = 2
    below = np.zeros((20, 40), bool)
    below[8:12, 3:12] = below[8:12, 25:34] = True
    middles = sorted(p.middle[0] for p in find_passages(labels, below, CONFIG, 0.1))
    np.testing.assert_allclose(middles, (7.5, 29.5))


def test_rooms_that_meet_elsewhere_are_not_joined():
    labels = np.ones((20, 20), np.int32)
    labels[10:] = 2
    assert find_passages(labels, np.zeros((20, 20), bool), CONFIG, 0.1) == []
