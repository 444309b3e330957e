"""What is said of the table of uses."""

import tomllib
from importlib import resources

import pytest

from inherit_fast.retrieval.lexicon import Lexicon
from inherit_fast.retrieval.uses import Uses

TABLE = [
    {"words": ["wash", "wash dishes"], "things": ["sink"]},
    {"words": ["dry"], "things": ["towel"]},
]


@pytest.fixture
def uses():
    return Uses(TABLE, frozenset({"the", "my"}))


def test_the_longest_phrase_is_told_over_articles(uses):
    use = uses.find(["please", "wash", "all", "the", "dishes"])
    assert (use.start, use.end) == (1, 2)
    use = uses.find(["please", "wash", "my", "dishes", "now"])
    assert (use.things, use.start, use.end) == (["sink"], 1, 4)


def test_a_use_that_somebody_wants_goes_before_one_that_is_only_told_first(uses):
    use = uses.find(["a", "dry", "place", "where", "i", "wash"])
    assert use.things == ["sink"]


def test_a_text_without_a_use_has_none(uses):
    assert uses.find(["go", "home"]) is None
    assert uses.find([]) is None


def test_the_table_of_the_package_says_every_phrase_once_and_without_articles():
    lexicon = Lexicon.load()
    file = resources.files("inherit_fast.retrieval").joinpath("data", "uses.toml")
    table = tomllib.loads(file.read_text("utf-8"))["uses"]
    phrases = [phrase for use in table for phrase in use["words"]]
    assert len(set(phrases)) == len(phrases)
    assert not [p for p in phrases if any(map(lexicon.is_article, p.split()))]
