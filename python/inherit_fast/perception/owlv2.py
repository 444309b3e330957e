"""OWLv2: boxes for any words (see Detector)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import ModelEntry, Session
from inherit_fast.perception.boxes import Detection, suppress
from inherit_fast.perception.crops import NetworkInput
from inherit_fast.perception.tokens import TextTokens


@dataclass(frozen=True, slots=True)
class OwlV2Config:
    """What counts as a detection.

    Attributes:
        min_score: low on purpose: the mapper confirms over several frames.
        same_label_iou: boxes of one label that overlap more are one thing.
        any_label_iou: boxes of any labels that overlap more are one thing.
        max_detections: kept in one image, best first.
        prompt: what is put around a label.
    """

    min_score: float = 0.2
    same_label_iou: float = 0.5
    any_label_iou: float = 0.8
    max_detections: int = 60
    prompt: str = "a photo of a {}"


class OwlV2:
    """Boxes and labels of one image, for a vocabulary of any words.

    Args:
        vision: the loaded image encoder and its manifest entry.
        text: the same for texts.
        labels: the vocabulary.
        config: what counts as a detection.
    """

    def __init__(
        self,
        vision: tuple[Session, ModelEntry],
        text: tuple[Session, ModelEntry],
        labels: Sequence[str],
        config: OwlV2Config | None = None,
    ) -> None:
        self._config = config or OwlV2Config()
        self._session, entry = vision
        self._network = NetworkInput.of(entry.preprocess)
        self._texts = TextTokens(*text, prompt=self._config.prompt)
        self.labels = tuple(dict.fromkeys(labels))

    def __call__(self, rgb: npt.NDArray[np.uint8], vocabulary: Collection[str]) -> list[Detection]:
        """Detections of the labels in ``vocabulary``, best first, in pixels of ``rgb``."""
        c, wanted = self._config, [label for label in self.labels if label in vocabulary]
        if not wanted:
            return []
        height, width = rgb.shape[:2]
        side = float(max(height, width))
        out = self._session.run({"image": self._network.crop(rgb, (0.0, 0.0, side, side))[None]})
        cosines = out["vectors"][0] @ self._texts(wanted)[0].T
        logits = (cosines + out["shift"][0][:, None]) * out["scale"][0][:, None]
        scores = 0.5 * (1 + np.tanh(0.5 * logits.astype(np.float64)))
        boxes = _corners(out["boxes"][0] * side, (width, height))
        found = [
            Detection(wanted[k], float(scores[cell, k]), tuple(boxes[cell].tolist()))
            for cell, k in np.argwhere(scores >= c.min_score)
            if (boxes[cell, 2:] > boxes[cell, :2]).all()
        ]
        return suppress(found, c.same_label_iou, c.any_label_iou)[: c.max_detections]


def _corners(boxes: npt.NDArray[np.float32], size: tuple[int, int]) -> npt.NDArray[np.float64]:
    """Centre and extent become corners, cut at the image's border."""
    centre, half = boxes[:, :2].astype(np.float64), boxes[:, 2:].astype(np.float64) / 2
    corners = np.concatenate([centre - half, centre + half], axis=1)
    return np.asarray(np.clip(corners, 0, [*size, *size]))
