"""Spelling of labels: case, hyphens, spaces and plurals put aside."""

import re
from collections.abc import Container
from unicodedata import normalize

_IRREGULAR = {
    "people": "person",
    "men": "man",
    "women": "woman",
    "children": "child",
    "mice": "mouse",
    "leaves": "leaf",
    "feet": "foot",
    "geese": "goose",
    "teeth": "tooth",
}
# Ending of the plural -> endings of the singular to try, longest first.
_ENDINGS = (
    ("ves", ("f", "fe", "ve")),
    ("ies", ("y", "ie")),
    ("sses", ("ss",)),
    ("ses", ("se", "s")),
    ("xes", ("x",)),
    ("ches", ("ch", "che")),
    ("shes", ("sh",)),
    ("oes", ("o", "oe")),
    ("s", ("",)),
)
_NEVER = ("ss", "us", "is")


def lower(text: str) -> str:
    """Lower case, letters with their marks as one character where there is one (NFC)."""
    lowered = text.lower()
    return lowered if lowered.isascii() else normalize("NFC", lowered)


def fold(text: str) -> str:
    """Lower case with single spaces; hyphens, underscores and slashes become spaces."""
    return " ".join(re.sub(r"[-_/]+", " ", lower(text)).split())


def head_position(words: list[str]) -> int:
    """Index of the noun that says what a phrase is: the last, or the one before "of"."""
    return words.index("of") - 1 if "of" in words[1:] else len(words) - 1


def singular(word: str, known: Container[str] = ()) -> str:
    """One of it; a word in ``known`` ("clothes", "glass") stays as it is."""
    if word in known or (len(word) < 4 and word not in _IRREGULAR):
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    guesses = [
        word.removesuffix(plural) + ending
        for plural, endings in _ENDINGS
        if word.endswith(plural) and not word.endswith(_NEVER)
        for ending in endings
    ]
    return next((guess for guess in guesses if guess in known), guesses[0] if guesses else word)


def singular_phrase(phrase: str, known: Container[str] = ()) -> str:
    """The folded phrase with its head noun in the singular."""
    words = fold(phrase).split()
    if not words or " ".join(words) in known:
        return " ".join(words)
    head = head_position(words)
    words[head] = singular(words[head], known)
    return " ".join(words)
