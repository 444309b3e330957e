"""Whether one system's lead over another may be chance: a paired sign-flip permutation test."""

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

EXACT_UP_TO = 14  # pairs of which all sign patterns are tried


def paired_permutation(
    first: Sequence[float],
    second: Sequence[float],
    *,
    groups: Sequence[Hashable] | None = None,
    rounds: int = 10_000,
    seed: int = 0,
) -> float:
    """Two-sided p-value of the mean difference of paired scores.

    Args:
        first: scores of the queries under one system.
        second: those of the same queries under the other.
        groups: flip whole groups (the scene of each query), as the paper does; None: each query.
        rounds: sign patterns drawn where there are too many to try all.
        seed: of the drawing.

    Raises:
        ValueError: the two are not of one length.
    """
    if len(first) != len(second) or (groups is not None and len(groups) != len(first)):
        raise ValueError(f"paired scores: got {len(first)} and {len(second)} of them")
    difference = np.asarray(first, np.float64) - np.asarray(second, np.float64)
    sums = _summed(difference, groups)
    sums = sums[sums != 0]  # what does not differ flips to itself
    if not len(sums):
        return 1.0
    observed = abs(float(sums.sum())) - 1e-9
    if len(sums) <= EXACT_UP_TO:
        patterns = (np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums))) & 1
        return float((np.abs((1 - 2 * patterns) @ sums) >= observed).mean())
    rng = np.random.Generator(np.random.PCG64(seed))
    hits = 0
    for _ in range(rounds):
        signs = rng.integers(0, 2, len(sums)) * 2 - 1
        hits += abs(float(signs @ sums)) >= observed
    return (hits + 1) / (rounds + 1)


def _summed(difference: Floats, groups: Sequence[Hashable] | None) -> Floats:
    if groups is None:
        return difference
    place = {group: i for i, group in enumerate(dict.fromkeys(groups))}
    sums = np.zeros(len(place), np.float64)
    np.add.at(sums, [place[group] for group in groups], difference)
    return sums
