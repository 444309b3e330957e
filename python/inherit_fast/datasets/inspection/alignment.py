"""Does colour lie on depth? Edges of both, compared tile by tile over a range of shifts."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame

Image = npt.NDArray[np.float64]
Window = tuple[slice, slice]

_TILES = (3, 4)  # rows, columns
_WORK_WIDTH_PX = 320  # images are reduced to about this before the comparison
_REACH = 0.08  # largest shift looked for, as a share of the image's width
_JUMP = 0.06  # of the depth: less is slope or noise
_MIN_EDGE_PX = 100  # depth edge pixels of a tile, over all frames
_MIN_TILES = 5
_FIT_STEPS = 12
_SOUND = 0.01  # residual of a sound tile, as a share of the image's width


@dataclass(frozen=True, slots=True)
class TileShift:
    """Where the colour edges of one tile lie, seen from its depth edges.

    Attributes:
        centre_px: x, y of the tile's middle.
        shift_px: x, y; add it to a depth edge to reach the colour edge.
        peak: height of the correlation in standard deviations above its mean.
    """

    centre_px: tuple[float, float]
    shift_px: tuple[float, float]
    peak: float


def tile_shifts(frames: Iterable[Frame]) -> list[TileShift]:
    """The shift of each tile that has enough depth edges."""
    sums: list[Image] = []
    counts: list[float] = []
    step, reach, windows = 1, 0, list[Window]()
    for frame in frames:
        step = max(1, round(frame.depth.shape[1] / _WORK_WIDTH_PX))
        edges = _reduced(depth_edges(frame), step)
        gradient = colour_gradient(frame.rgb[::step, ::step])
        reach = round(_REACH * edges.shape[1])
        windows = _windows(edges.shape)
        for i, window in enumerate(windows):
            correlation = _correlation(edges, gradient, window, reach)
            if i == len(sums):
                sums.append(np.zeros_like(correlation))
                counts.append(0.0)
            if correlation.shape == sums[i].shape:  # a recording of another size is left out
                sums[i] += correlation
                counts[i] += float(edges[window].sum())
    return [
        _peak(total, reach, window, step)
        for total, count, window in zip(sums, counts, windows, strict=True)
        if count >= _MIN_EDGE_PX
    ]


def depth_edges(frame: Frame) -> npt.NDArray[np.bool_]:
    """(H, W) the near side of every depth jump; a shadow without return counts as background."""
    z = _filled(frame.depth_m.astype(np.float64))
    edges = np.zeros(z.shape, bool)
    for axis in (0, 1):
        for step in (1, -1):
            edges |= (np.roll(z, -step, axis) > z * (1.0 + _JUMP)) & (z > 0)
    edges[[0, -1]] = edges[:, [0, -1]] = False
    return edges


def colour_gradient(rgb: npt.NDArray[np.uint8]) -> Image:
    """(H, W) strength of the brightness step at each pixel, compressed so that none dominates."""
    grey = rgb.astype(np.float64) @ np.array([0.299, 0.587, 0.114])
    across, down = np.zeros(grey.shape), np.zeros(grey.shape)
    across[:, 1:-1] = grey[:, 2:] - grey[:, :-2]
    down[1:-1] = grey[2:] - grey[:-2]
    return np.asarray(np.log1p(np.hypot(across, down)), np.float64)


def _filled(z: Image) -> Image:
    """Missing depth along a row takes the farther of its two neighbours: the background."""
    z = np.where(np.isfinite(z), z, 0.0)
    cols = np.arange(z.shape[1])
    left = np.maximum.accumulate(np.where(z > 0, cols, -1), axis=1)
    right = np.minimum.accumulate(np.where(z > 0, cols, z.shape[1])[:, ::-1], axis=1)[:, ::-1]
    padded = np.pad(z, ((0, 0), (0, 1)))  # index -1 and W both read 0
    rows = np.arange(z.shape[0])[:, None]
    background = np.maximum(padded[rows, left], padded[rows, right])
    return np.asarray(np.where(z > 0, z, background), np.float64)


def _reduced(edges: npt.NDArray[np.bool_], step: int) -> Image:
    """Any edge pixel in a block makes the block one."""
    rows, cols = -(-edges.shape[0] // step), -(-edges.shape[1] // step)
    padded = np.zeros((rows * step, cols * step), bool)
    padded[: edges.shape[0], : edges.shape[1]] = edges
    blocks = padded.reshape(rows, step, cols, step).any(axis=(1, 3))
    return np.asarray(blocks, np.float64)


def _windows(size: tuple[int, int]) -> list[Window]:
    rows, cols = (np.linspace(0, n, k + 1).astype(int) for n, k in zip(size, _TILES, strict=True))
    return [
        (slice(rows[r], rows[r + 1]), slice(cols[c], cols[c + 1]))
        for r in range(_TILES[0])
        for c in range(_TILES[1])
    ]


def _correlation(edges: Image, gradient: Image, window: Window, reach: int) -> Image:
    """(2 reach + 1, 2 reach + 1) mean-free gradient summed over the tile's edges, by shift."""
    starts = [max(0, s.start - reach) for s in window]
    around = gradient[starts[0] : window[0].stop + reach, starts[1] : window[1].stop + reach]
    inner = edges[window]
    outer = np.zeros([_smooth_size(n + 2 * reach) for n in inner.shape])
    r, c = (start - s.start + reach for start, s in zip(starts, window, strict=True))
    outer[r : r + around.shape[0], c : c + around.shape[1]] = around - around.mean()
    spectrum = np.fft.rfft2(outer) * np.conj(np.fft.rfft2(inner, outer.shape))
    full = np.fft.irfft2(spectrum, outer.shape)
    return np.asarray(full[: 2 * reach + 1, : 2 * reach + 1], np.float64)


