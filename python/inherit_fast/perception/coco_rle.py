"""COCO's compressed run lengths of masks, the form that annotation tools exchange."""

import numpy as np
import numpy.typing as npt


def encode_rle(mask: npt.NDArray[np.uint8]) -> bytes:
    """Runs of zeros and ones down the columns of a (H, W) mask, zeros first, in printable bytes."""
    flat = np.asarray(mask != 0).ravel(order="F")
    changes = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    first = [0] if flat.size and flat[0] else []
    counts = np.diff(np.concatenate([first, [0], changes, [flat.size]]).astype(np.int64))
    return b"".join(_packed(value) for value in _deltas(counts.tolist()))


def decode_rle(counts: bytes, height: int, width: int) -> npt.NDArray[np.uint8]:
    """(H, W) uint8 mask of 0 and 1.

    Raises:
        ValueError: the bytes are damaged, or their runs do not fill the mask exactly.
    """
    runs: list[int] = []
    value, shift = 0, 0
    for byte in counts:
        code = byte - 48
        if not 0 <= code < 64 or shift > 60:
            raise ValueError("mask runs: damaged bytes")
        value |= (code & 31) << shift
        shift += 5
        if code & 32:
            continue
        if code & 16:
            value -= 1 << shift
        runs.append(value + (runs[-2] if len(runs) > 2 else 0))
        value, shift = 0, 0
    if shift or any(run < 0 for run in runs) or sum(runs) != height * width:
        raise ValueError(f"mask runs: expected {height * width} pixels, got {sum(runs)}")
    values = np.arange(len(runs), dtype=np.uint8) & 1
    flat = np.repeat(values, runs)
    return np.ascontiguousarray(flat.reshape((height, width), order="F"))


def _deltas(counts: list[int]) -> list[int]:
    """From the fourth on, what a run differs from the one before the last."""
    return [c - counts[i - 2] if i > 2 else c for i, c in enumerate(counts)]


def _packed(value: int) -> bytes:
    """Five bits a byte, lowest first, printable; the sixth bit says that more come."""
    out = bytearray()
    while True:
        low = value & 31
        value >>= 5
        more = value != (-1 if low & 16 else 0)
        out.append((low | 32 if more else low) + 48)
        if not more:
            return bytes(out)
