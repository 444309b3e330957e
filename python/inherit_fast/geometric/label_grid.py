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

    def filled(self) -> "FilledCells":
        """The cells that have a label."""
        flat = self.labels.reshape(-1)
        at = np.flatnonzero(flat != 0).astype(np.uint32)
        return FilledCells(self, at, flat[at])


@dataclass(frozen=True, slots=True, eq=False)
class FilledCells:
    """The labelled cells of a grid, most of which may be empty.

    Attributes:
        grid: where they lie.
        at: (N,) uint32 places in its flattened labels.
        labels: (N,) int32 label of each.
    """

    grid: LabelGrid
    at: npt.NDArray[np.uint32]
    labels: npt.NDArray[np.int32]

    def sizes(self) -> npt.NDArray[np.int64]:
        """(L + 1,) how many cells have each label; none has 0."""
        return np.bincount(self.labels, minlength=1)

    def cells(self, labels: list[int]) -> dict[int, Cells]:
        """(N, 2) int32 cells ix, iy of each of these labels, each in row-major order."""
        wanted = np.zeros(int(self.labels.max(initial=0)) + 1, bool)
        wanted[labels] = True
        chosen = wanted[self.labels]
        of = self.labels[chosen].astype(np.uint16)  # few enough for a sort by counting
        cells = self._cells(self.at[chosen][np.argsort(of, kind="stable")])
        ends = np.cumsum(np.bincount(of, minlength=len(wanted)))
        return {label: cells[ends[label - 1] : ends[label]] for label in labels}

    def common(self, before: LabelGrid) -> npt.NDArray[np.int64]:
        """(A, B) cells that have label b here and had label a before; row 0 counts nothing."""
        if np.array_equal(before.origin, self.grid.origin) and (
            before.labels.shape == self.grid.labels.shape
        ):
            had = before.labels.reshape(-1)[self.at]
        else:
            had = before.at(self._cells(self.at))
        rows, cols = (int(part.max(initial=0)) + 1 for part in (before.labels, self.labels))
        pairs = had * np.int64(cols) + self.labels
        table = np.bincount(pairs, minlength=rows * cols).reshape(rows, cols)
        table[0] = 0
        return table

    def _cells(self, at: npt.NDArray[np.uint32]) -> Cells:
        width = np.uint32(self.grid.labels.shape[1] or 1)
        row = at // width
        cells = np.empty((len(at), 2), np.int32)
        cells[:, 0], cells[:, 1] = at - row * width, row
        cells += self.grid.origin
        return cells
