"""Names in any script: words stay whole, and the labels that users give are found."""

import unicodedata

import pytest

from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever
from inherit_fast.retrieval.lexicon import Lexicon
from inherit_fast.retrieval.tokens import split_words
from rooms import flat

LABELS = [
    "\u8336\u58f6",  # Chinese
    "K\u00fcchentisch",
    "gro\u00dfe Lampe",
    "\u03a4\u03c3\u03b1\u03b3\u03b9\u03ad\u03c1\u03b1",  # Greek
    "\u0401\u043b\u043a\u0430",  # Cyrillic
    "\u091a\u093e\u092f \u0915\u093e \u092c\u0930\u094d\u0924\u0928",  # Devanagari: vowel signs
    "\u0625\u0628\u0631\u064a\u0642 \u0627\u0644\u0634\u0627\u064a",  # Arabic
    "\u0e01\u0e32\u0e19\u0e49\u0e33\u0e0a\u0e32",  # Thai: vowels and tones above letters
    "\u06a9\u062a\u0627\u0628\u200c\u062e\u0627\u0646\u0647",  # Persian, with a joiner
]


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


@pytest.mark.parametrize("label", LABELS)
def test_a_name_in_any_script_is_found_by_it(label, synonyms):
    graph, names = flat()
    (lamp,) = [node for node in graph.objects.values() if names[node.id] == "lamp"]
    lamp.label = label
    ask = Retriever(graph, synonyms=synonyms)
    decomposed = unicodedata.normalize("NFD", label)
    for text in (label, f"the {label} in the bedroom", f"where is the {label}?", decomposed):
        assert ask(text).chosen == (lamp.id,)
    assert f'[target "{label.lower()}"]' in ask(f"the chair near the {label}").query.line()


@pytest.mark.parametrize("label", LABELS)
def test_words_of_any_script_stay_whole(label):
    words = split_words(f"the red {label}, now", Lexicon.load())
    assert words == ["the", "red", *label.lower().split(), ",", "now"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("object_3", ["object", "_", "3"]),
        ("the t-shirt's colour", ["the", "t-shirt", "colour"]),
        ("\u201cK\u00e4se oben\u201d", ['"k\u00e4se oben"']),
        ("\u4f60\u597d\uff0c\u676f\u5b50", ["\u4f60\u597d", "\uff0c", "\u676f\u5b50"]),
    ],
)
def test_marks_between_words_part_them(text, words):
    assert split_words(text, Lexicon.load()) == words
