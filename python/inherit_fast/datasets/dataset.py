"""What every source of frames offers, whatever its files look like."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame


@dataclass(frozen=True, slots=True)
class BadFrame:
    """A frame that was skipped, and the sentence that says why."""

    index: int
    reason: str


class Dataset(Protocol):
    """A finite, re-iterable sequence of good frames in time order.

    Attributes:
        name: the reader's name, such as ``7scenes``.
        T_map_source: (4, 4) float64, points of the source's world to the map's world (z up).
        instance_labels: label of each id in ``Frame.instances``; empty without instance images.
        bad_frames: what the last iteration skipped.
        notes: sentences on what had to be supposed, for people.
    """

    name: str
    T_map_source: npt.NDArray[np.float64]
    instance_labels: Mapping[int, str]
    bad_frames: list[BadFrame]
    notes: Sequence[str]

    def __len__(self) -> int:
        """All frames, good or bad."""

    def __iter__(self) -> Iterator[Frame]:
        """The same as ``frames(0)``."""

    def frames(self, start: int) -> Iterator[Frame]:
        """Good frames whose index is at least ``start``; earlier ones are not read from disk.

        Raises:
            DatasetError: more than half of all frames are bad.
        """
