"""How things look: colours, sizes, and the words that describe them."""

import numpy as np
import numpy.typing as npt

from inherit_fast.language.kin import remember
from inherit_fast.language.words import fold, singular
from inherit_fast.retrieval.colors import color_scores
from inherit_fast.retrieval.columns import Columns
from inherit_fast.retrieval.query import CHOOSING, Constraint

Floats = npt.NDArray[np.float32]

_SAME_WORD = {"wooden": "wood", "metallic": "metal", "grey": "gray", "circular": "round"}
SMALL = {"small", "little", "tiny", "mini", "short", "low", "narrow", "thin"}
LARGE = {"large", "big", "huge", "giant", "tall", "high", "long", "wide", "thick"}


class Looks:
    """Scores attributes on the columns."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._spelled: dict[str, list[str]] = {}

    def __call__(self, constraint: Constraint, *, named: bool = True) -> Floats:
        """(N,) by colour shares, size among things of one label, or words of the description.

        ``named``: see ``Evidence.of``.
        """
        columns, word = self._columns, constraint.argument
        if constraint.relation == "color":
            told = np.float32(0.9) * self.words(word)
            seen = color_scores(word, columns.color_share)
            return np.asarray(np.maximum(seen, told), np.float32)
        if constraint.relation == "tone":
            light = np.nan_to_num(columns.luminance, nan=0.5)
            dark = word in ("dark", "deep")
            return np.asarray(1.0 - light if dark else light, np.float32)
        if constraint.relation == "size" and word in SMALL | LARGE:
            rank = columns.size_rank if named else columns.overall_rank
            return rank if word in LARGE else 1.0 - rank
        if constraint.relation in CHOOSING | {"count"}:
            return np.ones(len(columns), np.float32)  # settled on the candidates afterwards
        return self.words(word)

    def words(self, phrase: str) -> Floats:
        """(N,) share of the phrase's words that an object's labels and description hold."""
        found = np.zeros(len(self._columns), np.float32)
        words = self._spelled.get(phrase)
        if words is None:
            folded = [singular(_SAME_WORD.get(w, w)) for w in fold(phrase).split()]
            words = remember(self._spelled, phrase, folded)
        for word in words:
            members = self._columns.words.get(word)
            if members is not None:
                found[members] += 1.0 / len(words)
        return found
