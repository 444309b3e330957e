"""Segment Anything of any size: an image is encoded once, then every box becomes a mask."""

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import Held, ModelEntry, Session
from inherit_fast.inference.tensors import TensorNote
from inherit_fast.perception.crops import NetworkInput
from inherit_fast.perception.depth_vote import VoteConfig, Votes, voted
from inherit_fast.perception.enlarge import enlarge, used_part

BoxesPx = npt.NDArray[np.float64]
Encoded = dict[str, Held]
PROMPTS = ("point_coords", "point_labels", "mask_input", "has_mask_input", "orig_im_size")
TOP_LEFT, BOTTOM_RIGHT, NO_POINT = 2.0, 3.0, -1.0  # labels of a box's corners, of padding


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
        vote: how much votes weigh, where a call brings some.
    """

    min_logit: float = 0.0
    margin: float = 0.05
    batch: int = 16
    cached: int = 2
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
        self._decoder, entry = decoder
        self._notes = {name: TensorNote.of(note) for name, note in entry.inputs.items()}
        embeddings = [name for name in entry.inputs if name not in PROMPTS]
        self._levels = dict(zip(embeddings, levels, strict=True))
        self._batch = self._config.batch if self._notes["point_coords"].shape[0] != 1 else 1
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
            logits, scores[part] = self._decode(encoded, boxes_px[part], (height, width))
            for k, logit in enumerate(logits, start):
                window = _window(boxes_px[k], self._config.margin, (height, width))
                said = None if votes is None else votes[k][window]
                masks[k][window] = self._inside(logit[window], said)
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
            width, height = self._extent(rgb.shape)
            image = self._network.crop(rgb, (0.0, 0.0, width, height))
            out = self._encoder.hold({self._input: image[None]})
            encoded = {name: out[level] for name, level in self._levels.items()}
        with self._lock:
            self._cache[key] = encoded  # the newest last
            while len(self._cache) > self._config.cached:
                del self._cache[next(iter(self._cache))]
        return encoded

    def _extent(self, shape: tuple[int, ...]) -> tuple[float, float]:
        """Width and height, in pixels of the image, of what the network's square shows."""
        if self._fit == "stretch":
            return float(shape[1]), float(shape[0])
        return float(max(shape[:2])), float(max(shape[:2]))

    def _decode(
        self, encoded: Encoded, boxes_px: BoxesPx, shape: tuple[int, int]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Logits (N, H, W) and scores (N,)."""
        prompts = self._prompts(boxes_px, shape)
        out = self._decoder.run({**encoded, **prompts})
        scores = out["iou_predictions"][:, 0]
        if "orig_im_size" in self._notes:
            return out["masks"][:, 0], scores
        small = out["low_res_masks"][:, 0]
        return enlarge(small, used_part(self._fit, shape, small.shape[1:]), shape), scores

    def _prompts(self, boxes_px: BoxesPx, shape: tuple[int, int]) -> dict[str, npt.NDArray[Any]]:
        """Those of PROMPTS that this decoder takes."""
        scale = self._network.size_px / np.array(self._extent(shape))
        side = int(self._notes["mask_input"].shape[2]) if "mask_input" in self._notes else 1
        corners, labels = boxes_px.reshape(-1, 2, 2) * scale, [TOP_LEFT, BOTTOM_RIGHT]
        if "mask_input" in self._notes:
            # This form of the decoder answers less than three points as if they were ambiguous,
            # with the best of a part, a thing and a group; a box is not.
            corners = np.pad(corners, ((0, 0), (0, 1), (0, 0)))
            labels.append(NO_POINT)
        prompts = {
            "point_coords": corners,
            "point_labels": np.tile(labels, (len(boxes_px), 1)),
            "mask_input": np.zeros((1, 1, side, side)),
            "has_mask_input": np.zeros(1),
            "orig_im_size": np.array(shape),
        }
        return {
            name: np.ascontiguousarray(values, self._notes[name].dtype)
            for name, values in prompts.items()
            if name in self._notes
        }


def _window(
    box_px: Sequence[float] | npt.NDArray[np.float64], margin: float, shape: tuple[int, int]
) -> tuple[slice, slice]:
    x0, y0, x1, y1 = (float(v) for v in box_px)
    across, down = margin * (x1 - x0), margin * (y1 - y0)
    rows = slice(max(0, round(y0 - down)), min(shape[0], round(y1 + down)))
    return rows, slice(max(0, round(x0 - across)), min(shape[1], round(x1 + across)))
