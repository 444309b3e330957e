"""The words of the grammar and the part that each plays."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Self

from inherit_fast.retrieval.uses import Uses

Words = tuple[str, ...]


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
    """The phrases of ``data/lexicon.toml``, matched longest first, and ``data/uses.toml``.

    Attributes that are not told here are the lists of that name in the file, explained there.

    Attributes:
        uses: what things are for.
        whether, requests: openings of questions whether there is something, and of those for a
            thing by its name.
        openers: words that a request may begin with.
        looks: words for how a thing looks.
        describing: words that "one" may stand behind.
    """

    def __init__(self, data: Mapping[str, Any], uses: Sequence[Mapping[str, Any]]) -> None:
        self._kinds = _kinds(data)
        self._longest = max(map(len, self._kinds))
        self._words = _all_words(data, uses) | {word for phrase in self._kinds for word in phrase}
        self._articles = set(data["articles"])
        self.uses = Uses(uses, frozenset(data["articles"]))
        self.whether, self.requests = tuple(data["whether"]), tuple(data["requests"])
        self.wrappers, self.motion = _phrases(data["wrappers"]), _phrases(data["motion"])
        self.postures, self.leaving = _phrases(data["postures"]), _phrases(data["leaving"])
        self.verbs, self.plain_verbs = _phrases(data["verbs"]), _phrases(data["plain_verbs"])
        self.request_verbs = set(data["request_verbs"])
        self.placing_verbs = set(data["placing_verbs"])
        self.caring_verbs = set(data["caring_verbs"])
        self.clearing_verbs = set(data["clearing_verbs"])
        self.particles, self.pronouns = set(data["particles"]), set(data["pronouns"])
        self.quantifiers, self.collectives = set(data["quantifiers"]), set(data["collectives"])
        self.parts, self.furniture_parts = set(data["parts"]), set(data["furniture_parts"])
        self.body = set(data["body"])
        self.openers = {phrase[0] for phrase in self.motion | self.verbs | {("please",)}}
        self.looks = [*data["colors"], *data["sizes"], *data["materials"], *data["superlatives"]]
        self.describing = {*self.looks, *data["articles"], *data["ordinals"], "other", "same"}

    @classmethod
    def load(cls) -> Self:
        """Read the lexicon that comes with the package."""
        folder = resources.files("inherit_fast.retrieval").joinpath("data")
        words, uses = (
            tomllib.loads(folder.joinpath(name).read_text("utf-8"))
            for name in ("lexicon.toml", "uses.toml")
        )
        return cls(words, uses["uses"])

    def holds(self, word: str) -> bool:
        """Whether the word is part of any phrase."""
        return word in self._words

    def is_article(self, word: str) -> bool:
        """Whether a noun phrase begins here."""
        return word in self._articles

    def match(self, words: list[str]) -> Token:
        """The longest phrase at the start of ``words`` (not empty)."""
        for length in range(min(self._longest, len(words)), 0, -1):
            found = self._kinds.get(tuple(words[:length]))
            if found:
                return Token(" ".join(words[:length]), *found)
        return Token(words[0], "word" if words[0][0].isalnum() else "stop")


def _kinds(data: Mapping[str, Any]) -> dict[Words, tuple[str, str]]:
    """What part each phrase plays, and its canonical value; the first that claims one has it."""
    kinds: dict[Words, tuple[str, str]] = {}

    def add(kind: str, phrases: Iterable[str], value: str = "") -> None:
        for phrase in phrases:
            kinds.setdefault(tuple(phrase.split()), (kind, value))

    add("color", data["colors"])
    for kind in ("tone", "size", "superlative", "material", "shape", "state", "side"):
        add(kind, data[f"{kind}s"])
    for name in ("generic", "be", "have", "that", "with"):
        add(name, data[name])
    for kind in ("verbal", "link"):
        add(kind, data[f"{kind}s"])
    for relation, phrases in data["relations"].items():
        add("relation", phrases, relation)
    for word, number in data["ordinals"].items():
        add("ordinal", [word], str(number))
    for word, number in data["counts"].items():
        add("count", [word], number)
    add("negation", data["negations"])
    add("article", data["articles"])
    add("conjunction", ["and", "or", "but"])
    return kinds


def _phrases(phrases: Iterable[str]) -> set[Words]:
    return {tuple(phrase.split()) for phrase in phrases}


def _all_words(data: Mapping[str, Any], uses: Sequence[Mapping[str, Any]]) -> set[str]:
    lists = [value for value in data.values() if isinstance(value, list)]
    phrases = [phrase for words in lists for phrase in words]
    phrases += [phrase for use in uses for phrase in use["words"]]
    return {word for phrase in phrases for word in phrase.split()}
