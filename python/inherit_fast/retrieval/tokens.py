"""Text of a query to tokens: words and phrases with the part they play in it."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Self
from unicodedata import category

from inherit_fast.language.words import lower
from inherit_fast.retrieval.rewrites import rewrite
from inherit_fast.retrieval.uses import Uses

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TOKEN = re.compile(r'"[^"]*"|[^\W_]+(?:[-\'][^\W_]+)*|[^\w\s]|_')
_JOINERS = "\u200c\u200d"  # invisible, within words of Persian and Indic scripts


@dataclass(frozen=True, slots=True)
class Token:
    """A word or phrase.

    Attributes:
        text: as in the lexicon, in lower case.
        kind: its part: "word" for whatever the lexicon does not know.
        value: canonical relation, floor cue or ordinal where the kind has one.
    """

    text: str
    kind: str
    value: str = ""


class Lexicon:
    """The phrases of ``data/lexicon.toml``, matched longest first, and ``data/uses.toml``."""

    def __init__(self, data: Mapping[str, Any], uses: Sequence[Mapping[str, Any]]) -> None:
        self._phrases: dict[tuple[str, ...], tuple[str, str]] = {}
        self._articles = set(data["articles"])
        self._add("color", data["colors"])
        for kind in ("tone", "size", "superlative", "material", "shape", "state", "side"):
            self._add(kind, data[f"{kind}s"])
        for name in ("generic", "be", "have", "that", "with"):
            self._add(name, data[name])
        for kind in ("verbal", "link"):
            self._add(kind, data[f"{kind}s"])
        for relation, phrases in data["relations"].items():
            self._add("relation", phrases, relation)
        for word, number in data["ordinals"].items():
            self._add("ordinal", [word], str(number))
        for word, number in data["counts"].items():
            self._add("count", [word], number)
        self._add("negation", data["negations"])
        self._add("article", data["articles"])
        self._add("conjunction", ["and", "or", "but"])
        self.wrappers = {tuple(phrase.split()) for phrase in data["wrappers"]}
        self.motion = {tuple(phrase.split()) for phrase in data["motion"]}
        self.verbs = {tuple(phrase.split()) for phrase in data["verbs"]}
        self.plain_verbs = {(verb,) for verb in data["plain_verbs"]}
        self.request_verbs = set(data["request_verbs"])
        self.placing_verbs = set(data["placing_verbs"])
        self.caring_verbs = set(data["caring_verbs"])
        self.body = set(data["body"])
        self.clearing_verbs = set(data["clearing_verbs"])
        self.whether = tuple(data["whether"])
        self.furniture_parts = set(data["furniture_parts"])
        self.particles = set(data["particles"])
        self.quantifiers = set(data["quantifiers"])
        self.pronouns = set(data["pronouns"])
        self.collectives = set(data["collectives"])
        self.postures = {tuple(phrase.split()) for phrase in data["postures"]}
        self.leaving = {tuple(phrase.split()) for phrase in data["leaving"]}
        self.parts = set(data["parts"])
        self.uses = Uses(uses, frozenset(data["articles"]))
        heads = self.motion | self.verbs | {("please",)}
        self.openers = {phrase[0] for phrase in heads}
        self.requests = tuple(data["requests"])
        self.looks = [*data["colors"], *data["sizes"], *data["materials"], *data["superlatives"]]
        self.describing = {*self.looks, *data["articles"], *data["ordinals"], "other", "same"}
        self._words = self._all_words(data, uses)
        self._longest = max(map(len, self._phrases))

    @classmethod
    def load(cls) -> Self:
        """Read the lexicon that comes with the package."""
        folder = resources.files("inherit_fast.retrieval").joinpath("data")
        words, uses = (
            tomllib.loads(folder.joinpath(name).read_text("utf-8"))
            for name in ("lexicon.toml", "uses.toml")
        )
        return cls(words, uses["uses"])

    def _all_words(self, data: Mapping[str, Any], uses: Sequence[Mapping[str, Any]]) -> set[str]:
        lists = [value for value in data.values() if isinstance(value, list)]
        phrases = [phrase for words in lists for phrase in words]
        phrases += [phrase for use in uses for phrase in use["words"]]
        phrases += [" ".join(phrase) for phrase in self._phrases]
        return {word for phrase in phrases for word in phrase.split()}

    def _add(self, kind: str, phrases: list[str], value: str = "") -> None:
        for phrase in phrases:
            self._phrases.setdefault(tuple(phrase.split()), (kind, value))

    def holds(self, word: str) -> bool:
        """Whether the word is part of any phrase."""
        return word in self._words

    def is_article(self, word: str) -> bool:
        """Whether a noun phrase begins here."""
        return word in self._articles

    def match(self, words: list[str]) -> Token:
        """The longest phrase at the start of ``words`` (not empty)."""
        for length in range(min(self._longest, len(words)), 0, -1):
            found = self._phrases.get(tuple(words[:length]))
            if found:
                return Token(" ".join(words[:length]), *found)
        return Token(words[0], "word" if words[0][0].isalnum() else "stop")


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
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "fisrt": 1}
_PLACES = {
    "ground": "1", "main": "1", "entry": "1", "top": "top", "upper": "up", "lower": "down",
    "bottom": "1", "lowest": "1", "highest": "top", "basement": "1", "uppermost": "top",
    "upstairs": "up", "downstairs": "down",
}  # fmt: skip
_CUES = (
    re.compile(rf"(first|second|third|fourth|fifth|fisrt|[1-9](?:st|nd|rd|th)) {_FLOOR_NOUN}"),
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
