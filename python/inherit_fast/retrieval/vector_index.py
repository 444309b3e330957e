"""Exact nearest vectors for the dense paths: a product for small maps, FAISS for large ones.

The vectors are those of texts (paper, section III-D) or of views (``look_alikes``).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

_SLACK = 1e-4  # more than float32 sums of unit vectors can differ by their order
_SPARE = 12  # asked for beyond what is wanted: shows whether more of them tie with the last


class VectorIndex:
    """Finds the kept vectors that are nearest to another one by cosine.

    Equal vectors are searched once: "a chair in the office" is said of many. Both ways only gather
    candidates; the order comes from sums in double, equal ones by row. So the answers depend
    neither on the way, nor on threads, nor on how a matrix product is blocked.
    """

    def __init__(self, kept: Floats, *, indexed_from: int) -> None:
        """Keep the vectors, and index them where there are many.

        Args:
            kept: (N, D) unit vectors, one a row of what is searched; D = 0 where there are none.
            indexed_from: number of different vectors from which on FAISS is loaded.
        """
        kinds: dict[bytes, int] = {}
        kind_of = [kinds.setdefault(row.tobytes(), len(kinds)) for row in kept]
        self._kind_of = np.array(kind_of, np.int32)
        first = np.unique(self._kind_of, return_index=True)[1]
        self._kinds = kept if len(first) == len(kept) else kept[first]
        many = kept.shape[1] > 0 and len(first) >= indexed_from
        self._gather: _Product | _Faiss = _Faiss(self._kinds) if many else _Product(self._kinds)

    def __call__(self, vectors: Floats, most: int, allowed: Mask) -> list[Indices]:
        """The nearest rows of each vector, best first.

        Args:
            vectors: (Q, D) unit vectors.
            most: rows at most for each.
            allowed: (N,) rows that may be found.
        """
        wanted = np.zeros(len(self._kinds), np.bool_)
        wanted[self._kind_of[allowed]] = True
        enough = min(most, int(wanted.sum()))
        if not self._kinds.shape[1] or enough < 1:
            return [np.zeros(0, np.int32) for _ in vectors]
        gathered = self._gather(vectors, enough, wanted)
        return [
            self._best(vector, kinds, allowed)[:most]
            for vector, kinds in zip(vectors, gathered, strict=True)
        ]

    def _best(self, vector: Floats, kinds: Indices, allowed: Mask) -> Indices:
        """The allowed rows of these kinds in order."""
        cosine = np.full(len(self._kinds), -np.inf)
        cosine[kinds] = (self._kinds[kinds].astype(np.float64) * vector).sum(axis=1)
        of_row = cosine[self._kind_of]
        rows = np.flatnonzero(allowed & (of_row > -np.inf)).astype(np.int32)
        return rows[np.argsort(-of_row[rows], kind="stable")]


class _Product:
    """Candidates from one product over all vectors."""

    def __init__(self, kept: Floats) -> None:
        self._kept = kept

    def __call__(self, vectors: Floats, most: int, allowed: Mask) -> list[Indices]:
        """Every allowed row that is no farther than the ``most``-th, give or take the slack."""
        scores = self._kept @ vectors.T
        scores[~allowed] = -np.inf
        last = np.partition(scores, -most, axis=0)[-most]
        return [
            np.flatnonzero(s >= v - _SLACK).astype(np.int32)
            for s, v in zip(scores.T, last, strict=True)
        ]


class _Faiss:
    """Candidates from a flat index of inner products."""

    def __init__(self, kept: Floats) -> None:
        self._faiss: Any = import_module("faiss")  # a tenth of a second that small maps are spared
        self._index = self._faiss.IndexFlatIP(kept.shape[1])
        self._index.add(np.ascontiguousarray(kept))

    def __call__(self, vectors: Floats, most: int, allowed: Mask) -> list[Indices]:
        """Every allowed row that is no farther than the ``most``-th, give or take the slack."""
        vectors = np.ascontiguousarray(vectors, np.float32)
        selector = None
        if not allowed.all():
            selector = self._faiss.IDSelectorBitmap(np.packbits(allowed, bitorder="little"))
        params = self._faiss.SearchParameters(sel=selector)
        with self._one_thread():
            scores, rows = self._index.search(vectors, most + _SPARE, params=params)
            floors = scores[:, most - 1] - _SLACK
            ends = (rows[:, -1] < 0) | (scores[:, -1] < floors)
            return [
                found[(found >= 0) & (s >= floor)].astype(np.int32)
                if end
                else self._ties(vector, floor, params)
                for vector, s, found, floor, end in zip(
                    vectors, scores, rows, floors, ends, strict=True
                )
            ]

    def _ties(self, vector: Floats, floor: np.float32, params: Any) -> Indices:
        """All rows from ``floor`` on, where too many are alike for a list of fixed length."""
        _, _, rows = self._index.range_search(vector[None], float(floor), params=params)
        return np.asarray(rows, np.int32)

    @contextmanager
    def _one_thread(self) -> Iterator[None]:
        """The mapper and other questions have the other cores; this thread's limit is put back."""
        before = self._faiss.omp_get_max_threads()
        self._faiss.omp_set_num_threads(1)
        try:
            yield
        finally:
            self._faiss.omp_set_num_threads(before)
