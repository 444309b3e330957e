import time

import pytest

from inherit_fast.language import Synonyms
from inherit_fast.retrieval import RuleParser


@pytest.fixture(scope="module")
def parse():
    return RuleParser(Synonyms.load())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Find the sink.", 'target "sink"'),
        ("Can you please find me a computer mouse?", 'target "computer mouse"'),
        ("desk lamp", 'target "desk lamp"'),
        (
            "a small dark blue box",
            'target "box"; attribute size "small"; attribute tone "dark"; attribute color "blue"',
        ),
        (
            "the black and white pillow",
            'target "pillow"; attribute color "black"; attribute color "white"',
        ),
        ("a purple book or leaflet", 'target "book or leaflet"; attribute color "purple"'),
        ("the mug next to the plastic box",
         'target "mug"; relation beside [target "box"; attribute material "plastic"]'),
        ("the mug on the table that is not next to the magazines",
         'target "mug"; relation on [target "table"]; not relation beside [target "magazines"]'),
        ("the vase on the table that stands under the black chandelier",
         'target "vase"; relation on [target "table"; relation under [target "chandelier";'
         ' attribute color "black"]]'),
        ("the red mug on the table, next to the sink",
         'target "mug"; attribute color "red"; relation on [target "table"];'
         ' relation beside [target "sink"]'),
        ("the box on the shelf that isn't blue",
         'target "box"; not attribute color "blue"; relation on [target "shelf"]'),
        ("Bring me a mug, but not the one with the flowers.",
         'target "mug"; not relation with [target "flowers"]'),
        ("a chair without a pillow on it", 'target "chair"; not relation with [target "pillow"]'),
        ("a sink that is not in a bathroom", 'target "sink"; not room "bathroom"'),
        ("the chair between the table and the cupboards",
         'target "chair"; relation between [relation end [target "table"];'
         ' relation end [target "cupboards"]]'),
        ("the pillow on the sofa that is closest to the plant",
         'target "pillow"; relation on [target "sofa"]; relation closest [target "plant"]'),
        ("the chair that is second farthest from the door",
         'target "chair"; relation farthest "2" [target "door"]'),
        ("Go to the 2nd level master bathroom and clean the sink by the mirror",
         'target "sink"; relation beside [target "mirror"]; room "master bathroom"; floor "2"'),
        ("walk to the kitchen upstairs and dust off the picture", 'target "picture";'
         ' room "kitchen"; floor "up"'),
        ("Clean the bathroom counter", 'target "counter"; room of "bathroom"'),
        ("a lamp on a bedside table in the master bedroom",
         'target "lamp"; relation on [target "bedside table"; room "master bedroom"];'
         ' room "master bedroom"'),
        ("On the small, round table is a wooden projector.",
         'target "projector"; attribute material "wooden"; relation on [target "table";'
         ' attribute size "small"; attribute shape "round"]'),
        ("the zigzag chair in the room that has a desk",
         'target "chair"; attribute word "zigzag"; room "room" [relation with [target "desk"]]'),
        ("the plant at the end of the sofa", 'target "plant"; relation near [target "sofa"]'),
        ("the tallest lamp", 'target "lamp"; attribute superlative "tallest"'),
        ("Find me somewhere to sit down.",
         'target "chair or sofa or stool or bench or armchair"'),
        ('the poster titled "Dirty Dancing"', 'target "poster"; attribute word "dirty dancing"'),
        ("open the top vanity drawer", 'target "vanity drawer or vanity"; attribute word "top"'),
        ("the drawer of the desk", 'target "desk drawer or desk"'),
        ("Where could I sit down for breakfast?",
         'target "chair or sofa or stool or bench or armchair"'),
        ("the toilet that does not belong to the master bathroom",
         'target "toilet"; not room "master bathroom"'),
        ("the chair, not directly in front of the laptop",
         'target "chair"; not relation front [target "laptop"]'),
        ("the furniture that is not made of wood",
         'target "furniture"; not attribute material "wood"'),
        ("a small box. It is not in the kitchen.",
         'target "box"; attribute size "small"; not room "kitchen"'),
        ("the bag in the scene which is not partially in the kitchen",
         'target "bag"; not room "kitchen"'),
        ("all the pictures in the hallway that are not red",
         'target "pictures"; attribute count "all"; not attribute color "red"; room "hallway"'),
        ("neither the red nor the blue mug",
         'target "mug"; not attribute color "red"; not attribute color "blue"'),
        ("the chairs that are neither near the table nor near the bed",
         'target "chairs"; not relation near [target "table"]; not relation near [target "bed"]'),
        ("the cup which is on the table but not next to the lamp",
         'target "cup"; relation on [target "table"]; not relation beside [target "lamp"]'),
        ("a towel which is nowhere near a mirror",
         'target "towel"; not relation near [target "mirror"]'),
        ("a shelf outside the kitchen", 'target "shelf"; not room "kitchen"'),
        ("a chair outside the kitchen that is red",
         'target "chair"; attribute color "red"; not room "kitchen"'),
        ("the shortest of the three lamps", 'target "lamps"; attribute superlative "shortest"'),
        ("the closest chair to the door", 'target "chair"; relation closest [target "door"]'),
        ("the second shelf from the top",
         'target "shelf"; attribute ordinal "2"; attribute side "top"'),
        ("the lamp in the bedroom close to a dresser",
         'target "lamp"; relation near [target "dresser"]; room "bedroom"'),
        ("the sink in the bathroom near the stairs",
         'target "sink"; room "bathroom" [relation near [target "stairs"]]'),
        ("the lamp in the seating area on level 2",
         'target "lamp"; area "seating area"; floor "2"'),
        ("This is the device used for cleaning the floor.",
         'target "vacuum cleaner or broom"'),
        ("clear the items from the counter top", 'target "counter top"'),
        ("clean the drawer with the sink on it", 'target "drawer"; relation with [target "sink"]'),
        ("something to hold a bunch of flowers on level 2", 'target "vase"; floor "2"'),
        ("the door near the office door", 'target "door"; relation near [target "door"; room of'
         ' "office"]'),
    ],
)  # fmt: skip
def test_a_text_becomes_typed_constraints(parse, text, line):
    assert parse(text).line() == line


