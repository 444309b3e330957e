"""Ranked lists to one pool by reciprocal rank (paper, section III-D)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class FuseConfig:
    """Weights of the paths.

    Attributes:
        pool: whether the dense paths are asked at all; they cost a text encoder's time.
        k: softens the difference between the first ranks.
        structured, target, full: weights of the typed constraints, of the target's text and of
            the whole instruction.
        budget: size of the pool.
        kept: so many first of the structured path keep their places. The paper keeps one; five
            hold Recall@5 up, as the dense paths then only fill what the constraints left empty.
        indexed_from: objects from which on FAISS finds the nearest texts. It is faster on any
            number, but takes 0.12 s to load: among fewer texts that is never earned back.
    """

    pool: bool = True
    k: int = 60
    structured: float = 2.0
    target: float = 1.0
    full: float = 1.0
    budget: int = 20
    kept: int = 5
    indexed_from: int = 4000


def fuse(
    structured: Indices, others: Sequence[tuple[float, Indices]], config: FuseConfig
) -> Indices:
    """The pool, best first: at most ``budget`` objects, the structured path's first ones first."""
    ranks: dict[int, float] = {}
    for weight, found in ((config.structured, structured[: config.budget]), *others):
        for rank, index in enumerate(found.tolist(), 1):
            ranks[index] = ranks.get(index, 0.0) + weight / (config.k + rank)
    first = {index: place for place, index in enumerate(structured[: config.kept].tolist())}
    order = sorted(ranks, key=lambda i: (first.get(i, len(first)), -ranks[i], i))
    return np.array(order[: config.budget], np.int32)
