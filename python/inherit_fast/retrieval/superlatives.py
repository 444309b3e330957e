"""What superlatives measure, and how little less than the most still counts."""

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.columns import Columns

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]

_LARGEST = {"largest", "biggest", "larger", "bigger", "hugest"}
_SMALLEST = {"smallest", "smaller", "littlest", "tiniest"}
_TALLEST = {"tallest", "taller"}
_SHORTEST = {"shortest", "shorter"}
_LONGEST = {"longest", "longer", "widest", "wider"}
_NARROWEST = {"narrowest", "narrower", "thinnest", "thinner"}
_HIGHEST = {"highest", "higher", "topmost", "uppermost"}
_LOWEST = {"lowest", "lower", "bottommost"}


def measure(columns: Columns, word: str, things: Indices) -> Floats | None:
    """(M,) by how much a superlative goes; None for words that are none."""
    low, high = columns.low_m[things], columns.high_m[things]
    height, across = high[:, 2] - low[:, 2], (high - low)[:, :2].max(axis=1)
    for words, value in (
        (_LARGEST, columns.volume_m3[things]),
        (_SMALLEST, -columns.volume_m3[things]),
        (_TALLEST, height),
        (_SHORTEST, -height),
        (_LONGEST, across),
        (_NARROWEST, -across),
        (_HIGHEST, columns.center_m[things, 2]),
        (_LOWEST, -columns.center_m[things, 2]),
    ):
        if word in words:
            return value
    return None


def most(value: Floats, share: float) -> Floats:
    """(M,) 1 for the most of ``value``, at most ``share`` for the others."""
    spread = max(float(value.max() - value.min()), 1e-9)
    part = (value - value.min()) / spread
    return np.asarray(np.where(value == value.max(), part, share * part), np.float32)
