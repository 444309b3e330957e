"""Tensor notes of the manifest, such as ``float32 nx3x260x260``, read and held against arrays."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import ModelError

FREE_SIZE = 2  # of dimensions that a sample may choose


@dataclass(frozen=True, slots=True)
class TensorNote:
    """Type and shape of one input or output; a letter stands for a size that may vary."""

    dtype: np.dtype[Any]
    shape: tuple[int | str, ...]

    @classmethod
    def of(cls, text: str) -> "TensorNote":
        """Read a note.

        Raises:
            ModelError: it is not a type and a shape.
        """
        try:
            dtype, _, shape = text.partition(" ")
            sizes = shape.split("x") if shape else []
            return cls(np.dtype(dtype), tuple(int(s) if s.isdigit() else s for s in sizes))
        except TypeError as error:
            raise ModelError(f"model manifest: {text!r} is not a type and a shape") from error

    def accepts(self, array: npt.NDArray[Any]) -> bool:
        """Whether type and all fixed sizes are the array's."""
        return (
            array.dtype == self.dtype
            and array.ndim == len(self.shape)
            and all(
                isinstance(want, str) or want == got
                for want, got in zip(self.shape, array.shape, strict=True)
            )
        )

    def sample(self, rng: np.random.Generator) -> npt.NDArray[Any]:
        """Noise of this type; ones where it is whole numbers."""
        shape = tuple(FREE_SIZE if isinstance(size, str) else size for size in self.shape)
        if self.dtype.kind == "f":
            return rng.standard_normal(shape).astype(self.dtype)
        return np.ones(shape, self.dtype)


def sample_inputs(
    notes: Mapping[str, str], given: Mapping[str, Any], seed: int = 0
) -> dict[str, npt.NDArray[Any]]:
    """Inputs that fit ``notes``: the values of ``given`` where there are some, noise elsewhere."""
    rng = np.random.default_rng(seed)
    inputs = {}
    for name, text in notes.items():
        note = TensorNote.of(text)
        inputs[name] = np.array(given[name], note.dtype) if name in given else note.sample(rng)
    return inputs
