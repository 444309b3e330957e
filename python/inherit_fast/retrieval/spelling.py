"""Slips of the keyboard in the names of things: "whtie bokshelf" means a white bookshelf."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from inherit_fast.language.kin import remember

SHORTEST = 5  # letters of a word that may be mended
LONG = 7  # from here on one letter may also be another
MAX_REMEMBERED = 10_000  # mended words


class Spelling:
    """Mends unknown words by one letter: left out, too many, swapped with the next, or wrong."""

    def __init__(self, knows: Callable[[str], bool], names: Callable[[], Iterable[str]]) -> None:
        """Keep what is needed.

        Args:
            knows: whether a word is one, so that nothing is to be mended.
            names: the words that may be meant; read once when needed.
        """
        self._knows = knows
        self._names = names
        self._index: dict[str, list[str]] | None = None
        self._mended: dict[str, str] = {}

    def __call__(self, words: list[str]) -> list[str]:
        """The words, unknown ones as the name that is one slip away.

        Of several names the nearest in length is meant, then the first by the alphabet.
        """
        return [self._mend(word) for word in words]

    def _mend(self, word: str) -> str:
        if len(word) < SHORTEST or not word.isalpha() or self._knows(word):
            return word
        known = self._mended.get(word)
        return known or remember(self._mended, word, self._nearest(word), MAX_REMEMBERED)

    def _nearest(self, word: str) -> str:
        if self._index is None:
            self._index = _indexed(self._names())
        found = (name for key in [word, *_shortened(word)] for name in self._index.get(key, ()))
        fitting = [name for name in found if is_slip(word, name)]
        return min(fitting, key=lambda name: (abs(len(name) - len(word)), name), default=word)


def is_slip(word: str, name: str) -> bool:
    """Whether ``word`` is ``name`` with one slip; the first letter is hardly ever wrong."""
    if abs(len(word) - len(name)) > 1 or word[0] != name[0]:
        return False
    if len(word) != len(name):
        longer, shorter = (word, name) if len(word) > len(name) else (name, word)
        return shorter in _shortened(longer)
    wrong = [i for i, (a, b) in enumerate(zip(word, name, strict=True)) if a != b]
    if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
        i = wrong[0]
        return word[i] == name[i + 1] and word[i + 1] == name[i]
    return len(wrong) == 1 and len(word) >= LONG


def _shortened(word: str) -> Collection[str]:
    """The word without each one of its letters."""
    return dict.fromkeys(word[:i] + word[i + 1 :] for i in range(len(word)))


def _indexed(names: Iterable[str]) -> dict[str, list[str]]:
    index: defaultdict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(names):
        if len(name) >= SHORTEST - 1 and name.isalpha():
            for key in (name, *_shortened(name)):
                index[key].append(name)
    return index
