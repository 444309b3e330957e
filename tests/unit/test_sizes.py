from inherit_fast.language.sizes import longest_sides_m
from inherit_fast.language.synonyms import Synonyms
from inherit_fast.perception.vocabulary import INDOOR_COCO


def test_the_detectors_small_things_have_a_limit():
    limits = longest_sides_m()
    assert {"cup", "book", "chair", "tv"} <= limits.keys()
    assert limits["cup"] < limits["chair"] < limits["couch"]


def test_names_are_spelt_as_labels_are():
    assert all(name == Synonyms.load().normal(name) for name in longest_sides_m())
    assert longest_sides_m().keys() <= set(INDOOR_COCO)
