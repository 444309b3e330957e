import pytest

from inherit_fast.language import Synonyms
from inherit_fast.retrieval import RuleParser
from inherit_fast.retrieval.spelling import Spelling, is_slip

NAMES = ["wardrobe", "television", "white", "office", "table", "cable", "stairs"]


@pytest.fixture(scope="module")
def mend():
    spelling = Spelling(lambda word: word in NAMES, lambda: NAMES)
    return lambda word: spelling([word])[0]


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("whtie", "white"),
        ("ofice", "office"),
        ("televison", "television"),
        ("wardorbe", "wardrobe"),
        ("wardrobbe", "wardrobe"),
        ("wordrobe", "wardrobe"),
    ],
)
def test_one_slip_is_mended(mend, slip, meant):
    assert mend(slip) == meant


@pytest.mark.parametrize("word", ["table", "tble", "fable", "lable", "tabel's", "stare", "xyz"])
def test_known_short_and_other_words_stay(mend, word):
    assert mend(word) == word


def test_slips_are_told_from_other_words_as_by_counting_edits():
    """Against the plain definition, on every pair of a small alphabet."""
    words = [a + b + c + d for a in "ab" for b in "ab" for c in "ab" for d in ("", "a", "b")]
    for word in words:
        for name in words:
            assert is_slip(word, name) == (word[0] == name[0] and one_edit(word, name)), (
                word,
                name,
            )


def one_edit(word, name):
    """Left out, put in, or swapped; short words are not mended by another letter."""
    shorter = {word[:i] + word[i + 1 :] for i in range(len(word))}
    longer = {word[:i] + c + word[i:] for i in range(len(word) + 1) for c in "ab"}
    pairs = range(len(word) - 1)
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in pairs} - {word}
    return name in shorter | longer | swapped


def test_a_slip_in_a_request_is_read_as_the_word_that_the_map_has():
    parse = RuleParser(Synonyms.load(), names=frozenset({"bookshelf", "fridge"}))
    query = parse("the whtie bokshelf in the ofice")
    assert query.line() == parse("the white bookshelf in the office").line()


def test_words_of_names_and_participles_are_no_slips():
    parse = RuleParser(Synonyms.load(), names=frozenset({"dining table", "painting", "lamp"}))
    assert "dining" in parse("a chair in the dining room").line()
    assert "painting" not in parse("the hand pointing at the lamp").line()


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("the chair on the fisrt floor", "the chair on the first floor"),
        ("the sofa on the secnd floor", "the sofa on the second floor"),
        ("the lamp upstaris", "the lamp upstairs"),
    ],
)
def test_a_slip_in_a_floors_name_is_mended(slip, meant):
    parse = RuleParser(Synonyms.load())
    assert parse(slip).line() == parse(meant).line()
    assert "floor" in parse(slip).line()