@pytest.mark.parametrize("text", ["", "   ", "?!", "\x00", "\u4f60\u597d", "a", "the", "not", '"'])
def test_strange_texts_parse_to_something_harmless(parse, text):
    assert all(c.type for c in parse(text).constraints)


def test_ten_thousand_characters_take_no_longer_than_a_moment(parse):
    start = time.perf_counter()
    parse("the red mug next to the box on the table " * 250)
    parse("x" * 10_000)
    parse("not " * 2500)
    parse("on the " * 1500)
    assert time.perf_counter() - start < 2.0


def test_the_tree_indents_what_is_nested(parse):
    tree = parse("the mug on the table next to the sink").tree()
    assert tree.splitlines() == [
        'target "mug"',
        "relation on",
        '  target "table"',
        "  relation beside",
        '    target "sink"',
    ]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("the chair", "one"),
        ("both chairs", "2"),
        ("three books", "3"),
        ("all the chairs", "all"),
        ("the chairs", "all"),
        ("every one of the chairs", "all"),
        ("one of the chairs", "one"),
        ("the stairs", "one"),
        ("the tallest of the chairs", "one"),
        ("is there a bidet?", "whether"),
        ("Can you see if there is a sink downstairs?", "whether"),
    ],
)
def test_a_query_tells_how_many_it_asks_for(parse, text, asks):
    assert parse(text).asks == asks


def test_labels_of_the_map_are_names(parse):
    assert parse("the sofa seat by the door").of_type("target")[0].argument == "seat"
    known = RuleParser(Synonyms.load(), names=frozenset({"sofa seat"}))
    assert known("the sofa seat by the door").of_type("target")[0].argument == "sofa seat"
