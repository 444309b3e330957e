"""Segment Anything of any size: an image is encoded once, then every box becomes a mask."""

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import ModelEntry, Session
from inherit_fast.perception.crops import NetworkInput
from inherit_fast.perception.depth_vote import VoteConfig, Votes, voted
from inherit_fast.perception.enlarge import shown_extent
from inherit_fast.perception.mask_decoder import BoxesPx, Encoded, MaskDecoder


class Masks(NamedTuple):
    """Masks (N, H, W) uint8 of 0 and 1, and how good the model thinks each is, (N,) float32."""

    masks: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.float32]


class MaskPrompter(Protocol):
    """Cuts things out of an image."""

    def __call__(
        self,
        rgb: npt.NDArray[np.uint8],
        boxes_px: BoxesPx,
        votes: Votes | None = None,
    ) -> Masks:
        """One mask a box; ``boxes_px`` is (N, 4) float64, x0 y0 x1 y1 in pixels of ``rgb``.

        ``votes``, (N, H, W), are what another sense says: 1 the thing, -1 not, 0 nothing.
        """


@dataclass(frozen=True, slots=True)
class PromptableConfig:
    """How masks are made.

    Attributes:
        min_logit: a pixel belongs to the mask above it.
        margin: share of a box's sides by which its mask may reach beyond it; the rest is a leak.
        batch: boxes in one run of the decoder, where it takes more than one; bounds the memory.
        cached: images whose encoding is remembered, 4 MiB each.
        second_look: the decoder is asked again with its own logits after the vote: twice its time.
        vote: how much votes weigh, where a call brings some.
    """

    min_logit: float = 0.0
    margin: float = 0.05
    batch: int = 16
    cached: int = 2
    second_look: bool = False
    vote: VoteConfig = field(default_factory=VoteConfig)


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
        self._config = config or PromptableConfig()
        self._encoder, entry = encoder
        self._input, levels = next(iter(entry.inputs)), tuple(entry.outputs)
        self._network = NetworkInput.of(entry.preprocess)
        self._fit = str(entry.preprocess.get("fit", "corner"))
        look = self._config.vote if self._config.second_look else None
        self._decode = MaskDecoder(*decoder, self._network.size_px, self._fit, look)
        self._levels = dict(zip(self._decode.embeddings, levels, strict=True))
        self._batch = self._config.batch if self._decode.takes_many else 1
        self._cache: dict[bytes, Encoded] = {}
        self._lock = threading.Lock()

    def __call__(
        self,
        rgb: npt.NDArray[np.uint8],
        boxes_px: BoxesPx,
        votes: Votes | None = None,
    ) -> Masks:
        """See MaskPrompter."""
        height, width = rgb.shape[:2]
        masks = np.zeros((len(boxes_px), height, width), np.uint8)
        scores = np.zeros(len(boxes_px), np.float32)
        if not len(boxes_px):
            return Masks(masks, scores)
        encoded = self.encode(rgb)
        for start in range(0, len(boxes_px), self._batch):
            part = slice(start, start + self._batch)
            said = None if votes is None else votes[part]
            logits, scores[part] = self._decode(encoded, boxes_px[part], (height, width), said)
            for k, logit in enumerate(logits, start):
                window = _window(boxes_px[k], self._config.margin, (height, width))
                here = None if votes is None else votes[k][window]
                masks[k][window] = self._inside(logit[window], here)
        return Masks(masks, scores)

    def _inside(
        self, logits: npt.NDArray[np.float32], votes: Votes | None
    ) -> npt.NDArray[np.bool_]:
        c = self._config
        if votes is not None:
            logits = voted(logits, votes, c.min_logit, c.vote)
        return np.asarray(logits > c.min_logit)

    def encode(self, rgb: npt.NDArray[np.uint8]) -> Encoded:
        """The encoder's outputs for an image, remembered by the image's content."""
        key = hashlib.blake2b(rgb.tobytes(), digest_size=16, key=str(rgb.shape).encode()).digest()
        with self._lock:
            encoded = self._cache.pop(key, None)
        if encoded is None:
            width, height = shown_extent(self._fit, rgb.shape)
            image = self._network.crop(rgb, (0.0, 0.0, width, height))
            out = self._encoder.hold({self._input: image[None]})
            encoded = {name: out[level] for name, level in self._levels.items()}
        with self._lock:
            self._cache[key] = encoded  # the newest last
            while len(self._cache) > self._config.cached:
                del self._cache[next(iter(self._cache))]
        return encoded


def _window(
    box_px: Sequence[float] | npt.NDArray[np.float64], margin: float, shape: tuple[int, int]
) -> tuple[slice, slice]:
    x0, y0, x1, y1 = (float(v) for v in box_px)
    across, down = margin * (x1 - x0), margin * (y1 - y0)
    rows = slice(max(0, round(y0 - down)), min(shape[0], round(y1 + down)))
    return rows, slice(max(0, round(x0 - across)), min(shape[1], round(x1 + across)))
