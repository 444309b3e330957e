"""Overlapping squares of an image, so that a detector of fixed input sees small things larger."""

import numpy as np

from inherit_fast.perception.crops import BoxPx

BORDER_PX = 6  # a box this near to a square's inner side was probably cut there


def tile_squares(width: int, height: int, tiles: int, side: float) -> list[BoxPx]:
    """Squares of ``side`` times the longer side: ``tiles`` along it, as many across as it takes.

    None for fewer than two tiles: the whole image is looked at anyway.
    """
    if tiles < 2:
        return []
    length = side * max(width, height)
    across = 1 if length >= min(width, height) else tiles
    columns, rows = (tiles, across) if width >= height else (across, tiles)
    return [
        (x, y, x + length, y + length)
        for y in _starts(height, length, rows)
        for x in _starts(width, length, columns)
    ]


def is_cut(box_px: BoxPx, square: BoxPx, width: int, height: int) -> bool:
    """Whether a box ends at a side of its square that is not the image's."""
    x0, y0, x1, y1 = box_px
    return (
        (square[0] > 0 and x0 <= square[0] + BORDER_PX)
        or (square[1] > 0 and y0 <= square[1] + BORDER_PX)
        or (square[2] < width and x1 >= square[2] - BORDER_PX)
        or (square[3] < height and y1 >= square[3] - BORDER_PX)
    )


def _starts(size: int, length: float, count: int) -> list[float]:
    if count == 1:
        return [(size - length) / 2]
    return [float(v) for v in np.linspace(0.0, size - length, count)]
