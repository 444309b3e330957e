"""Between a network's square and the image that it shows."""

import numpy as np
import numpy.typing as npt

Logits = npt.NDArray[np.float32]


def enlarge(logits: Logits, used: tuple[float, float], shape: tuple[int, int]) -> Logits:
    """Bilinear between pixel centres, the border repeated.

    Args:
        logits: (N, h, w).
        used: rows and columns of ``logits``, from the top left, that show the image.
        shape: height and width of the image.

    Returns:
        (N, height, width) float32, C-contiguous.
    """
    low, high, share = _taps(used[0], logits.shape[1], shape[0])
    rows = logits[:, low] * (1 - share)[:, None] + logits[:, high] * share[:, None]
    low, high, share = _taps(used[1], logits.shape[2], shape[1])
    # Indexing by a list turns the memory's order around; masks are handed on to compiled code.
    large = rows[:, :, low] * (1 - share) + rows[:, :, high] * share
    return np.ascontiguousarray(large, np.float32)


def used_part(fit: str, shape: tuple[int, int], size: tuple[int, ...]) -> tuple[float, float]:
    """Rows and columns of a map of ``size`` that show an image of ``shape``.

    ``fit`` is the manifest's: ``stretch`` fills the square with the image, ``corner`` keeps its
    proportions in the top left corner.
    """
    if fit == "stretch":
        return float(size[0]), float(size[1])
    side = max(shape)
    return size[0] * shape[0] / side, size[1] * shape[1] / side


def shown_extent(fit: str, shape: tuple[int, ...]) -> tuple[float, float]:
    """Width and height, in pixels of an image of ``shape``, of what the network's square shows."""
    if fit == "stretch":
        return float(shape[1]), float(shape[0])
    return float(max(shape[:2])), float(max(shape[:2]))


def shrink_votes(
    votes: npt.NDArray[np.int8], used: tuple[float, float], size: tuple[int, ...]
) -> npt.NDArray[np.int8]:
    """(N, H, W) of the image as (N, *size) of the square, by the pixel under each centre.

    Cells outside ``used`` (see ``enlarge``) get 0.
    """
    small = np.zeros((len(votes), *size), np.int8)
    rows, cols = (_under(used[i], size[i], votes.shape[1 + i]) for i in (0, 1))
    small[:, : len(rows), : len(cols)] = votes[:, rows][:, :, cols]
    return small


def _under(used: float, size: int, source: int) -> npt.NDArray[np.intp]:
    places = ((np.arange(size) + 0.5) * source / used).astype(np.intp)
    return places[places < source]


def _taps(
    used: float, source: int, out: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], Logits]:
    places = np.clip((np.arange(out) + 0.5) * used / out - 0.5, 0, source - 1)
    low = places.astype(np.intp)
    return low, np.minimum(low + 1, source - 1), (places - low).astype(np.float32)
