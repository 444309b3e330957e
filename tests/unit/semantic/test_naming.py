import numpy as np
import pytest

from inherit_fast.language.sizes import Sizes
from inherit_fast.perception.seams import Instance
from inherit_fast.perception.vocabulary import INDOOR_COCO
from inherit_fast.semantic.naming import Namer, NamingConfig

BOOK_M = (0.25, 0.18)


@pytest.fixture(scope="module")
def namer():
    return Namer.load(NamingConfig(), Sizes.load())


def seen(label, score, *others):
    return Instance(np.ones((4, 4), np.uint8), label, score, (0, 0, 4, 4), others=others)


def test_a_detector_that_gives_one_label_keeps_it(namer):
    sure_of_another = (("mug", 0.99),)
    assert namer(seen("book", 0.3), sure_of_another, (5.0, 5.0)) == "book"


def test_the_best_score_wins_where_nothing_speaks_against_it(namer):
    assert namer(seen("book", 0.4, ("laptop", 0.3)), (), (0.3, 0.2)) == "book"


def test_a_thing_too_small_for_a_screen_gets_its_second_name(namer):
    screen = seen("tv", 0.30, ("book", 0.25))
    assert namer(screen, (), BOOK_M) == "book"
    assert namer(screen, (), (0.9, 0.5)) == "tv"


def test_what_is_about_as_wide_as_long_is_hardly_a_bottle(namer):
    bottle = seen("bottle", 0.30, ("book", 0.25))
    assert namer(bottle, (), (0.22, 0.16)) == "book"
    assert namer(bottle, (), (0.25, 0.08)) == "bottle"


def test_the_image_classifier_settles_between_small_things(namer):
    cup = seen("cup", 0.3, ("book", 0.2))
    assert namer(cup, (("binder", 0.4),), (0.15, 0.12)) == "book"
    assert namer(cup, (("mug", 0.4),), (0.15, 0.12)) == "cup"
    assert namer(cup, (("photocopier", 0.9),), (0.15, 0.12)) == "cup"


def test_the_image_classifier_has_no_say_about_furniture(namer):
    chair = seen("chair", 0.4, ("dining table", 0.2))
    assert namer(chair, (("desk", 0.9), ("dining table", 0.1)), (0.8, 0.6)) == "chair"


def test_only_sure_nouns_stay_with_a_node(namer):
    hints = (("binder", 0.5), ("book", 0.31), ("packet", 0.1))
    assert namer.kept(hints) == hints[:2]


def test_the_table_names_labels_that_the_detector_knows(namer):
    assert set(namer.nouns) <= set(INDOOR_COCO)
