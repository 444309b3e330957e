import operator

import numpy as np

from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.doubles import DoublesConfig, without_doubles


def instance(x0, x1, score, label="chair"):
    mask = np.zeros((10, 40), np.uint8)
    mask[2:8, x0:x1] = 1
    return Instance(mask, label, score, (x0, 2, x1, 8))


def kept(*instances, consistent=operator.eq):
    out = without_doubles(instances, DoublesConfig(), consistent)
    return [instances.index(i) for i in out]


def test_the_better_of_two_nested_masks_stays_whichever_is_larger():
    assert kept(instance(0, 20, 0.4), instance(5, 15, 0.8)) == [1]
    assert kept(instance(0, 20, 0.8), instance(5, 15, 0.4)) == [0]


def test_neighbours_that_touch_or_overlap_a_little_stay():
    assert kept(instance(0, 10, 0.4), instance(8, 18, 0.8), instance(18, 30, 0.5)) == [0, 1, 2]


def test_a_thing_on_another_thing_stays():
    assert kept(instance(0, 20, 0.8, "table"), instance(5, 10, 0.4, "cup")) == [0, 1]


def test_two_masks_of_one_place_are_one_thing_whatever_it_is_called():
    assert kept(instance(0, 20, 0.4, "remote"), instance(1, 20, 0.8, "book")) == [1]


def test_synonyms_are_one_thing():
    both = instance(0, 20, 0.8, "couch"), instance(10, 22, 0.4, "sofa")
    assert kept(*both) == [0, 1]
    assert kept(*both, consistent=lambda a, b: True) == [0]


def test_equal_scores_keep_the_first_and_the_order_stands():
    assert kept(instance(20, 30, 0.5), instance(0, 10, 0.9), instance(20, 30, 0.5)) == [0, 1]


def test_nothing_is_nothing():
    assert kept() == []