def _smooth_size(n: int) -> int:
    """The next multiple of 16: an FFT of a large prime is many times slower."""
    return -(-n // 16) * 16


def _peak(correlation: Image, reach: int, window: Window, step: int) -> TileShift:
    row, col = np.unravel_index(np.argmax(correlation), correlation.shape)
    spread = float(correlation.std())
    y, x = (float(step * (s.start + s.stop - 1) / 2) for s in window)
    shift = (float(step * (int(col) - reach)), float(step * (int(row) - reach)))
    height = float(correlation.max() - correlation.mean())
    return TileShift((x, y), shift, height / spread if spread > 0 else 0.0)


@dataclass(frozen=True, slots=True)
class Shift:
    """A linear field through the tiles' shifts.

    Attributes:
        centre_px: x, y in the image's middle.
        typical_px: median length over the tiles.
        largest_px: longest over the tiles.
    """

    centre_px: tuple[float, float]
    typical_px: float
    largest_px: float


def fit_shift(tiles: list[TileShift], size: tuple[int, int]) -> Shift | None:
    """The field of shifts; None where the tiles contradict each other.

    Two pinholes beside each other differ by a shift and a zoom, and a tile without common edges
    has its peak anywhere: a robust linear fit tells them apart.
    """
    if len(tiles) < _MIN_TILES:
        return None
    height, width = size
    middle = np.array([width, height]) / 2.0
    A = np.array([[1.0, *((t.centre_px - middle) / width)] for t in tiles])
    shifts = np.array([t.shift_px for t in tiles])
    weights = np.array([t.peak for t in tiles])
    for _ in range(_FIT_STEPS):
        W = weights[:, None]
        field = np.linalg.lstsq(A * W, shifts * W, rcond=None)[0]
        off = np.linalg.norm(A @ field - shifts, axis=1)
        # Cauchy's weight, over the residual that a sound tile may have.
        weights = np.array([t.peak for t in tiles]) / (1.0 + (off / (_SOUND * width)) ** 2)
    if float(np.median(off)) > 2 * _SOUND * width:
        return None
    lengths = np.linalg.norm(A @ field, axis=1)
    centre = (float(field[0, 0]), float(field[0, 1]))
    return Shift(centre, float(np.median(lengths)), float(lengths.max()))
