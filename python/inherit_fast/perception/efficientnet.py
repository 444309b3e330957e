"""Embedded visual features: EfficientNet-Lite2 over square crops, with ImageNet label hints."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import ModelEntry, Session
from inherit_fast.perception.crops import BoxPx, NetworkInput, coverage, square_around
from inherit_fast.perception.seams import Instance

Hints = tuple[tuple[str, float], ...]
CELLS = 9  # side of the network's last feature map


@dataclass(frozen=True, slots=True)
class EfficientNetConfig:
    """What of the image an instance's feature looks at, and which hints are worth telling.

    Attributes:
        context: share of the square's side that is added around it each way.
        around: weight of the surroundings in the pooling, where the mask has 1.
        batch: crops in one run of the network; bounds the memory.
        min_hint: probability below which a label hint is not told.
        max_hints: hints kept, best first.
    """

    context: float = 0.25
    around: float = 0.3
    batch: int = 8
    min_hint: float = 0.005
    max_hints: int = 24


class EfficientNetFeatures:
    """Unit features of instances, one run of the network over all of a frame (FeatureExtractor).

    Args:
        session: the loaded model.
        entry: its manifest entry.
        config: crops and hints.
    """

    def __init__(
        self, session: Session, entry: ModelEntry, config: EfficientNetConfig | None = None
    ) -> None:
        self._session = session
        self._config = config or EfficientNetConfig()
        self._network = NetworkInput.of(entry.preprocess)
        self._nouns, self._noun_of_class = _household(entry)

    @property
    def dim(self) -> int:
        """Length of a feature."""
        return 1280

    def __call__(
        self, rgb: npt.NDArray[np.uint8], instances: Sequence[Instance]
    ) -> npt.NDArray[np.float32]:
        """(N, 1280) float32 unit features, one row an instance."""
        return self.describe(rgb, instances)[0]

    def describe(
        self, rgb: npt.NDArray[np.uint8], instances: Sequence[Instance]
    ) -> tuple[npt.NDArray[np.float32], list[Hints]]:
        """Features, and for each instance the household nouns that ImageNet's classes suggest."""
        squares = [square_around(i.box_px, self._config.context) for i in instances]
        weights = [
            coverage(i.mask, square, CELLS) for i, square in zip(instances, squares, strict=True)
        ]
        return self._run(rgb, squares, weights)

    def global_feature(self, rgb: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """(1280,) float32 unit feature of the whole image, for the choice of keyframes."""
        height, width = rgb.shape[:2]
        whole = [(0.0, 0.0, float(width), float(height))]
        return np.asarray(self._run(rgb, whole, [np.ones((CELLS, CELLS), np.float32)])[0][0])

    def _run(
        self,
        rgb: npt.NDArray[np.uint8],
        boxes: Sequence[BoxPx],
        weights: Sequence[npt.NDArray[np.float32]],
    ) -> tuple[npt.NDArray[np.float32], list[Hints]]:
        features, hints = [np.zeros((0, self.dim), np.float32)], list[Hints]()
        for start in range(0, len(boxes), self._config.batch):
            part = slice(start, start + self._config.batch)
            crops = np.stack([self._network.crop(rgb, box) for box in boxes[part]])
            out = self._session.run({"image": crops})
            features.append(self._pool(out["fmap"], np.stack(weights[part])))
            hints += [self._hints(row) for row in out["logits"]]
        return np.concatenate(features), hints

    def _pool(
        self, maps: npt.NDArray[np.float32], weights: npt.NDArray[np.float32]
    ) -> npt.NDArray[np.float32]:
        """Unit means of (N, 1280, 9, 9) activations, the mask counting most."""
        floor = self._config.around * weights.max(axis=(1, 2), keepdims=True)
        weights = np.maximum(weights + floor, np.float32(1e-6))
        # A plain sum of each row: a matrix product may sum in another order for another batch.
        pooled = (maps * weights[:, None]).reshape(*maps.shape[:2], -1).sum(axis=2)
        # Activations are not negative. Their root keeps a few strong ones from ruling the cosine.
        rooted = np.sqrt(pooled)
        norms = np.linalg.norm(rooted, axis=1, keepdims=True)
        return np.asarray(rooted / np.maximum(norms, 1e-12), np.float32)

    def _hints(self, logits: npt.NDArray[np.float32]) -> Hints:
        weights = np.exp(logits.astype(np.float64) - logits.max())
        shares = np.bincount(self._noun_of_class, weights / weights.sum())[: len(self._nouns)]
        best = np.argsort(-shares, kind="stable")[: self._config.max_hints]
        return tuple(
            (self._nouns[i], float(shares[i])) for i in best if shares[i] >= self._config.min_hint
        )


def _household(entry: ModelEntry) -> tuple[list[str], npt.NDArray[np.intp]]:
    """Nouns, and the noun of each of the 1000 classes; no noun is the one behind the last."""
    table = json.loads(entry.companion("household").read_text(encoding="utf-8"))
    nouns = sorted(set(table.values()))
    noun_of_class = np.full(1000, len(nouns), np.intp)
    for index, noun in table.items():
        noun_of_class[int(index)] = nouns.index(noun)
    return nouns, noun_of_class
