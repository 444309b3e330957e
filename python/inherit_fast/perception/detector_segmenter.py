"""Boxes of a detector become masks by a promptable segmenter; depth has a vote where it is."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from inherit_fast.frame import Frame
from inherit_fast.perception.depth_segmenter import DepthSegmenterConfig, Detector
from inherit_fast.perception.depth_vote import depth_votes
from inherit_fast.perception.promptable import MaskPrompter
from inherit_fast.perception.seams import Instance
from inherit_fast.perception.share_out import ShareOutConfig, share_out
from inherit_fast.perception.vocabulary import checked_vocabulary


@dataclass(frozen=True, slots=True)
class DetectorSegmenterConfig:
    """How masks are made of boxes, and which are kept.

    Attributes:
        min_pixels: smaller masks are dropped.
        min_mask_score: masks that the segmenter itself trusts less are dropped.
        depth: depth has a vote in the masks; False means colour alone.
        share_out: which of two overlapping masks keeps what both claim.
    """

    min_pixels: int = 60
    min_mask_score: float = 0.5
    depth: bool = True
    share_out: ShareOutConfig = field(default_factory=ShareOutConfig)


class DetectorSegmenter:
    """Instances from a detector's boxes and the masks that they prompt (see Segmenter).

    Args:
        detector: finds the boxes.
        prompter: turns boxes into masks.
        vocabulary: labels looked for when a call names none.
        config: how masks are made, and which are kept.
        by_depth: what is a plane, and what a jump in depth.

    Raises:
        VocabularyError: ``vocabulary`` is empty or holds labels that the detector does not know.
    """

    def __init__(
        self,
        detector: Detector,
        prompter: MaskPrompter,
        vocabulary: Sequence[str],
        config: DetectorSegmenterConfig | None = None,
        by_depth: DepthSegmenterConfig | None = None,
    ) -> None:
        self._detector = detector
        self._prompter = prompter
        self._config = config or DetectorSegmenterConfig()
        self._by_depth = by_depth or DepthSegmenterConfig()
        self.vocabulary = checked_vocabulary(vocabulary, detector.labels)

    def __call__(self, frame: Frame, vocabulary: Sequence[str] = ()) -> list[Instance]:
        """Instances, best detection first."""
        c = self._config
        wanted = checked_vocabulary(vocabulary or self.vocabulary, self._detector.labels)
        found = self._detector(frame.rgb, wanted)
        boxes = np.array([d.box_px for d in found], np.float64).reshape(-1, 4)
        votes = depth_votes(frame, boxes, self._by_depth) if c.depth else None
        masks, scores = self._prompter(frame.rgb, boxes, votes)
        share_out(masks, boxes, [d.label for d in found], c.share_out)
        return [
            Instance(
                mask, d.label, d.score, mask_box(mask), mask_score=float(score), others=d.others
            )
            for d, mask, score in zip(found, masks, scores, strict=True)
            if score >= c.min_mask_score and np.count_nonzero(mask) >= c.min_pixels
        ]


def mask_box(mask: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> tuple[int, int, int, int]:
    """x0, y0, x1, y1 of the non-zero pixels, x1 and y1 excluded; zeros where there are none."""
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return 0, 0, 0, 0
    return int(cols[0]), int(rows[0]), int(cols[-1]) + 1, int(rows[-1]) + 1
