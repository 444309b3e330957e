"""Where a walker can go on one floor, and the ways between two points."""

import heapq
import math

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.build import House
from inherit_fast.datasets.house.shapes import Rect, bounds_of

CELL_M = 0.1
CLEAR_M = 0.22  # from the camera to anything solid
_BAND_M = (0.06, 1.75)
_NEIGHBOURS = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]

Points = npt.NDArray[np.float64]


class WalkGrid:
    """Free cells of a floor; cells near things are free but dear."""

    def __init__(self, house: House, floor: int) -> None:
        self._outline = house.plan.outline.grown(0.1)
        self.shape = (
            math.ceil(self._outline.width / CELL_M),
            math.ceil(self._outline.depth / CELL_M),
        )
        rects = _obstacles(house, floor)
        self.free = ~self._covered(rects, CLEAR_M)
        near = self._covered(rects, CLEAR_M + 0.12).astype(float)
        self._cost = 1.0 + 2.0 * near + self._covered(rects, CLEAR_M + 0.3)

    def _covered(self, rects: list[Rect], margin: float) -> npt.NDArray[np.bool_]:
        covered = np.zeros(self.shape, bool)
        for rect in rects:
            low = self.cell((rect.x0 - margin, rect.y0 - margin))
            high = self.cell((rect.x1 + margin, rect.y1 + margin))
            i, j = max(0, low[0]), max(0, low[1])
            covered[i : max(i, high[0] + 1), j : max(j, high[1] + 1)] = True
        return covered

    def cell(self, at: tuple[float, float]) -> tuple[int, int]:
        """The cell around a point."""
        x, y = at[0] - self._outline.x0, at[1] - self._outline.y0
        return math.floor(x / CELL_M), math.floor(y / CELL_M)

    def point(self, cell: tuple[int, int]) -> tuple[float, float]:
        """The middle of a cell."""
        return (
            self._outline.x0 + (cell[0] + 0.5) * CELL_M,
            self._outline.y0 + (cell[1] + 0.5) * CELL_M,
        )

    def way(self, start: tuple[float, float], goal: tuple[float, float]) -> Points | None:
        """(N, 2) a smooth path from start to goal, or None if there is no way."""
        cells = self._search(self.cell(start), self.cell(goal))
        if cells is None:
            return None
        points = np.array([start, *(self.point(c) for c in cells[1:-1]), goal])
        return self._smooth(points)

    def _search(
        self, start: tuple[int, int], goal: tuple[int, int]
    ) -> list[tuple[int, int]] | None:
        best = {start: 0.0}
        came: dict[tuple[int, int], tuple[int, int]] = {}
        heap = [(0.0, start)]
        while heap:
            _, at = heapq.heappop(heap)
            if at == goal:
                return _unwind(came, goal)
            for i, j in _NEIGHBOURS:
                to = (at[0] + i, at[1] + j)
                if not (0 <= to[0] < self.shape[0] and 0 <= to[1] < self.shape[1]):
                    continue
                if not self.free[to] and to != goal:
                    continue
                cost = best[at] + math.hypot(i, j) * float(self._cost[to])
                if cost < best.get(to, math.inf):
                    best[to], came[to] = cost, at
                    ahead = math.hypot(goal[0] - to[0], goal[1] - to[1])
                    heapq.heappush(heap, (cost + ahead, to))
        return None

    def _smooth(self, points: Points) -> Points:
        """A moving average over about 0.7 m that never enters a blocked cell."""
        smooth = points.copy()
        for k in range(1, len(points) - 1):
            half = min(4, k, len(points) - 1 - k)
            mean = points[k - half : k + half + 1].mean(axis=0)
            if self.free[self.cell((mean[0], mean[1]))]:
                smooth[k] = mean
        return smooth


def _unwind(
    came: dict[tuple[int, int], tuple[int, int]], goal: tuple[int, int]
) -> list[tuple[int, int]]:
    cells = [goal]
    while cells[-1] in came:
        cells.append(came[cells[-1]])
    return cells[::-1]


def _obstacles(house: House, floor: int) -> list[Rect]:
    low, high = (house.floor_heights_m[floor] + h for h in _BAND_M)
    rects = []
    solids = [s for s, _ in house.shell] + [s for o in house.objects for s in o.solids]
    for solid in solids:
        a, b = bounds_of([solid])
        if b[2] > low and a[2] < high:
            rects.append(Rect(a[0], a[1], b[0], b[1]))
    if house.plan.stairs is not None:
        rects.append(house.plan.stairs.rect)
    return rects
