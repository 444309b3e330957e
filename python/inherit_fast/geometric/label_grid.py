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

    def sizes(self) -> npt.NDArray[np.int64]:
        """(L + 1,) how many cells have each label, 0 included."""
        return np.bincount(self.labels.reshape(-1), minlength=1)

    def cells(self, labels: list[int]) -> dict[int, Cells]:
        """(N, 2) int32 cells ix, iy of each of these labels, each in row-major order."""
        flat = self.labels.reshape(-1)
        wanted = np.zeros(max(labels, default=0) + 1, bool)
        wanted[labels] = True
        at = np.flatnonzero(wanted.take(flat, mode="clip") & (flat < len(wanted)))
        of = flat[at].astype(np.uint16)  # few enough for a sort by counting
        order = np.argsort(of, kind="stable")
        row, col = np.divmod(at[order].astype(np.uint32), np.uint32(self.labels.shape[1] or 1))
        cells = np.empty((len(at), 2), np.int32)
        cells[:, 0], cells[:, 1] = col, row
        cells += self.origin
        ends = np.cumsum(np.bincount(of, minlength=len(wanted)))
        return {label: cells[ends[label - 1] : ends[label]] for label in labels}

    def overlaps(self, other: "LabelGrid") -> npt.NDArray[np.int64]:
        """(A, B) cells that have label a here and label b there, 0 included."""
        corner = np.maximum(self.origin, other.origin)
        ends = [g.origin + np.array(g.labels.shape[::-1]) for g in (self, other)]
        size = np.maximum(np.minimum(*ends) - corner, 0)
        mine, theirs = (
            g.labels[r : r + size[1], c : c + size[0]]
            for g in (self, other)
            for c, r in [(corner - g.origin).tolist()]
        )
        count_a, count_b = (int(g.labels.max(initial=0)) + 1 for g in (self, other))
        pairs = mine.astype(np.int64) * count_b + theirs
        table = np.bincount(pairs.reshape(-1), minlength=count_a * count_b)
        return table.reshape(count_a, count_b)
