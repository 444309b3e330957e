import pytest

from inherit_fast.language import Synonyms
from inherit_fast.language.tables import IndoorTable, read_indoor, read_nouns
from inherit_fast.language.words import fold, singular_phrase


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("couch", "sofa"),
        ("tv", "monitor"),
        ("mug", "cup"),
        ("fridge", "refrigerator"),
        ("bedside table", "nightstand"),
        ("Night-Stand", "nightstand"),
        ("indoor-plant", "potted plant"),
        ("base-cabinet", "cupboard"),
        ("trashcan", "garbage bins"),
        ("armchair", "chair"),
        ("zigzag chair", "chair"),
        ("picture", "painting"),
    ],
)
def test_names_of_one_thing_agree_in_both_directions(synonyms, a, b):
    assert synonyms.same(a, b)
    assert synonyms.same(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("chair", "table"),
        ("chair", "bed"),
        ("sink", "vanity"),
        ("pot", "toilet"),
        ("dining table", "coffee table"),
        ("toilet paper", "toilet"),
        ("door frame", "picture frame"),
        ("refrigerator", "oven"),
        ("", "chair"),
        ("sdfkjh", "qwerty"),
    ],
)
def test_different_things_do_not(synonyms, a, b):
    assert not synonyms.same(a, b)


def test_a_kind_answers_to_the_wider_word_better_than_the_other_way_round(synonyms):
    assert synonyms.degree("furniture", "chair") > synonyms.degree("chair", "furniture") > 0
    assert synonyms.degree("lamp", "floor lamp") > synonyms.degree("floor lamp", "lamp") > 0


def test_the_same_word_answers_best_then_its_synonyms_then_its_kinds(synonyms):
    labels = ["cup", "mug", "beer mug", "glass", "sofa"]
    degrees = [synonyms.degree("cup", label) for label in labels]
    assert degrees == sorted(degrees, reverse=True)
    assert degrees[0] == 1.0
    assert degrees[-1] == 0.0


def test_isa_follows_wordnet_upwards_only(synonyms):
    assert synonyms.isa("grand piano", "musical instrument")
    assert synonyms.isa("armchairs", "furniture")
    assert not synonyms.isa("furniture", "armchair")
    assert not synonyms.isa("sofa", "container")


def test_expansion_lists_what_degree_finds_best_first(synonyms):
    names = synonyms.expand("cup")
    assert next(iter(names)) == "cup"
    assert list(names.values()) == sorted(names.values(), reverse=True)
    assert {"mug", "teacup", "beer mug", "glass"} <= names.keys()
    assert names["mug"] == synonyms.degree("cup", "mug")


@pytest.mark.parametrize(
    ("label", "spelling"),
    [
        ("Potted_Plants", "potted plant"),
        ("knives", "knife"),
        ("benches", "bench"),
        ("vases", "vase"),
        ("glasses", "glasses"),
        ("clothes", "clothes"),
        ("trash-cans", "trash can"),
        ("bunches of flowers", "bunch of flowers"),
        ("chest of drawers", "chest of drawers"),
        ("Hall/stairwell", "hall stairwell"),
        ("canvas", "canvas"),
        ("", ""),
    ],
)
def test_labels_are_spelled_in_one_way(synonyms, label, spelling):
    assert synonyms.normal(label) == spelling


def test_words_written_together_or_apart_are_one_word(synonyms):
    assert synonyms.normal("bed side table") == synonyms.normal("bedside table")
    assert synonyms.degree("living room", "livingroom") == pytest.approx(0.95)


def test_unknown_words_match_themselves_and_their_head():
    bare = Synonyms(IndoorTable())
    assert bare.degree("gizmo", "gizmos") == 1.0
    assert bare.degree("gizmo", "blue gizmo") > bare.degree("blue gizmo", "green gizmo") > 0
    assert bare.degree("gizmo", "gadget") == 0.0


def test_tables_are_read_by_their_marks():
    table = read_indoor("# note\n= a, b-c\n> a: d, e\n~ a, d\n? d, e\n")
    assert table.groups == [("a", "b c")]
    assert table.kinds == [("a", "d"), ("a", "e")]
    assert table.look_alikes == [("a", "d")]
    assert table.related == [("d", "e")]
    assert read_nouns("# note\nx,y-z|\nw|0\n") == [(("x", "y z"), ()), (("w",), (0,))]


def test_folding_keeps_only_words():
    assert fold("  Base-Cabinet_LOWER/left ") == "base cabinet lower left"
    assert singular_phrase("boxes of toys") == "box of toys"
