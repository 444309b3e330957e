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
