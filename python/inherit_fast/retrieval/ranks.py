"""The best few of many scores, in an order that nothing but the scores decides."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


def best_first(scores: Floats, most: int) -> Indices:
    """Positions of the ``most`` highest scores, highest first; of equals the earlier first.

    The same as the head of a stable sort, without sorting all.
    """
    if len(scores) <= most:
        return np.argsort(-scores, kind="stable").astype(np.int32)
    least = np.partition(scores, len(scores) - most)[len(scores) - most]
    above = np.flatnonzero(scores > least)
    equal = np.flatnonzero(scores == least)[: most - len(above)]
    found = np.sort(np.concatenate([above, equal]))
    return found[np.argsort(-scores[found], kind="stable")].astype(np.int32)
