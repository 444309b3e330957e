"""The embedded detector: NanoDet boxes for the 80 COCO classes, on a CPU."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import ModelEntry, Session
from inherit_fast.perception.boxes import Detection, iou, suppress
from inherit_fast.perception.crops import BoxPx, NetworkInput, square_around
from inherit_fast.perception.second_look import SecondLookConfig, is_news, square_for

STRIDES = (8, 16, 32)


@dataclass(frozen=True, slots=True)
class NanoDetConfig:
    """What counts as a detection.

    Attributes:
        min_score: low on purpose: the mapper confirms over several frames.
        same_label_iou: boxes of one label that overlap more are one thing.
        same_label_inside: so is a box that lies inside a better one of its label by this share.
        any_label_iou: boxes of any labels that overlap more are one thing.
        max_detections: kept in one image, best first.
        min_other: score from which on a further label of a box is told.
        other_iou: overlap with a box that makes another one speak of the same thing.
        second_look: one closer look at a part of the image, for small things.
    """

    min_score: float = 0.25
    same_label_iou: float = 0.5
    same_label_inside: float = 0.8
    any_label_iou: float = 0.8
    max_detections: int = 60
    min_other: float = 0.1
    other_iou: float = 0.6
    second_look: SecondLookConfig = field(default_factory=SecondLookConfig)


class NanoDet:
    """Boxes and labels of one image.

    Args:
        session: the loaded model.
        entry: its manifest entry.
        config: what counts as a detection.
    """

    def __init__(
        self, session: Session, entry: ModelEntry, config: NanoDetConfig | None = None
    ) -> None:
        self._session = session
        self._config = config or NanoDetConfig()
        self.labels = tuple(entry.companion("labels").read_text(encoding="utf-8").split("\n")[:-1])
        self._network = NetworkInput.of(entry.preprocess)
        self._input = next(iter(entry.inputs))
        self._outputs = tuple(entry.outputs)

    def __call__(self, rgb: npt.NDArray[np.uint8], vocabulary: Collection[str]) -> list[Detection]:
        """Detections of the labels in ``vocabulary``, best first, in pixels of ``rgb``."""
        c = self._config
        height, width = rgb.shape[:2]
        far = self._look(rgb, square_around((0, 0, width, height), 0.0), vocabulary)
        found = self._found(far)
        if c.second_look.side > 0:
            found += self._closer(rgb, far, found, vocabulary)
        return self._apart(found)[: c.max_detections]

    def _closer(
        self,
        rgb: npt.NDArray[np.uint8],
        far: "_Seen",
        known: list[Detection],
        vocabulary: Collection[str],
    ) -> list[Detection]:
        """What a second look at a part of the image finds, not yet suppressed."""
        c, (height, width) = self._config.second_look, rgb.shape[:2]
        weak = far.best(c.min_score, self._config.min_score)
        square = square_for(weak, known, width, height, c)
        if square is None:
            return []
        near = self._found(self._look(rgb, square, vocabulary))
        near = [d for d in near if d.score >= c.min_found]
        return [d for d in near if is_news(d, square, width, height, c.max_size)]

    def _found(self, seen: "_Seen") -> list[Detection]:
        c = self._config
        return seen.with_others(self._apart(seen.detections(c.min_score)), c.min_other, c.other_iou)

    def _apart(self, found: list[Detection]) -> list[Detection]:
        c = self._config
        return suppress(found, c.same_label_iou, c.any_label_iou, c.same_label_inside)

    def _look(
        self, rgb: npt.NDArray[np.uint8], square_px: BoxPx, vocabulary: Collection[str]
    ) -> "_Seen":
        """Scores and boxes of the cells in a square of the image that say anything at all."""
        image = self._network.crop(rgb, square_px)
        wanted = np.array([label in vocabulary for label in self.labels])
        scores, boxes = self._decode(self._session.run({self._input: image[None]}), wanted)
        placed = _place(boxes, square_px, self._network.size_px, rgb.shape)
        return _Seen(self.labels, scores, placed)

    def _decode(
        self, outputs: Mapping[str, npt.NDArray[Any]], wanted: npt.NDArray[np.bool_]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Scores (cells, 80) and boxes (cells, 4) in pixels of the network's input."""
        c, levels = self._config, [outputs[name][0] for name in self._outputs]
        least = min(c.min_score, c.min_other, c.second_look.min_score)
        scores, boxes = [], []
        for told, sides, stride in zip(levels[:3], levels[3:], STRIDES, strict=True):
            told = np.where(wanted, told, np.float32(0.0))
            cells = np.flatnonzero(told.max(axis=1) >= least)
            scores.append(told[cells])
            boxes.append(_boxes(sides[cells], cells, stride, self._network.size_px))
        return np.concatenate(scores), np.concatenate(boxes)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What one run of the network says: scores (cells, labels), boxes (cells, 4) in the image."""

    labels: tuple[str, ...]
    scores: npt.NDArray[np.float32]
    boxes: npt.NDArray[np.float64]

    def detections(self, least: float) -> list[Detection]:
        """Every label of every cell from a score of ``least`` on."""
        return self._as_detections(*np.nonzero(self.scores >= least))

    def best(self, least: float, below: float) -> list[Detection]:
        """The best label of each cell, where its score is between the two."""
        scores = self.scores.max(axis=1)
        cells = np.flatnonzero((scores >= least) & (scores < below))
        return self._as_detections(cells, self.scores[cells].argmax(axis=1))

    def with_others(self, found: list[Detection], least: float, min_iou: float) -> list[Detection]:
        """The same, each with the best scores of all labels among the cells that mean its box."""
        cells = np.flatnonzero(self.scores.max(axis=1) >= least)
        scores, boxes = self.scores[cells], self.boxes[cells]
        told = []
        for d in found:
            best = scores[iou(np.array(d.box_px), boxes) >= min_iou].max(axis=0, initial=0.0)
            ranked = np.argsort(-best, kind="stable")[: np.count_nonzero(best >= least)].tolist()
            others = [(self.labels[k], float(best[k])) for k in ranked]
            told.append(d._replace(others=tuple(o for o in others if o[0] != d.label)))
        return told

    def _as_detections(
        self, cells: npt.NDArray[np.intp], labels: npt.NDArray[np.intp]
    ) -> list[Detection]:
        found = zip(cells.tolist(), labels.tolist(), self.boxes[cells].tolist(), strict=True)
        return [
            Detection(self.labels[label], float(self.scores[cell, label]), tuple(box))
            for cell, label, box in found
            if box[2] > box[0] and box[3] > box[1]
        ]


def _boxes(
    distribution: npt.NDArray[np.float32], cells: npt.NDArray[np.intp], stride: int, size_px: int
) -> npt.NDArray[np.float32]:
    """Expected distances to the four sides (Generalized Focal Loss, eq. 6) around these cells."""
    bins = distribution.reshape(len(cells), 4, distribution.shape[1] // 4)
    weights = np.exp(bins - bins.max(axis=2, keepdims=True))
    weights /= weights.sum(axis=2, keepdims=True)
    sides = weights @ np.arange(bins.shape[2], dtype=np.float32) * stride
    row, col = np.divmod(cells, size_px // stride)
    centre = (np.stack([col, row], axis=1) + 0.5) * stride
    corners = np.concatenate([centre - sides[:, :2], centre + sides[:, 2:]], axis=1)
    return np.asarray(np.clip(corners, 0, size_px), np.float32)


def _place(
    boxes: npt.NDArray[np.float32], square_px: BoxPx, size_px: int, shape: tuple[int, ...]
) -> npt.NDArray[np.float64]:
    """Boxes of the network's input in pixels of the image, cut at its border."""
    scale = (square_px[2] - square_px[0]) / size_px
    corner = np.array([square_px[0], square_px[1]] * 2)
    limit = np.array([shape[1], shape[0]] * 2)
    return np.asarray(np.clip(boxes * scale + corner, 0, limit), np.float64)
