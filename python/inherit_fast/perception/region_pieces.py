"""Connected parts of a depth image, by runs of pixels along its rows."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]


class Links(NamedTuple):
    """Whether two neighbours lie on one surface: (H, W - 1) to the right, (H - 1, W) down."""

    right: Mask
    down: Mask


def surface_links(depth_m: npt.NDArray[np.float32], jump_m: float, jump_ratio: float) -> Links:
    """Neighbours of (H, W) metres that differ by at most ``jump_m + jump_ratio`` of the nearer."""
    limit = np.float32(jump_m) + np.float32(jump_ratio) * depth_m

    def near(a: tuple[slice, slice], b: tuple[slice, slice]) -> Mask:
        apart = np.abs(depth_m[a] - depth_m[b])
        return np.asarray(apart <= np.minimum(limit[a], limit[b]))

    every = slice(None)
    return Links(
        near((every, slice(1, None)), (every, slice(-1))),
        near((slice(1, None), every), (slice(-1), every)),
    )


class Pieces(NamedTuple):
    """Parts of an image: (H, W) int32 number of each pixel's part or -1, and how many there are."""

    of_pixel: npt.NDArray[np.int32]
    total: int


def connected_pieces(chosen: Mask, links: Links) -> Pieces:
    """The parts of (H, W) ``chosen`` that ``links`` hold together, in order of first pixels."""
    begins = chosen.copy()
    begins[:, 1:] &= ~(chosen[:, :-1] & links.right)
    run = (np.cumsum(begins, dtype=np.int32) - 1).reshape(chosen.shape)
    joined = chosen[1:] & chosen[:-1] & links.down
    pairs = np.stack([run[:-1][joined], run[1:][joined]], axis=1)
    # Along a run the same pair comes again and again: its first place is enough.
    fresh = np.ones(len(pairs), bool)
    fresh[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    roots, number = np.unique(
        _roots(int(np.count_nonzero(begins)), pairs[fresh]), return_inverse=True
    )
    out = np.full(chosen.shape, -1, np.int32)
    out[chosen] = number.astype(np.int32)[run[chosen]]
    return Pieces(out, len(roots))


def large_pieces(pieces: Pieces, min_pixels: int) -> Pieces:
    """Those of at least ``min_pixels``, numbered anew in their order."""
    of_pixel, count = pieces
    sizes = np.bincount(of_pixel[of_pixel >= 0], minlength=count)
    number = np.full(count + 1, -1, np.int32)  # the last is for the pixels of no part
    large = np.flatnonzero(sizes >= max(min_pixels, 1))
    number[large] = np.arange(len(large))
    return Pieces(number[of_pixel], len(large))


def _roots(count: int, pairs: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """The lowest of ``count`` members that each is joined to by ``pairs`` (N, 2)."""
    root = np.arange(count, dtype=np.int32)
    while True:
        ends = root[pairs]
        low, high = ends.min(axis=1), ends.max(axis=1)
        if (low == high).all():
            return root
        np.minimum.at(root, high, low)
        while (root[root] != root).any():
            root = root[root]
