"""The sum over all constraints, with what each of them added."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.found import References
from inherit_fast.retrieval.query import Constraint

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One constraint's share in the sum.

    Attributes:
        constraint: the condition, or None for the similarity of the whole text.
        weight: w, normalised.
        scores: (N,) s, from 0 to 1.
    """

    constraint: Constraint | None
    weight: float
    scores: Floats

    @property
    def share(self) -> Floats:
        """(N,) p * w * s."""
        polarity = self.constraint.polarity if self.constraint else 1
        return np.float32(polarity * self.weight) * self.scores


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """The sum for all objects.

    Attributes:
        scores: (N,) S(v).
        order: the candidates, best first.
        references: what the relations refer to.
        allowed: (N,) the objects on the floors asked for.
        floor_missed: the floor asked for holds nothing, and was given up.
    """

    scores: Floats
    parts: list[Part]
    order: Indices
    references: References
    allowed: npt.NDArray[np.bool_]
    floor_missed: bool = False


def supported(parts: list[Part], order: Indices) -> npt.NDArray[np.bool_]:
    """Whether anything that was asked for speaks for each candidate, be it the text alone."""
    if not any(p.constraint and p.constraint.polarity > 0 for p in parts):
        return np.ones(len(order), np.bool_)
    wanted = [p.scores[order] for p in parts if not p.constraint or p.constraint.polarity > 0]
    return np.asarray(np.max(wanted, axis=0) > 0)
