"""Which names mean the same indoors: for labels that shall agree, and for queries."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Self

from inherit_fast.language.kin import Degrees, Kin, head_of, remember
from inherit_fast.language.tables import IndoorTable, Meaning, Names, read_indoor, read_nouns
from inherit_fast.language.words import singular_phrase


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
        self._kins: dict[str, Kin] = {}
        self._spelled: dict[str, str] = {}
        for names, wider in nouns:
            self._add_meaning(names)
            self._wider[len(self._names) - 1] += wider
        self._tabled = len(self._names)
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

    @property
    def names(self) -> list[str]:
        """All names that have a meaning, those of ``nouns`` first."""
        return list(self._meanings)

    @property
    def indoor_names(self) -> list[str]:
        """The names of the hand-written table, in its order."""
        return [name for names in self._names[self._tabled :] for name in names]

    def __contains__(self, name: object) -> bool:
        return name in self._meanings

    def normal(self, label: str) -> str:
        """The label's spelling in the tables: lower case, singular, spaced as they have it."""
        found = self._spelled.get(label)
        if found is None:
            found = remember(self._spelled, label, self._spell(label))
        return found

    def _spell(self, label: str) -> str:
        phrase = singular_phrase(label, self._meanings)
        if phrase in self._meanings:
            return phrase
        joined = phrase.replace(" ", "")
        return self._joined.get(joined, self._joined.get(singular_phrase(joined), phrase))

    def degree(self, asked: str, label: str) -> float:
        """How well a thing called ``label`` answers to the word ``asked``: 0 to 1, not symmetric.

        A chair answers to "furniture" better than furniture to "chair".
        """
        a, b = self._kin_of(asked), self._kin_of(label)
        if a.name == b.name:
            return 1.0
        d = self.degrees
        if not a.own.isdisjoint(b.own):
            shares = not set(a.name.split()).isdisjoint(b.name.split())
            return d.shared_word if shares else d.synonym
        best = 0.0
        for meaning in a.own:
            if meaning in b.up:
                best = max(best, d.narrower * d.step ** (b.up[meaning] - 1))
        for meaning in b.own:
            if meaning in a.up:
                best = max(best, d.wider * d.step ** (a.up[meaning] - 1))
        if not a.alike.isdisjoint(b.own):
            best = max(best, d.look_alike)
        if not a.related.isdisjoint(b.own):
            best = max(best, d.related)
        if a.head == b.head:
            best = max(best, self._by_head(a, b))
        return best

    def same(self, a: str, b: str) -> bool:
        """Whether the two labels may be the same thing seen twice."""
        return max(self.degree(a, b), self.degree(b, a)) >= self.degrees.same

    def isa(self, word: str, hypernym: str, *, mainly: bool = False) -> bool:
        """Whether a ``word`` is a ``hypernym``, or is called so.

        ``mainly`` looks at the word's first meaning only: a toilet is mainly not a room.
        """
        word = self.normal(word)
        up = self._closure(word)
        if mainly:
            first = self._meanings.get(word) or self._meanings.get(head_of(word)) or []
            up = self._climb(dict.fromkeys(first[:1], 0), self._wider)
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
        firsts = (next(iter(self._meanings.get(name, ())), self._tabled) for name in names)
        known = [meaning for meaning in firsts if meaning < self._tabled]
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
        closure = self._closures.get(name)
        if closure is None:
            own = dict.fromkeys(self._meanings.get(name, ()), 0)
            head = head_of(name)
            if not own and head != name:  # a "zigzag chair" is a kind of chair
                own = dict.fromkeys(self._meanings.get(head, ()), 1)
            closure = remember(self._closures, name, self._climb(own, self._wider))
        return closure

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

    def _kin_of(self, label: str) -> Kin:
        kin = self._kins.get(label)
        if kin is None:
            name = self.normal(label)
            up = self._closure(name)
            own = frozenset(self._own(up))
            alike = frozenset(k for m in own for k in self._alike[m])
            related = frozenset(k for m in own for k in self._related[m])
            kin = Kin(name, head_of(name), own, up, alike, related)
            remember(self._kins, label, kin)
        return kin

    def _by_head(self, asked: Kin, label: Kin) -> float:
        if asked.name == asked.head:
            return self.degrees.own_head
        return self.degrees.wider if label.name == label.head else self.degrees.same_head
