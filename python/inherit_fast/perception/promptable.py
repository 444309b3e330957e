"""Segment Anything of any size: an image is encoded once, then every box becomes a mask."""

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import ModelEntry, Session
from inherit_fast.perception.crops import NetworkInput

BoxesPx = npt.NDArray[np.float64]
TOP_LEFT, BOTTOM_RIGHT = 2.0, 3.0  # labels of a box's two corners among the points


class Masks(NamedTuple):
    """Masks (N, H, W) uint8 of 0 and 1, and how good the model thinks each is, (N,) float32."""

    masks: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.float32]


class MaskPrompter(Protocol):
    """Cuts things out of an image."""

    def __call__(self, rgb: npt.NDArray[np.uint8], boxes_px: BoxesPx) -> Masks:
        """One mask a box; ``boxes_px`` is (N, 4) float64, x0 y0 x1 y1 in pixels of ``rgb``."""


@dataclass(frozen=True, slots=True)
class PromptableConfig:
    """How masks are made.

    Attributes:
        min_logit: a pixel belongs to the mask above it.
        margin: share of a box's sides by which its mask may reach beyond it; the rest is a leak.
        batch: boxes in one run of the decoder, where it takes more than one; bounds the memory.
        cached: images whose encoding is remembered, 4 MiB each.
    """

    min_logit: float = 0.0
    margin: float = 0.05
    batch: int = 16
    cached: int = 2


class PromptableMasks:
    """Masks for boxes by an image encoder and a mask decoder in Segment Anything's form.

    Args:
        encoder: the loaded image encoder, and its manifest entry.
        decoder: the loaded mask decoder, and its manifest entry.
        config: how masks are made.
    """

    def __init__(
        self,
        encoder: tuple[Session, ModelEntry],
        decoder: tuple[Session, ModelEntry],
        config: PromptableConfig | None = None,
    ) -> None:
        self._encoder, entry = encoder
        self._input, self._output = next(iter(entry.inputs)), next(iter(entry.outputs))
        self._network = NetworkInput.of(entry.preprocess)
        self._decoder, entry = decoder
        self._config = config or PromptableConfig()
        takes_many = not entry.inputs["point_coords"].split(" ")[1].startswith("1x")
        self._batch = self._config.batch if takes_many else 1
        self._cache: dict[bytes, npt.NDArray[Any]] = {}
        self._lock = threading.Lock()

    def __call__(self, rgb: npt.NDArray[np.uint8], boxes_px: BoxesPx) -> Masks:
        """See MaskPrompter."""
        height, width = rgb.shape[:2]
        masks = np.zeros((len(boxes_px), height, width), np.uint8)
        scores = np.zeros(len(boxes_px), np.float32)
        if not len(boxes_px):
            return Masks(masks, scores)
        encoded = self.encode(rgb)
        for start in range(0, len(boxes_px), self._batch):
            part = slice(start, start + self._batch)
            logits, scores[part] = self._decode(encoded, boxes_px[part], (height, width))
            for mask, logit, box in zip(masks[part], logits, boxes_px[part], strict=True):
                window = _window(box, self._config.margin, (height, width))
                mask[window] = logit[window] > self._config.min_logit
        return Masks(masks, scores)

    def encode(self, rgb: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
        """The encoder's output for an image, remembered by the image's content."""
        key = hashlib.blake2b(rgb.tobytes(), digest_size=16, key=str(rgb.shape).encode()).digest()
        with self._lock:
            encoded = self._cache.pop(key, None)
        if encoded is None:
            side = float(max(rgb.shape[:2]))
            image = self._network.crop(rgb, (0.0, 0.0, side, side))
            encoded = self._encoder.run({self._input: image[None]})[self._output]
        with self._lock:
            self._cache[key] = encoded  # the newest last
            while len(self._cache) > self._config.cached:
                del self._cache[next(iter(self._cache))]
        return encoded

    def _decode(
        self, encoded: npt.NDArray[Any], boxes_px: BoxesPx, shape: tuple[int, int]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Logits (N, H, W) and scores (N,)."""
        scale = self._network.size_px / max(shape)
        corners = (boxes_px.reshape(-1, 2, 2) * scale).astype(np.float32)
        out = self._decoder.run(
            {
                "image_embeddings": encoded,
                "point_coords": corners,
                "point_labels": np.tile(
                    np.array([TOP_LEFT, BOTTOM_RIGHT], np.float32), (len(corners), 1)
                ),
                "mask_input": np.zeros((1, 1, 256, 256), np.float32),
                "has_mask_input": np.zeros(1, np.float32),
                "orig_im_size": np.array(shape, np.float32),
            }
        )
        return out["masks"][:, 0], out["iou_predictions"][:, 0]


def _window(
    box_px: Sequence[float] | npt.NDArray[np.float64], margin: float, shape: tuple[int, int]
) -> tuple[slice, slice]:
    x0, y0, x1, y1 = (float(v) for v in box_px)
    across, down = margin * (x1 - x0), margin * (y1 - y0)
    rows = slice(max(0, round(y0 - down)), min(shape[0], round(y1 + down)))
    return rows, slice(max(0, round(x0 - across)), min(shape[1], round(x1 + across)))
