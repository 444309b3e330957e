"""Plain labels for compound names: which of the "tables" is the coffee table."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.language import Synonyms
from inherit_fast.language.sizes import Sizes
from inherit_fast.retrieval.columns import Columns
from inherit_fast.retrieval.query import Constraint
from inherit_fast.retrieval.rooms import RoomEvidence

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]
Relate = Callable[[Constraint, Indices], Floats]


@dataclass(frozen=True, slots=True)
class CompoundConfig:
    """How the place and the height of a thing make up for a plain label.

    Attributes:
        place_share: how much of what a plain label lacks ("lamp" for "table lamp") the place
            makes up for: a lamp on a table, a chair in the office.
        misfit: what one counts that is far too high or low for the name ("coffee table").
        plain_from, plain_below: label scores between which a label counts as plain.
    """

    place_share: float = 0.5
    misfit: float = 0.8
    plain_from: float = 0.6
    plain_below: float = 0.85


class Compounds:
    """Weighs plain labels against the compound names that are asked for."""

    def __init__(
        self, columns: Columns, synonyms: Synonyms, places: RoomEvidence, config: CompoundConfig
    ) -> None:
        self._columns = columns
        self._synonyms = synonyms
        self._places = places
        self._config = config
        self._heights_m = Sizes.load().typical_height_m

    def __call__(self, name: str, found: Floats, relate: Relate) -> Floats:
        """(N,) label scores ``found`` for ``name``, with what place and height tell.

        Args:
            name: what is asked for.
            found: how well each label answers to it.
            relate: scores of a relation for some of the things.
        """
        words = self._synonyms.normal(name).split()
        if len(words) != 2:
            return found
        plain = (found > self._config.plain_from) & (found < self._config.plain_below)
        if not plain.any():
            return found
        context = self._context(words[0], plain, relate)
        raised = found + self._config.place_share * (1.0 - found) * context
        raised = raised * self._by_height(" ".join(words))
        return np.where(plain, raised, found).astype(np.float32)

    def _context(self, word: str, plain: npt.NDArray[np.bool_], relate: Relate) -> Floats:
        """(N,) a lamp on a table may be the "table lamp", an office's chair the "office chair"."""
        place = self._places.by_label(word)
        if place is not None:
            return np.append(place, np.float32(0.0))[self._columns.room_of]
        if word not in self._synonyms:
            return np.zeros(len(self._columns), np.float32)
        near = Constraint("relation", "", "beside", (Constraint("target", word),))
        return relate(near, np.flatnonzero(plain).astype(np.int32))

    def _by_height(self, name: str) -> Floats:
        """(N,) 1 for what is as high as things of that name are."""
        low, high = self._heights_m.get(name, (0.0, np.inf))
        columns = self._columns
        height = columns.high_m[:, 2] - columns.low_m[:, 2]
        return np.where((height < low) | (height > high), self._config.misfit, 1.0)
