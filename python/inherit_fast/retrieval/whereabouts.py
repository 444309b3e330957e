"""Where things lie in their room, along stairs, and on which side of a ceiling."""

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.columns import NONE, Columns

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


def in_room(columns: Columns, things: Indices, part: str) -> Floats:
    """(M,) how well each thing lies on that side of its room, seen on entering it."""
    low, high = columns.room_low_m, columns.room_high_m
    middle = np.append((low + high) / 2, np.full((1, 2), np.nan, np.float32), axis=0)
    room = columns.room_of[things]
    ahead = middle[room] - columns.viewpoints.eye_m[room]
    right = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)
    offset = columns.center_m[things, :2] - columns.viewpoints.eye_m[room]
    length = np.hypot(*right.T) * np.maximum(np.hypot(*offset.T), 0.05)
    sine = np.einsum("mi,mi->m", offset, right) / np.maximum(length, 1e-6)
    sine = -sine if part == "left" else sine
    share = np.clip(0.5 + 0.8 * sine, 0.0, 1.0)
    return np.asarray(np.nan_to_num(share, nan=0.5), np.float32)


def at_end(columns: Columns, end: str, things: Indices, index: Indices) -> Floats:
    """(M, K) whether each thing is by the upper or the lower half of each reference."""
    low, high = columns.low_m[index, 2][None], columns.high_m[index, 2][None]
    above = columns.center_m[things, 2][:, None] - (low + high) / 2
    share = np.clip(0.5 + 2.0 * above / np.maximum(high - low, 1.0), 0.0, 1.0)
    share = 1.0 - share if end == "bottom" else share
    return np.asarray(share, np.float32)


def through_ceilings(columns: Columns, things: Indices, index: Indices, off_floor: float) -> Floats:
    """(M, K) less for things of different floors that share no height; stairs do."""
    floor, other = columns.floor_of[things][:, None], columns.floor_of[index][None]
    apart = (floor != other) & (floor != NONE) & (other != NONE)
    low = np.maximum(columns.low_m[things, 2][:, None], columns.low_m[index, 2][None])
    high = np.minimum(columns.high_m[things, 2][:, None], columns.high_m[index, 2][None])
    share = np.where(apart & (low > high), off_floor, 1.0)
    return np.asarray(share, np.float32)
