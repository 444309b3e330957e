"""What perception hands to the mapper, and the protocols that every provider follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """One thing seen in one image.

    Attributes:
        mask: (H, W) uint8, 1 on the thing, in the frame's image.
        label: lower-case.
        score: 0 to 1.
        box_px: x0, y0, x1, y1 in pixels, x1 and y1 excluded.
        hints: further labels with their scores, best first, from a wider classifier.
        mask_score: how good the segmenter thinks the mask is; 1 where it does not say.
        others: further labels of the segmenter with their scores, best first.
    """

    mask: npt.NDArray[np.uint8]
    label: str
    score: float
    box_px: tuple[int, int, int, int]
    hints: tuple[tuple[str, float], ...] = ()
    mask_score: float = 1.0
    others: tuple[tuple[str, float], ...] = ()


class Segmenter(Protocol):
    """Finds instances; ``vocabulary`` limits the labels, empty means all it knows."""

    def __call__(self, frame: Frame, vocabulary: Sequence[str]) -> list[Instance]: ...


@runtime_checkable
class Counting(Protocol):
    """A part that tells what it left out, by reason."""

    @property
    def dropped(self) -> Mapping[str, int]: ...


Hints = tuple[tuple[str, float], ...]


class FeatureExtractor(Protocol):
    """Visual features for association: (N, dim) float32, unit length, one row an instance.

    ``describe`` gives the features together with label hints, empty where the model has none.
    """

    @property
    def dim(self) -> int: ...

    def describe(
        self, rgb: npt.NDArray[np.uint8], instances: Sequence[Instance]
    ) -> tuple[npt.NDArray[np.float32], list[Hints]]: ...


class TextEncoder(Protocol):
    """Sentence vectors: (N, dim) float32, unit length."""

    @property
    def dim(self) -> int: ...

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.float32]: ...
