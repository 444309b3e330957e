"""SAM 3: every instance of every label of the vocabulary, by text alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import VocabularyError
from inherit_fast.frame import Frame
from inherit_fast.inference import Held, ModelEntry, Session
from inherit_fast.perception.boxes import Detection, suppress
from inherit_fast.perception.crops import NetworkInput
from inherit_fast.perception.detector_segmenter import mask_box
from inherit_fast.perception.enlarge import enlarge, used_part
from inherit_fast.perception.seams import Instance
from inherit_fast.perception.tokens import TextTokens

Model = tuple[Session, ModelEntry]
Found = tuple[Detection, npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Sam3Config:
    """What counts as an instance.

    Attributes:
        min_score: of the query times that of the concept's presence.
        batch: labels in one run of the decoder; bounds the memory (0.1 GB a label at full size).
        same_label_iou: boxes of one label that overlap more are one thing.
        any_label_iou: boxes of any labels that overlap more are one thing.
        min_pixels: smaller masks are dropped.
        max_instances: kept in one image, best first.
    """

    min_score: float = 0.3
    batch: int = 4
    same_label_iou: float = 0.7
    any_label_iou: float = 0.85
    min_pixels: int = 60
    max_instances: int = 100


class Sam3Segmenter:
    """Instances by open vocabulary (see Segmenter); the image is encoded once for all labels.

    Args:
        vision: the loaded image encoder and its manifest entry.
        text: the same for texts.
        decoder: the same for instances.
        vocabulary: labels looked for when a call names none; any words.
        config: what counts as an instance.

    Raises:
        VocabularyError: ``vocabulary`` is empty.
    """

    def __init__(
        self,
        vision: Model,
        text: Model,
        decoder: Model,
        vocabulary: Sequence[str],
        config: Sam3Config | None = None,
    ) -> None:
        if not vocabulary:
            raise VocabularyError("an empty vocabulary: name the labels to look for")
        self.vocabulary = tuple(dict.fromkeys(vocabulary))
        self._vision, entry = vision
        self._network = NetworkInput.of(entry.preprocess)
        self._fit = str(entry.preprocess.get("fit", "stretch"))
        self._texts = TextTokens(*text)
        self._decoder = decoder[0]
        self._config = config or Sam3Config()

    def __call__(self, frame: Frame, vocabulary: Sequence[str] = ()) -> list[Instance]:
        """Instances, best first."""
        c, shape = self._config, frame.rgb.shape[:2]
        labels = tuple(dict.fromkeys(vocabulary or self.vocabulary))
        levels = self._vision.hold({"image": self._image(frame.rgb)})
        found: list[Found] = []
        for start in range(0, len(labels), c.batch):
            found += self._find(levels, labels[start : start + c.batch], shape)
        logits = {id(detection): logit for detection, logit in found}
        kept = suppress((d for d, _ in found), c.same_label_iou, c.any_label_iou)
        best = kept[: c.max_instances]
        return [i for d in best if (i := self._instance(d, logits[id(d)], shape)) is not None]

    def _image(self, rgb: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        height, width = rgb.shape[:2]
        side = max(height, width)
        box = (width, height) if self._fit == "stretch" else (side, side)
        return self._network.crop(rgb, (0.0, 0.0, float(box[0]), float(box[1])))[None]

    def _find(
        self, levels: dict[str, Held], labels: Sequence[str], shape: tuple[int, ...]
    ) -> list[Found]:
        text, attention_mask = self._texts(labels)
        out = self._decoder.run({**levels, "text": text, "attention_mask": attention_mask})
        scores = _sigmoid(out["logits"]) * _sigmoid(out["presence"])
        size = np.array([shape[1], shape[0]] * 2, np.float64)
        if self._fit != "stretch":
            size[:] = max(shape[:2])
        return [
            (
                Detection(
                    labels[n], float(scores[n, k]), tuple((out["boxes"][n, k] * size).tolist())
                ),
                out["masks"][n, k],
            )
            for n, k in np.argwhere(scores >= self._config.min_score)
        ]

    def _instance(
        self, detection: Detection, logits: npt.NDArray[np.float32], shape: tuple[int, ...]
    ) -> Instance | None:
        size = (shape[0], shape[1])
        mask = enlarge(logits[None], used_part(self._fit, size, logits.shape), size)[0] > 0
        if np.count_nonzero(mask) < self._config.min_pixels:
            return None
        pixels = mask.view(np.uint8)
        return Instance(pixels, detection.label, detection.score, mask_box(pixels))


def _sigmoid(logits: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    return np.asarray(0.5 * (1 + np.tanh(0.5 * logits.astype(np.float64))))
