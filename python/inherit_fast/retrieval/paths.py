"""The two dense paths: they find what the typed constraints may miss (paper, section III-D)."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.query import POSITIVE, Query

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


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


def nearest(
    text: Floats, vectors: Floats, most: int, allowed: npt.NDArray[np.bool_]
) -> list[Indices]:
    """For each of (Q, D) vectors the ``most`` objects of (N, D) with the nearest texts, best first.

    One product over all objects: for a few questions at a time that is as fast as an index, needs
    no memory of its own, and is exact.
    """
    if not text.shape[1] or not len(text):
        return [np.zeros(0, np.int32) for _ in vectors]
    scores = text @ vectors.T
    scores[~allowed] = -np.inf
    return [_best(scores[:, q], most) for q in range(len(vectors))]


def _best(scores: Floats, most: int) -> Indices:
    most = min(most, len(scores))
    kept = np.argpartition(-scores, most - 1)[:most]
    kept = np.sort(kept[np.isfinite(scores[kept])])
    return kept[np.argsort(-scores[kept], kind="stable")].astype(np.int32)
