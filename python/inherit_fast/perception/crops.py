"""Images as networks want them: the manifest's preprocessing over the compiled kernel."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast import kernels
from inherit_fast.errors import ModelError

BoxPx = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class NetworkInput:
    """A square input of one network.

    Attributes:
        size_px: side of the input.
        mean: of the channels, in the network's order.
        std: of the channels.
        bgr: channels are blue, green, red.
    """

    size_px: int
    mean: tuple[float, float, float]
    std: tuple[float, float, float]
    bgr: bool

    @classmethod
    def of(cls, preprocess: Mapping[str, Any]) -> "NetworkInput":
        """From the ``preprocess`` table of a manifest entry.

        Raises:
            ModelError: the table lacks a key.
        """
        try:
            return cls(
                int(preprocess["size_px"]),
                tuple(preprocess["mean"]),
                tuple(preprocess["std"]),
                preprocess["order"] == "bgr",
            )
        except KeyError as error:
            raise ModelError(f"model manifest: preprocess lacks {error}") from error

    def crop(self, rgb: npt.NDArray[np.uint8], box_px: BoxPx) -> npt.NDArray[np.float32]:
        """(3, size, size) float32 of that part of ``rgb``; beyond the image it is the mean."""
        image: npt.NDArray[np.float32] = kernels.preprocess(
            rgb=rgb,
            box_px=np.array(box_px, np.float64),
            out_height=self.size_px,
            out_width=self.size_px,
            mean=np.array(self.mean, np.float32),
            std=np.array(self.std, np.float32),
            bgr=self.bgr,
        )
        return image


def square_around(box_px: BoxPx, context: float) -> BoxPx:
    """The square around the centre of ``box_px``, widened by ``context`` of its side each way."""
    x0, y0, x1, y1 = box_px
    half = max(x1 - x0, y1 - y0) * (0.5 + context)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return x - half, y - half, x + half, y + half


def coverage(mask: npt.NDArray[np.uint8], box_px: BoxPx, cells: int) -> npt.NDArray[np.float32]:
    """(cells, cells) float32: share of each cell of the box that the mask covers, sampled 4 x 4."""
    steps = (np.arange(cells * 4) + 0.5) / (cells * 4)
    cols = np.floor(box_px[0] + (box_px[2] - box_px[0]) * steps).astype(np.intp)
    rows = np.floor(box_px[1] + (box_px[3] - box_px[1]) * steps).astype(np.intp)
    inside = (rows >= 0) & (rows < mask.shape[0])
    across = (cols >= 0) & (cols < mask.shape[1])
    samples = mask[rows.clip(0, mask.shape[0] - 1)][:, cols.clip(0, mask.shape[1] - 1)] != 0
    samples &= inside[:, None] & across
    blocks = samples.reshape(cells, 4, cells, 4)
    return np.asarray(blocks.mean(axis=(1, 3)), np.float32)
