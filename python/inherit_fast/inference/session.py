"""What every runtime offers, so that models do not know which one runs them."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy.typing as npt

Arrays = Mapping[str, npt.NDArray[Any]]
"""Arrays by the name that the model file gives them."""


Held = Any
"""An output where the runtime left it, on a GPU in its memory; opaque. Another session of the same
runtime takes it as an input without a copy; it lives until the last reference to it is gone."""

Inputs = Mapping[str, npt.NDArray[Any] | Held]


class Session(Protocol):
    """A loaded model. Names, dtypes and shapes are those of the model file."""

    def run(self, inputs: Inputs) -> dict[str, npt.NDArray[Any]]:
        """All outputs by name.

        Raises:
            ModelError: an input is missing, unknown, or not of the model's type or shape.
        """

    def hold(self, inputs: Inputs) -> dict[str, Held]:
        """All outputs by name, not fetched: for what only another session will read.

        Raises:
            ModelError: as ``run``.
        """
