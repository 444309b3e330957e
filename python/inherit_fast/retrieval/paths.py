"""The two dense paths: they find what the typed constraints may miss (paper, section III-D)."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.query import POSITIVE, Query


class TextEncoder(Protocol):
    """Sentence vectors."""

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """(N, dim) float32, unit length."""
        ...


def target_text(query: Query) -> str:
    """The category and the attributes that are not denied, as a phrase; empty without either."""
    words = [c.argument for c in query.of_type("attribute") if _describes(c.relation, c.polarity)]
    heads = [c.argument for c in query.of_type("target") if c.polarity == POSITIVE]
    return " ".join([*words, *heads])


def _describes(predicate: str | None, polarity: int) -> bool:
    return polarity == POSITIVE and predicate not in ("ordinal", "count", "side")
