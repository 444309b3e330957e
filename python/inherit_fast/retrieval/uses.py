"""What things are for: a request that names none may tell one by its use."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_WANTING = {"to", "i", "we", "you"}


@dataclass(frozen=True, slots=True)
class Use:
    """A use that was told.

    Attributes:
        things: names of what serves it, the fittest first.
        start, end: where it stands among the words.
    """

    things: list[str]
    start: int
    end: int


class Uses:
    """The table ``data/uses.toml``: phrases without articles, and the things that serve them."""

    def __init__(self, table: Sequence[Mapping[str, Any]], articles: frozenset[str]) -> None:
        self._articles = articles
        self._by_first: defaultdict[str, list[tuple[list[str], list[str]]]] = defaultdict(list)
        for use in table:
            for words in map(str.split, use["words"]):
                self._by_first[words[0]].append((words, use["things"]))
        for told in self._by_first.values():
            told.sort(key=lambda entry: -len(entry[0]))  # stable: the longest first

    def find(self, words: Sequence[str]) -> Use | None:
        """The first use that somebody wants ("where could I sit"), else the first that is told."""
        told = list(self._told(words))
        if told and not told[0].start:  # "light a fire to warm up the room"
            return told[0]
        wanted = (use for use in told if use.start and words[use.start - 1] in _WANTING)
        return next(wanted, told[0] if told else None)

    def _told(self, words: Sequence[str]) -> Iterator[Use]:
        """Uses in order, the longest at each place."""
        kept = [i for i, word in enumerate(words) if word not in self._articles]
        plain = [words[i] for i in kept]
        for at, word in enumerate(plain):
            for phrase, things in self._by_first.get(word, ()):
                if plain[at : at + len(phrase)] == phrase:
                    yield Use(things, kept[at], kept[at + len(phrase) - 1] + 1)
                    break
