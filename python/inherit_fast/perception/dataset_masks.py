"""Instances from a data set's own instance images, so that mapping is judged apart from seeing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.perception.seams import Instance
from inherit_fast.perception.vocabulary import checked_vocabulary


@dataclass(frozen=True, slots=True)
class DatasetSegmenterConfig:
    """Which of a data set's instances are things.

    Attributes:
        min_pixels: smaller instances are left out.
        background: labels that are the building, not things.
    """

    min_pixels: int = 60
    background: tuple[str, ...] = ("wall", "floor", "ceiling", "undefined", "unlabeled", "void")


class DatasetSegmenter:
    """One instance an id of ``Frame.instances`` (see Segmenter).

    Args:
        labels: label of each id.
        vocabulary: labels looked for when a call names none; None means all that are things.
        config: which labels are things.

    Raises:
        VocabularyError: ``vocabulary`` is empty, or holds labels that the data set does not have.
    """

    def __init__(
        self,
        labels: Mapping[int, str],
        vocabulary: Sequence[str] | None = None,
        config: DatasetSegmenterConfig | None = None,
    ) -> None:
        self._config = config or DatasetSegmenterConfig()
        background = set(self._config.background)
        self._labels = {i: label for i, label in labels.items() if label not in background}
        self._known = sorted(set(self._labels.values()))
        self.vocabulary = checked_vocabulary(
            self._known if vocabulary is None else vocabulary, self._known
        )

    def __call__(self, frame: Frame, vocabulary: Sequence[str] = ()) -> list[Instance]:
        """Instances in rising order of id; those without a label are left out."""
        wanted = checked_vocabulary(vocabulary or self.vocabulary, self._known)
        if frame.instances is None:
            return []
        ids, pixels = np.unique(frame.instances, return_counts=True)
        return [
            _instance(frame.instances, i, self._labels[i])
            for i in ids[pixels >= self._config.min_pixels].tolist()
            if self._labels.get(i) in wanted
        ]


def _instance(ids: npt.NDArray[np.int32], wanted: int, label: str) -> Instance:
    mask = ids == wanted
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    box = (int(cols[0]), int(rows[0]), int(cols[-1]) + 1, int(rows[-1]) + 1)
    return Instance(mask.view(np.uint8), label, 1.0, box)
