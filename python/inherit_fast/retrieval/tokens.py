"""Text of a query to tokens: words and phrases with the part they play in it."""

import re
from collections.abc import Iterator
from unicodedata import category

from inherit_fast.language.words import lower
from inherit_fast.retrieval.lexicon import Lexicon, Token
from inherit_fast.retrieval.rewrites import rewrite

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TOKEN = re.compile(r'"[^"]*"|[^\W_]+(?:[-\'][^\W_]+)*|[^\w\s]|_')
_JOINERS = "\u200c\u200d"  # invisible, within words of Persian and Indic scripts
_SENTENCE_START = re.compile(r"(?<=[a-z0-9,]) +(?=[A-Z][a-z]+\b)")


def split_words(text: str, lexicon: Lexicon) -> list[str]:
    """Lower-case words and marks; quoted text stays one word with its quotes."""
    # A request that begins with a capital where a full stop was forgotten.
    parts = _SENTENCE_START.split(text)
    joined = parts[0]
    for part in parts[1:]:
        opens = part.split()[0].lower() in lexicon.openers
        joined += (" . " if opens else " ") + part
    text = re.sub("[\u201c\u201d]", '"', lower(joined)).replace("\u2019", "'")
    text = rewrite(text)
    return [text[found.start() : found.end()] for found in _TOKEN.finditer(_unmarked(text))]


def _unmarked(text: str) -> str:
    """The text with a letter for every mark, as long as before: marks do not end a word."""
    if text.isascii():
        return text
    return "".join("x" if c in _JOINERS or category(c)[0] == "M" else c for c in text)


def tokens_of(words: list[str], lexicon: Lexicon) -> Iterator[Token]:
    """Tokens of a clause's words, floor cues and quotations included."""
    at = 0
    while at < len(words):
        if words[at].startswith('"') and len(words[at]) > 1:
            yield Token(words[at].strip('"'), "quote")
            at += 1
        elif floor := _floor_cue(words[at : at + 4]):
            cue, length = floor
            yield Token(" ".join(words[at : at + length]), "floor", cue)
            at += length
        elif words[at].isdigit() and len(words[at]) < 3 and words[at + 1 : at + 2]:
            yield Token(words[at], "count", words[at])
            at += 1
        else:
            token = lexicon.match(words[at:])
            yield Token(",", "comma") if token.text == "," else token
            at += len(token.text.split())


_FLOOR_NOUN = r"(?:floor|level|story|storey)\b"
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_PLACES = {
    "ground": "1", "main": "1", "entry": "1", "top": "top", "upper": "up", "lower": "down",
    "bottom": "1", "lowest": "1", "highest": "top", "basement": "1", "uppermost": "top",
    "upstairs": "up", "downstairs": "down",
}  # fmt: skip
FLOOR_WORDS = (*_ORDINALS, *_PLACES, "floor", "level", "story", "storey")
_CUES = (
    re.compile(rf"(first|second|third|fourth|fifth|[1-9](?:st|nd|rd|th)) {_FLOOR_NOUN}"),
    re.compile(rf"{_FLOOR_NOUN} (one|two|three|four|five|[1-9])\b"),
    re.compile(rf"({'|'.join(_PLACES)}) {_FLOOR_NOUN}"),
    re.compile(r"(upstairs|downstairs)\b"),
)


def _floor_cue(words: list[str]) -> tuple[str, int] | None:
    """A floor's number from below ("2"), or "top", "up", "down"; and how many words tell it."""
    text = " ".join(words)
    for cue in _CUES:
        found = cue.match(text)
        if found:
            return _floor_value(found.group(1)), len(found.group(0).split())
    return None


def _floor_value(word: str) -> str:
    if word in _PLACES:
        return _PLACES[word]
    if word in _NUMBERS:
        return str(_NUMBERS.index(word) + 1)
    return str(_ORDINALS.get(word, word[0]))
