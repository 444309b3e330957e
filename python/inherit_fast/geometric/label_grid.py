"""Room labels of a rectangle of cells."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Cells = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class LabelGrid:
    """Labels of a rectangle of cells; row r, column c is cell (origin[0] + c, origin[1] + r).

    Attributes:
        origin: (2,) int32 ix, iy.
        labels: (H, W) int32, 0 for no room.
    """

    origin: Cells
    labels: npt.NDArray[np.int32]

    def at(self, cells: Cells) -> npt.NDArray[np.int32]:
        """(N,) labels of (N, 2) cells ix, iy; 0 outside."""
        col, row = (cells - self.origin).T
        height, width = self.labels.shape
        inside = (row >= 0) & (row < height) & (col >= 0) & (col < width)
        found = np.zeros(len(cells), np.int32)
        found[inside] = self.labels[row[inside], col[inside]]
        return found

    def nearest(self, cell: Cells, reach: float) -> int:
        """Label of the labelled cell nearest to ``cell``, within ``reach`` cells; 0 if none is."""
        col, row = (int(v) for v in cell - self.origin)
        span = int(np.ceil(reach))
        top, left = max(row - span, 0), max(col - span, 0)
        around = self.labels[top : max(row + span + 1, 0), left : max(col + span + 1, 0)]
        rows, cols = np.nonzero(around)
        if not len(rows):
            return 0
        squares = (rows + top - row) ** 2 + (cols + left - col) ** 2
        best = int(squares.argmin())
        return int(around[rows[best], cols[best]]) if squares[best] <= reach**2 else 0
