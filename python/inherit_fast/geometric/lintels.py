"""The walls above doors and openings: they part rooms where the floor goes on below."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class LintelsConfig:
    """What hangs over a passage.

    Attributes:
        lowest_m: a lintel leaves this height above the floor free.
        highest_m: and begins below this, as doors do; what begins higher may be a beam.
        below_ceiling_m: nearer to the ceiling it is the ceiling itself.
        widen_m: gaps in a lintel up to twice this are closed.
        min_width_m: narrower passages are none.
        same_m: passages of the same rooms nearer than this are one.
    """

    lowest_m: float = 1.6
    highest_m: float = 2.2
    below_ceiling_m: float = 0.15
    widen_m: float = 0.1
    min_width_m: float = 0.4
    same_m: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """A way below a lintel: the labels on both sides, its middle in cells, its width in cells."""

    labels: tuple[int, int]
    middle: npt.NDArray[np.float64]
    width: float


def find_lintels(
    height_bits: npt.NDArray[np.uint16],
    *,
    slice_m: float,
    clear_m: float | None,
    config: LintelsConfig,
) -> Mask:
    """Cells with something overhead and nothing below.

    Args:
        height_bits: (H, W), bit i: the slice from i * slice_m above the floor is solid.
        slice_m: height of a slice.
        clear_m: height of the ceiling above the floor, if known.
        config: thresholds.
    """
    highest_m = config.highest_m
    if clear_m is not None:
        highest_m = min(highest_m, clear_m - config.below_ceiling_m)
    low, high = round(config.lowest_m / slice_m), int(highest_m / slice_m + 1e-9)
    below = np.uint16((1 << low) - 1)
    overhead = np.uint16(max((1 << min(high, 16)) - 1, 0) & ~int(below))
    found: Mask = ((height_bits & below) == 0) & ((height_bits & overhead) != 0)
    return found


def widen(mask: Mask, cells: int) -> Mask:
    """``mask`` grown by a square of that many cells on every side."""
    if not mask.any():
        return mask
    height, width = mask.shape
    padded = np.pad(mask, cells)
    wide = np.logical_or.reduce([padded[:, i : i + width] for i in range(2 * cells + 1)])
    grown: Mask = np.logical_or.reduce([wide[i : i + height] for i in range(2 * cells + 1)])
    return grown


def spread_labels(labels: Labels, onto: Mask) -> Labels:
    """Labels grown over the unlabelled cells of ``onto``, step by step from all sides."""
    if not onto.any():
        return labels
    spread = np.pad(labels, 1)
    flat, width = spread.reshape(-1), spread.shape[1]
    left = np.flatnonzero(np.pad(onto & (labels == 0), 1))
    while len(left):
        around = flat[left[:, None] + (-1, 1, -width, width)]
        first = np.take_along_axis(around, (around > 0).argmax(axis=1)[:, None], axis=1)[:, 0]
        reached = first > 0
        if not reached.any():
            break
        flat[left[reached]] = first[reached]
        left = left[~reached]
    return np.ascontiguousarray(spread[1:-1, 1:-1])


def find_passages(
    labels: Labels, below: Mask, config: LintelsConfig, cell_m: float
) -> list[Passage]:
    """Where two rooms meet on the cells of ``below``, in order of labels."""
    if not below.any():
        return []
    padded = np.where(np.pad(below, 1), np.pad(labels, 1), 0)
    flat, width = padded.reshape(-1), padded.shape[1]
    cells = np.flatnonzero(flat)
    pairs, points = [], []
    # A border lies half a cell on from a cell's middle; the padding shifts all by one.
    for step, shift in ((1, (0.0, -0.5)), (width, (-0.5, 0.0))):
        a, b = flat[cells], flat[cells + step]
        met = (b > 0) & (a != b)
        pairs.append(np.sort(np.stack([a[met], b[met]], axis=1), axis=1))
        row, col = np.divmod(cells[met], width)
        points.append(np.stack([col, row], axis=1) + shift)
    pair_of, at = np.concatenate(pairs), np.concatenate(points)
    return [
        Passage((int(pair[0]), int(pair[1])), part.mean(axis=0), size)
        for pair in np.unique(pair_of, axis=0)
        for part, size in _strips(at[(pair_of == pair).all(axis=1)], config.same_m / cell_m)
        if size * cell_m >= config.min_width_m
    ]


def _strips(
    points: npt.NDArray[np.float64], apart: float
) -> list[tuple[npt.NDArray[np.float64], float]]:
    """Points cut at gaps along their main direction, each part with its length."""
    centred = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    along = centred @ axes[:, 1]
    order = np.argsort(along, kind="stable")
    cuts = np.flatnonzero(np.diff(along[order]) > apart) + 1
    return [(points[part], float(np.ptp(along[part])) + 1.0) for part in np.split(order, cuts)]
