"""What was found on the way to a score, kept for the reasons that are told afterwards."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.query import Constraint

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What was found for a relation, or for an end of "between".

    Attributes:
        index, weight: (K,) the things it may refer to, best first, and their scores.
        things: (M,) what was tried.
        scores: (M, K) how well each relates to each, or None.
    """

    index: Indices
    weight: Floats
    things: Indices
    scores: Floats | None = None

    def of(self, things: Indices) -> Floats:
        """(M, K) scores of some of the things that were tried; 0 for others."""
        kept = np.zeros((len(things), len(self.index)), np.float32)
        if self.scores is None:
            return kept
        place = {int(thing): row for row, thing in enumerate(self.things)}
        for row, thing in enumerate(things):
            if int(thing) in place:
                kept[row] = self.scores[place[int(thing)]]
        return kept


References = dict[Constraint, Found]
