"""What every runtime offers, so that models do not know which one runs them."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy.typing as npt

Arrays = Mapping[str, npt.NDArray[Any]]
"""Arrays by the name that the model file gives them."""


class Session(Protocol):
    """A loaded model. Names, dtypes and shapes are those of the model file."""

    def run(self, inputs: Arrays) -> dict[str, npt.NDArray[Any]]:
        """All outputs by name.

        Raises:
            ModelError: an input is missing, unknown, or not of the model's type or shape.
        """
