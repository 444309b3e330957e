"""Where in an image a detector of fixed input should look again, closer, for small things.

A small thing of which the whole image shows a dozen pixels raises a score, but not enough. One
square is cut out where most such scores lie together, and there the thing is seen larger.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.perception.boxes import Detection, iou, suppress
from inherit_fast.perception.crops import BoxPx

BORDER_PX = 6  # a box this near to a square's inner side was probably cut there


@dataclass(frozen=True, slots=True)
class SecondLookConfig:
    """One closer look at a part of each image.

    Attributes:
        side: of the square, as a share of the image's longer side; 0 looks only once.
        min_score: of what may be there; a score of the first look from which on it counts.
        min_found: score of what the second look finds.
        max_size: longest side of such a box, and of what the second look finds, as a share of the
            square's side: larger things were seen well enough before.
        max_overlap: boxes that overlap more are one thing, and known if one was detected.
        min_sum: of the scores in a square, below which there is nothing to look at.
        most: boxes that are thought about, best first.
        steps: places of the square along each side of the image.
    """

    side: float = 0.5
    min_score: float = 0.08
    min_found: float = 0.3
    max_size: float = 0.25
    max_overlap: float = 0.3
    min_sum: float = 1.0
    most: int = 100
    steps: int = 6


def square_for(
    weak: Sequence[Detection],
    known: Sequence[Detection],
    width: int,
    height: int,
    config: SecondLookConfig,
) -> BoxPx | None:
    """The square of an image in which the scores of small unknown things add up to most.

    The first of equal ones, from the top left; None where there is nothing to look at.

    Args:
        weak: what may be there, whatever its label.
        known: what was detected.
        width: of the image in pixels.
        height: the same.
        config: how large the square is, and what it looks for.
    """
    side = config.side * max(width, height)
    small = [d._replace(label="") for d in weak if longest_side(d) <= config.max_size * side]
    ranked = sorted(small, key=lambda d: (-d.score, d.box_px))[: config.most]
    apart = suppress(ranked, config.max_overlap, config.max_overlap)
    taken = np.array([d.box_px for d in known], np.float64).reshape(-1, 4)
    new = [
        d for d in apart if iou(np.array(d.box_px), taken).max(initial=0.0) <= config.max_overlap
    ]
    if not new:
        return None
    corners = _corners(width, height, side, config.steps)
    sums = _sums(new, corners, side)
    best = int(np.argmax(sums))
    x, y = corners[best].tolist()
    return (x, y, x + side, y + side) if sums[best] >= config.min_sum else None


def is_news(d: Detection, square: BoxPx, width: int, height: int, max_size: float) -> bool:
    """Whether a detection of the second look is a whole thing that the first was too far for."""
    small = longest_side(d) <= max_size * (square[2] - square[0])
    return small and not is_cut(d.box_px, square, width, height)


def is_cut(box_px: BoxPx, square: BoxPx, width: int, height: int) -> bool:
    """Whether a box ends at a side of its square that is not the image's."""
    x0, y0, x1, y1 = box_px
    return (
        (square[0] > 0 and x0 <= square[0] + BORDER_PX)
        or (square[1] > 0 and y0 <= square[1] + BORDER_PX)
        or (square[2] < width and x1 >= square[2] - BORDER_PX)
        or (square[3] < height and y1 >= square[3] - BORDER_PX)
    )


def longest_side(d: Detection) -> float:
    """In pixels of the image."""
    x0, y0, x1, y1 = d.box_px
    return max(x1 - x0, y1 - y0)


def _corners(width: int, height: int, side: float, steps: int) -> npt.NDArray[np.float64]:
    """(P, 2) x, y of the top left corners of all places, row by row."""
    xs, ys = (np.linspace(0.0, max(0.0, size - side), steps) for size in (width, height))
    return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)


def _sums(
    things: Sequence[Detection], corners: npt.NDArray[np.float64], side: float
) -> npt.NDArray[np.float64]:
    """(P,) scores of the things that lie whole in each square."""
    boxes = np.array([d.box_px for d in things])
    low = (boxes[None, :, :2] >= corners[:, None]).all(axis=2)
    high = (boxes[None, :, 2:] <= corners[:, None] + side).all(axis=2)
    scores = np.array([d.score for d in things])
    return np.asarray(np.where(low & high, scores, 0.0).sum(axis=1))
