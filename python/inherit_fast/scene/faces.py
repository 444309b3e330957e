"""Panoramas as perspective faces, where ordinary detectors and segmenters feel at home."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from inherit_fast.kernels import unwrap_panorama, wrap_panorama

Image = npt.NDArray[Any]
Sampling = Literal["nearest", "bilinear"]


@dataclass(frozen=True, slots=True)
class FacesConfig:
    """How a panorama is cut.

    Attributes:
        count: 4 faces around, or 6 with one that looks up and one down.
        width_px, height_px: of a face.
        fov_rad: angle across a face; more than a quarter turn overlaps the neighbours.
        yaw_rad: how far the first face is turned right from straight ahead.
    """

    count: Literal[4, 6] = 4
    width_px: int = 320
    height_px: int = 400
    fov_rad: float = math.radians(95.0)
    yaw_rad: float = 0.0

    def __post_init__(self) -> None:
        if self.count not in (4, 6):
            raise ValueError(f"count: expected 4 or 6 faces, got {self.count}")
        if not 0.0 < self.fov_rad < math.pi:
            raise ValueError(f"fov_rad: expected more than 0 and less than pi, got {self.fov_rad}")


class Faces:
    """Cuts panoramas into faces and joins faces to panoramas.

    Attributes:
        intrinsics: (4,) float64 of every face, fx fy cx cy in pixels.
        R_panorama_face: (F, 3, 3) float64, face axes to panorama axes.
    """

    def __init__(self, config: FacesConfig | None = None) -> None:
        self.config = config = config or FacesConfig()
        focal = config.width_px / 2 / math.tan(config.fov_rad / 2)
        center = ((config.width_px - 1) / 2, (config.height_px - 1) / 2)
        self.intrinsics = np.array([focal, focal, *center])
        around = [_turned(config.yaw_rad + k * math.pi / 2) for k in range(4)]
        poles = [_turned(config.yaw_rad) @ _raised(sign * math.pi / 2) for sign in (1, -1)]
        self.R_panorama_face = np.stack([*around, *poles][: config.count])
        self._cameras: dict[str, Any] = {
            "intrinsics": np.tile(self.intrinsics, (config.count, 1)),
            "R_panorama_face": self.R_panorama_face,
        }

    def split(self, panorama: Image, sampling: Sampling = "bilinear") -> Image:
        """Cut (H, W, C) uint8, (H, W) int32 or (H, W) float32 into (F, h, w[, C]) faces."""
        faces: Image = unwrap_panorama(
            np.ascontiguousarray(panorama),
            **self._cameras,
            height=self.config.height_px,
            width=self.config.width_px,
            sampling=sampling,
        )
        return faces

    def join(
        self, faces: Image, height: int, width: int, sampling: Sampling = "bilinear"
    ) -> tuple[Image, npt.NDArray[np.uint8]]:
        """(height, width[, C]) panorama of faces, and where a face looked."""
        joined: tuple[Image, npt.NDArray[np.uint8]] = wrap_panorama(
            np.ascontiguousarray(faces),
            **self._cameras,
            height=height,
            width=width,
            sampling=sampling,
        )
        return joined

    def join_mask(
        self, face: int, mask: npt.NDArray[np.uint8], height: int, width: int
    ) -> npt.NDArray[np.uint8]:
        """(height, width) uint8: one face's (h, w) mask in the panorama, 0 or 1."""
        one: dict[str, Any] = {
            name: values[face : face + 1] for name, values in self._cameras.items()
        }
        marked = (np.asarray(mask) != 0).astype(np.int32)[None]
        size: dict[str, Any] = {"height": height, "width": width}
        labels, _ = wrap_panorama(marked, **one, **size, sampling="nearest")
        joined: npt.NDArray[np.uint8] = labels.astype(np.uint8)
        return joined


@dataclass(frozen=True, slots=True, eq=False)
class PanoramaMask:
    """A thing found in a panorama: (H, W) uint8 mask, label, score."""

    mask: npt.NDArray[np.uint8]
    label: str
    score: float


def join_across_seams(found: Sequence[PanoramaMask], near_px: int = 2) -> list[PanoramaMask]:
    """One mask for what neighbouring faces cut in two: same label, and masks that meet.

    Args:
        found: masks of all faces, each as ``Faces.join_mask`` gave it.
        near_px: masks this many pixels apart still meet; columns go on around the panorama.
    """
    joined: list[PanoramaMask] = []
    for thing in sorted(found, key=lambda t: -t.score):
        meets = [k for k, other in enumerate(joined) if _meet(thing, other, near_px)]
        masks = [thing.mask, *(joined[k].mask for k in meets)]
        score = max([thing.score, *(joined[k].score for k in meets)])
        joined = [other for k, other in enumerate(joined) if k not in meets]
        joined.append(PanoramaMask(np.bitwise_or.reduce(masks), thing.label, score))
    return sorted(joined, key=lambda t: -t.score)


def _meet(a: PanoramaMask, b: PanoramaMask, near_px: int) -> bool:
    if a.label != b.label or not a.mask.any() or not b.mask.any():
        return False
    return bool((_grown(a.mask, near_px) & (b.mask != 0)).any())


def _grown(mask: npt.NDArray[np.uint8], px: int) -> npt.NDArray[np.bool_]:
    grown: npt.NDArray[np.bool_] = mask != 0
    for _ in range(px):
        wide = grown | np.roll(grown, 1, axis=1) | np.roll(grown, -1, axis=1)
        grown = wide.copy()
        grown[1:] |= wide[:-1]
        grown[:-1] |= wide[1:]
    return grown


def _turned(yaw: float) -> npt.NDArray[np.float64]:
    """A view turned right by ``yaw``."""
    c, s = math.cos(yaw), math.sin(yaw)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def _raised(pitch: float) -> npt.NDArray[np.float64]:
    """A view raised by ``pitch``."""
    c, s = math.cos(pitch), math.sin(pitch)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
