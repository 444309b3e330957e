"""The embedded detector: NanoDet boxes for the 80 COCO classes, on a CPU."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import ModelEntry, Session
from inherit_fast.perception.boxes import Detection, suppress
from inherit_fast.perception.crops import BoxPx, NetworkInput, square_around
from inherit_fast.perception.tiles import is_cut, tile_squares

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
        tiles: 1 looks at the whole image only; n looks at n overlapping squares across it as well,
            for small things, in so much more time.
        tile_side: side of those squares, as a share of the image's longer side.
    """

    min_score: float = 0.25
    same_label_iou: float = 0.5
    same_label_inside: float = 0.8
    any_label_iou: float = 0.8
    max_detections: int = 60
    tiles: int = 1
    tile_side: float = 0.75


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
        found = self._detect(rgb, square_around((0, 0, width, height), 0.0), vocabulary)
        for square in tile_squares(width, height, c.tiles, c.tile_side):
            part = self._detect(rgb, square, vocabulary)
            found += [d for d in part if not is_cut(d.box_px, square, width, height)]
        kept = suppress(found, c.same_label_iou, c.any_label_iou, c.same_label_inside)
        return kept[: c.max_detections]

    def _detect(
        self, rgb: npt.NDArray[np.uint8], square_px: BoxPx, vocabulary: Collection[str]
    ) -> list[Detection]:
        """Detections inside a square of the image, not yet suppressed."""
        image = self._network.crop(rgb, square_px)
        scores, boxes = self._decode(self._session.run({self._input: image[None]}))
        wanted = np.array([label in vocabulary for label in self.labels])
        cells, labels = np.nonzero((scores >= self._config.min_score) & wanted)
        placed = _place(boxes[cells], square_px, self._network.size_px, rgb.shape)
        return [
            Detection(self.labels[label], float(scores[cell, label]), tuple(box))
            for cell, label, box in zip(cells, labels, placed.tolist(), strict=True)
            if box[2] > box[0] and box[3] > box[1]
        ]

    def _decode(
        self, outputs: Mapping[str, npt.NDArray[Any]]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Scores (cells, 80) and boxes (cells, 4) in pixels of the network's input."""
        levels = [outputs[name][0] for name in self._outputs]
        scores = np.concatenate(levels[: len(STRIDES)])
        boxes = [
            _boxes(distribution, stride, self._network.size_px)
            for distribution, stride in zip(levels[len(STRIDES) :], STRIDES, strict=True)
        ]
        return scores, np.concatenate(boxes)


def _boxes(
    distribution: npt.NDArray[np.float32], stride: int, size_px: int
) -> npt.NDArray[np.float32]:
    """Expected distances to the four sides (Generalized Focal Loss, eq. 6) around each cell."""
    cells = size_px // stride
    bins = distribution.reshape(cells * cells, 4, -1)
    weights = np.exp(bins - bins.max(axis=2, keepdims=True))
    weights /= weights.sum(axis=2, keepdims=True)
    sides = weights @ np.arange(bins.shape[2], dtype=np.float32) * stride
    row, col = np.divmod(np.arange(cells * cells), cells)
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
