"""Whether two labels may name one thing, asked once for every pair."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Consistent = Callable[[str, str], bool]


class Agreement:
    """Remembers the answers of ``consistent``; a label always agrees with itself."""

    def __init__(self, consistent: Consistent) -> None:
        self._consistent = consistent
        self._known: dict[tuple[str, str], bool] = {}

    def __call__(self, a: str, b: str) -> bool:
        """Whether label ``a`` agrees with label ``b``."""
        key = (a, b)
        if key not in self._known:
            self._known[key] = a == b or self._consistent(a, b)
        return self._known[key]

    def table(self, rows: Sequence[str], names: Sequence[str]) -> npt.NDArray[np.uint8]:
        """(L, L) uint8 over ``names``; only the rows of the labels ``rows`` are filled in."""
        agree = np.zeros((len(names), len(names)), np.uint8)
        number = {name: i for i, name in enumerate(names)}
        for label in set(rows):
            agree[number[label]] = [self(label, name) for name in names]
        return agree
