"""Boxes of a detector become masks with the help of the depth image."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.perception.boxes import Detection
from inherit_fast.perception.seams import Instance
from inherit_fast.perception.vocabulary import checked_vocabulary


class Detector(Protocol):
    """Finds labelled boxes, best first; ``labels`` is all that it knows."""

    labels: tuple[str, ...]

    def __call__(self, rgb: npt.NDArray[np.uint8], vocabulary: Collection[str]) -> list[Detection]:
        """Detections of the labels in ``vocabulary``, in pixels of ``rgb``."""


@dataclass(frozen=True, slots=True)
class DepthSegmenterConfig:
    """How a box and the depth become a mask.

    Attributes:
        depth_band: share of the core's depth that a pixel may lie before or behind it.
        min_pixels: smaller masks are dropped.
    """

    depth_band: float = 0.15
    min_pixels: int = 60


class DetectorDepthSegmenter:
    """Instances from a detector's boxes and the frame's depth (see Segmenter).

    Args:
        detector: finds the boxes.
        vocabulary: labels looked for when a call names none.
        config: how boxes become masks.

    Raises:
        VocabularyError: ``vocabulary`` is empty or holds labels that the detector does not know.
    """

    def __init__(
        self,
        detector: Detector,
        vocabulary: Sequence[str],
        config: DepthSegmenterConfig | None = None,
    ) -> None:
        self._detector = detector
        self._config = config or DepthSegmenterConfig()
        self.vocabulary = checked_vocabulary(vocabulary, detector.labels)

    def __call__(self, frame: Frame, vocabulary: Sequence[str] = ()) -> list[Instance]:
        """Instances, best detection first."""
        wanted = checked_vocabulary(vocabulary or self.vocabulary, self._detector.labels)
        depth_m = frame.depth_m
        found = [self._instance(d, depth_m) for d in self._detector(frame.rgb, wanted)]
        return [i for i in found if np.count_nonzero(i.mask) >= self._config.min_pixels]

    def _instance(self, detection: Detection, depth_m: npt.NDArray[np.float32]) -> Instance:
        x0, y0, x1, y1 = (round(v) for v in detection.box_px)
        box = (x0, y0, max(x1, x0 + 1), max(y1, y0 + 1))
        inside = depth_m[box[1] : box[3], box[0] : box[2]]
        mask = np.zeros(depth_m.shape, np.uint8)
        height, width = inside.shape
        core = inside[height // 4 : height - height // 4, width // 4 : width - width // 4]
        seen = core[np.isfinite(core) & (core > 0)]
        if len(seen):
            centre = np.float32(np.median(seen))
            near = np.abs(inside - centre) <= self._config.depth_band * centre
            mask[box[1] : box[3], box[0] : box[2]] = near & (inside > 0)
        return Instance(mask, detection.label, detection.score, box)
