"""The names that a request may use: those of the tables, of the map's things, and of its rooms."""

from collections.abc import Iterator

from inherit_fast.language import Synonyms
from inherit_fast.language.kin import remember
from inherit_fast.language.words import singular
from inherit_fast.retrieval.lexicon import Lexicon

MEANT = 0.3  # how well a label of the map must answer to a word that shall be a thing's name
SURE = 0.68  # the same for a name that needs no second thought


class Vocabulary:
    """Tells what is a name, and how well the map answers to it."""

    def __init__(
        self,
        synonyms: Synonyms,
        lexicon: Lexicon,
        names: frozenset[str] = frozenset(),
        rooms: frozenset[str] = frozenset(),
    ) -> None:
        """Keep the tables.

        Args:
            synonyms: the names of things.
            lexicon: the words of the grammar.
            names: the map's labels; empty where no map is known.
            rooms: the map's names of rooms; those that things are called by are left out.
        """
        self.synonyms = synonyms
        self.names = names
        self._lexicon = lexicon
        self._answers: dict[str, float] = {}
        self._rooms = {room for room in rooms if self.answered(room) < SURE}
        self._words: set[str] | None = None

    def knows(self, name: str) -> bool:
        """Whether the tables or the map have the name, in any spelling."""
        spelled = self.synonyms.normal(name)
        return spelled in self.synonyms or spelled in self.names or spelled in self._rooms

    def is_label(self, name: str) -> bool:
        """Whether a thing of the map is called so."""
        return self.synonyms.normal(name) in self.names

    def is_room(self, name: str) -> bool:
        """Whether the name is that of a kind of room, or of one of the map's."""
        if self.synonyms.normal(name) in self._rooms:
            return True
        return self.synonyms.isa(name, "room", mainly=True)

    def answered(self, name: str) -> float:
        """How well the map answers to the name at best; without a map every name is good."""
        if not self.names:
            return 1.0
        found = self._answers.get(name)
        if found is None:
            best = max(self.synonyms.degree(name, label) for label in self.names)
            found = remember(self._answers, name, best)
        return found

    def is_mapped(self, name: str) -> bool:
        """Whether the map has such a thing; without a map, whether the tables have the name."""
        return self.answered(name) >= MEANT if self.names else self.knows(name)

    def is_word(self, word: str) -> bool:
        """Whether the word is one, alone or within a name, or may be a form of a verb."""
        if word.endswith(("ing", "ed")) or self._lexicon.holds(word) or self.knows(word):
            return True
        if self._words is None:
            names = (*self.names, *self._rooms, *self.synonyms.names)
            self._words = {part for name in names for part in name.split()}
        return word in self._words or singular(word, self._words) in self._words

    def nameable(self) -> Iterator[str]:
        """Single words of the names that a slip may be meant to be."""
        for name in (*sorted(self.names), *sorted(self._rooms), *self.synonyms.indoor_names):
            yield from name.split()
        yield from self._lexicon.looks
