"""Finds places for labels so that they hide neither each other nor what they name."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Box = tuple[float, float, float, float]  # x0, y0, x1, y1 in pixels, y down


@dataclass(slots=True)
class LabelLayout:
    """Pixel boxes in use on one page.

    Attributes:
        page: no label leaves it.
        things: boxes that labels should not hide; hiding them costs by area.
        labels: boxes of placed labels; no two overlap.
    """

    page: Box
    things: list[Box] = field(default_factory=list)
    labels: list[Box] = field(default_factory=list)

    def place(self, options: Iterable[Box], own: Box | None = None) -> Box | None:
        """Take the cheapest option; earlier ones are preferred, ``own`` may be covered.

        Returns:
            None if every option collides with a label or leaves the page.
        """
        best, best_cost = None, float("inf")
        for rank, option in enumerate(options):
            if not _holds(self.page, option) or any(_shared(option, o) for o in self.labels):
                continue
            hidden = sum(_shared(option, t) for t in self.things if t != own)
            cost = rank * 6.0 + hidden
            if cost < best_cost:
                best, best_cost = option, cost
        if best is not None:
            self.labels.append(best)
        return best


def around(
    thing: Box, width: float, height: float, gaps: Sequence[float] = (2, 9, 18)
) -> list[Box]:
    """Boxes of a label's size: on the thing if it fits, else beside, above and below it."""
    x0, y0, x1, y1 = thing
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    options = []
    if width <= x1 - x0 and height <= y1 - y0:
        options.append(_centered(cx, cy, width, height))
    for gap in gaps:
        right, left = x1 + gap + width / 2, x0 - gap - width / 2
        above, below = y0 - gap - height / 2, y1 + gap + height / 2
        spots = [(right, cy), (cx, above), (cx, below), (left, cy)]
        spots += [(right, above), (left, above), (right, below), (left, below)]
        options += [_centered(x, y, width, height) for x, y in spots]
    return options


def grid_of(inside: Box, width: float, height: float, steps: int = 9) -> list[Box]:
    """Boxes of a label's size all over an area, the middle first."""
    x0, y0, x1, y1 = inside
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    spots = [
        (x0 + (x1 - x0) * (i + 0.5) / steps, y0 + (y1 - y0) * (j + 0.5) / steps)
        for i in range(steps)
        for j in range(steps)
    ]
    spots.sort(key=lambda s: (s[0] - cx) ** 2 + (s[1] - cy) ** 2)
    return [_centered(x, y, width, height) for x, y in spots]


def _centered(x: float, y: float, width: float, height: float) -> Box:
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def _shared(a: Box, b: Box) -> float:
    """Area that two boxes share."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def gap_between(a: Box, b: Box) -> float:
    """Distance between two boxes, 0 if they touch."""
    dx = max(a[0] - b[2], b[0] - a[2], 0.0)
    return math.hypot(dx, max(a[1] - b[3], b[1] - a[3], 0.0))


def inside(box: Box, outline: npt.NDArray[np.float64]) -> bool:
    """True if all corners of a box lie in the polygon (N, 2)."""
    corners = [(box[i], box[j]) for i in (0, 2) for j in (1, 3)]
    return all(_in_polygon(c, outline) for c in corners)


def _in_polygon(point: tuple[float, float], outline: npt.NDArray[np.float64]) -> bool:
    inside = False
    for (ax, ay), (bx, by) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if (ay > point[1]) != (by > point[1]):
            inside ^= bool(point[0] < (bx - ax) * (point[1] - ay) / (by - ay) + ax)
    return inside
