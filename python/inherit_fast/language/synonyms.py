"""Which names mean the same indoors: for labels that shall agree, and for queries."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Self

from inherit_fast.language.tables import IndoorTable, Meaning, Names, read_indoor, read_nouns
from inherit_fast.language.words import head_position, singular_phrase


@dataclass(frozen=True, slots=True)
class Degrees:
    """How well a label answers a word, 0 to 1, by the way the two are related.

    Attributes:
        synonym: another name of the same thing.
        narrower: the label is a kind of the word; times ``step`` for each further level.
        wider: the word is a kind of the label; times ``step`` for each further level.
        look_alike: people and detectors confuse the two.
        related: different things, called by each other's name.
        same_head: different kinds of one thing ("coffee table", "dining table").
        same: two labels of at least this degree, either way, agree.
        reach: levels followed up or down.
    """

    synonym: float = 0.95
    narrower: float = 0.85
    wider: float = 0.7
    look_alike: float = 0.65
    related: float = 0.45
    same_head: float = 0.45
    step: float = 0.93
    same: float = 0.65
    reach: int = 5


class Synonyms:
    """Names, kinds and look-alikes; see ``data/indoor.txt`` and ``data/nouns.txt``."""

    def __init__(
        self,
        indoor: IndoorTable,
        nouns: Sequence[Meaning] = (),
        degrees: Degrees | None = None,
    ) -> None:
        """Build from tables.

        Args:
            indoor: the hand-written table; its meanings go before those of ``nouns``.
            nouns: meanings as (names, positions of wider meanings).
            degrees: how much each kind of kinship counts.
        """
        self.degrees = degrees or Degrees()
        self._meanings: defaultdict[str, list[int]] = defaultdict(list)
        self._names: list[Names] = []
        self._wider: defaultdict[int, list[int]] = defaultdict(list)
        self._down: defaultdict[int, list[int]] = defaultdict(list)
        self._closures: dict[str, dict[int, int]] = {}
        for names, wider in nouns:
            self._add_meaning(names)
            self._wider[len(self._names) - 1] += wider
        for names in indoor.groups:
            self._add_group(names)
        for wide, narrow in indoor.kinds:
            self._wider[self._meaning_of(narrow)].append(self._meaning_of(wide))
        for meaning, parents in self._wider.items():
            for parent in parents:
                self._down[parent].append(meaning)
        self._alike = self._pairs(indoor.look_alikes)
        self._related = self._pairs(indoor.related)
        self._joined = {name.replace(" ", ""): name for name in reversed(self._meanings)}

    @classmethod
    def load(cls) -> Self:
        """Read the tables that come with the package."""
        folder = resources.files("inherit_fast.language").joinpath("data")
        indoor = read_indoor(folder.joinpath("indoor.txt").read_text("utf-8"))
        return cls(indoor, read_nouns(folder.joinpath("nouns.txt").read_text("utf-8")))

    def __contains__(self, name: object) -> bool:
        return name in self._meanings

    def normal(self, label: str) -> str:
        """The label's spelling in the tables: lower case, singular, spaced as they have it."""
        phrase = singular_phrase(label, self._meanings)
        if phrase in self._meanings:
            return phrase
        joined = phrase.replace(" ", "")
        return self._joined.get(joined, self._joined.get(singular_phrase(joined), phrase))

    def degree(self, asked: str, label: str) -> float:
        """How well a thing called ``label`` answers to the word ``asked``: 0 to 1, not symmetric.

        A chair answers to "furniture" better than furniture to "chair".
        """
        a, b = self.normal(asked), self.normal(label)
        if a == b:
            return 1.0
        d = self.degrees
        up_a, up_b = self._closure(a), self._closure(b)
        own_a, own_b = self._own(up_a), self._own(up_b)
        if own_a & own_b:
            return d.synonym
        found = [0.0]
        found += [d.narrower * d.step ** (up_b[m] - 1) for m in own_a & up_b.keys()]
        found += [d.wider * d.step ** (up_a[m] - 1) for m in own_b & up_a.keys()]
        if any(self._alike[m] & own_b for m in own_a):
            found.append(d.look_alike)
        if any(self._related[m] & own_b for m in own_a):
            found.append(d.related)
        if _head(a) == _head(b):
            found.append(self._by_head(a, b))
        return max(found)

    def same(self, a: str, b: str) -> bool:
        """Whether the two labels may be the same thing seen twice."""
        return max(self.degree(a, b), self.degree(b, a)) >= self.degrees.same

    def isa(self, word: str, hypernym: str) -> bool:
        """Whether a ``word`` is a ``hypernym``, or is called so."""
        up = self._closure(self.normal(word))
        return bool(self._own(self._closure(self.normal(hypernym))) & up.keys())

    def expand(self, word: str) -> dict[str, float]:
        """Every name in the tables that answers to ``word``, with its degree, best first."""
        word = self.normal(word)
        own = self._own(self._closure(word))
        names = {word, *(n for m in own for n in self._names[m])}
        others = {k for m in own for k in self._alike[m] | self._related[m]}
        names.update(n for m in others for n in self._names[m])
        names.update(n for m in self._closure(word) for n in self._names[m])
        narrower = self._climb(dict.fromkeys(sorted(own), 0), self._down)
        names.update(n for m in narrower for n in self._names[m])
        degrees = {name: self.degree(word, name) for name in names}
        kept = {n: v for n, v in degrees.items() if v > 0}
        return dict(sorted(kept.items(), key=lambda item: (-item[1], item[0])))

    def _add_meaning(self, names: Names) -> int:
        meaning = len(self._names)
        self._names.append(names)
        for name in names:
            self._meanings[name].append(meaning)
        return meaning

    def _add_group(self, names: Names) -> None:
        """A hand-written meaning: it goes before the names' others and takes in their kinds."""
        known = [self._meanings[name][0] for name in names if name in self._meanings]
        group = self._add_meaning(names)
        for name in names:
            self._meanings[name].insert(0, self._meanings[name].pop())
        for meaning in dict.fromkeys(known):
            self._wider[meaning].append(group)

    def _meaning_of(self, name: str) -> int:
        known = self._meanings.get(name)
        return known[0] if known else self._add_meaning((name,))

    def _pairs(self, lines: Iterable[Names]) -> defaultdict[int, set[int]]:
        pairs: defaultdict[int, set[int]] = defaultdict(set)
        for names in lines:
            meanings = {self._meaning_of(name) for name in names}
            for meaning in meanings:
                pairs[meaning] |= meanings - {meaning}
        return pairs

    def _own(self, closure: Mapping[int, int]) -> set[int]:
        return {meaning for meaning, level in closure.items() if level == 0}

    def _closure(self, name: str) -> dict[int, int]:
        """The name's meanings (level 0) and the wider ones with their level."""
        if name not in self._closures:
            own = dict.fromkeys(self._meanings.get(name, ()), 0)
            head = _head(name)
            if not own and head != name:  # a "zigzag chair" is a kind of chair
                own = dict.fromkeys(self._meanings.get(head, ()), 1)
            self._closures[name] = self._climb(own, self._wider)
        return self._closures[name]

    def _climb(self, start: dict[int, int], edges: Mapping[int, list[int]]) -> dict[int, int]:
        levels, queue = dict(start), deque(start)
        while queue:
            meaning = queue.popleft()
            if levels[meaning] < self.degrees.reach:
                for other in edges.get(meaning, ()):
                    if other not in levels:
                        levels[other] = levels[meaning] + 1
                        queue.append(other)
        return levels

    def _by_head(self, asked: str, label: str) -> float:
        if asked == _head(asked):
            return self.degrees.narrower
        return self.degrees.wider if label == _head(label) else self.degrees.same_head


def _head(name: str) -> str:
    words = name.split()
    return words[head_position(words)] if words else ""
