"""Boxes of a detector become masks by a promptable segmenter: colour alone, no depth needed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inherit_fast.frame import Frame
from inherit_fast.perception.depth_segmenter import Detector, take_out_contained
from inherit_fast.perception.promptable import MaskPrompter
from inherit_fast.perception.seams import Instance
from inherit_fast.perception.vocabulary import checked_vocabulary


@dataclass(frozen=True, slots=True)
class DetectorSegmenterConfig:
    """Which masks are kept.

    Attributes:
        min_pixels: smaller masks are dropped.
        min_mask_score: masks that the segmenter itself trusts less are dropped.
        min_contained: a mask with this share inside a larger one is taken out of that one.
    """

    min_pixels: int = 60
    min_mask_score: float = 0.5
    min_contained: float = 0.7


class DetectorSegmenter:
    """Instances from a detector's boxes and the masks that they prompt (see Segmenter).

    Args:
        detector: finds the boxes.
        prompter: turns boxes into masks.
        vocabulary: labels looked for when a call names none.
        config: which masks are kept.

    Raises:
        VocabularyError: ``vocabulary`` is empty or holds labels that the detector does not know.
    """

    def __init__(
        self,
        detector: Detector,
        prompter: MaskPrompter,
        vocabulary: Sequence[str],
        config: DetectorSegmenterConfig | None = None,
    ) -> None:
        self._detector = detector
        self._prompter = prompter
        self._config = config or DetectorSegmenterConfig()
        self.vocabulary = checked_vocabulary(vocabulary, detector.labels)

    def __call__(self, frame: Frame, vocabulary: Sequence[str] = ()) -> list[Instance]:
        """Instances, best detection first."""
        c = self._config
        wanted = checked_vocabulary(vocabulary or self.vocabulary, self._detector.labels)
        found = self._detector(frame.rgb, wanted)
        boxes = np.array([d.box_px for d in found], np.float64).reshape(-1, 4)
        masks, scores = self._prompter(frame.rgb, boxes)
        extents = [mask_box(mask) for mask in masks]
        labels = [d.label for d in found]
        take_out_contained(masks, extents, labels, c.min_contained)
        return [
            Instance(mask, d.label, d.score, box, mask_score=float(score))
            for d, box, mask, score in zip(found, extents, masks, scores, strict=True)
            if score >= c.min_mask_score and np.count_nonzero(mask) >= c.min_pixels
        ]


def mask_box(mask: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> tuple[int, int, int, int]:
    """x0, y0, x1, y1 of the non-zero pixels, x1 and y1 excluded; zeros where there are none."""
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return 0, 0, 0, 0
    return int(cols[0]), int(rows[0]), int(cols[-1]) + 1, int(rows[-1]) + 1
