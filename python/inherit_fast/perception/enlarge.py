"""Small logits of a network's square as logits of the image."""

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


def _taps(
    used: float, source: int, out: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], Logits]:
    places = np.clip((np.arange(out) + 0.5) * used / out - 0.5, 0, source - 1)
    low = places.astype(np.intp)
    return low, np.minimum(low + 1, source - 1), (places - low).astype(np.float32)
