"""Boxes of a detector become masks with the help of the depth image."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast import kernels
from inherit_fast.frame import Frame
from inherit_fast.perception.boxes import Detection
from inherit_fast.perception.seams import Instance
from inherit_fast.perception.vocabulary import checked_vocabulary


class Detector(Protocol):
    """Finds labelled boxes, best first; ``labels`` is all that it knows."""

    labels: tuple[str, ...]

    def __call__(self, rgb: npt.NDArray[np.uint8], vocabulary: Collection[str]) -> list[Detection]:
        """Detections of the labels in ``vocabulary``, in pixels of ``rgb``."""


@dataclass(frozen=True, slots=True)
class DepthSegmenterConfig:
    """How a box and the depth become a mask; kernels.depth_segment tells the rules.

    Attributes:
        min_depth_m: nearer returns are not used.
        max_depth_m: farther returns are not used.
        block_rad: side of the blocks that normals are taken from, as an angle.
        jump_m: neighbours that differ by more, and by ``jump_ratio`` of their depth, are apart.
        jump_ratio: share of the depth.
        thickness_m: half thickness of a plane, plus ``thickness_ratio`` of its depth.
        thickness_ratio: share of the depth.
        max_tilt_rad: of a surface from level or upright.
        min_plane_m2: smaller planes are not looked for.
        max_planes: of each kind.
        outside_ratio: a plane with so many times its surface outside a box is background.
        below_m: so far under the box's core, the lowest level plane is background.
        leak_reach: share of the box's longer side at which a surface counts as going on.
        second_choice: advantage in fit that it takes to keep the plane under the core.
        deep_share: pieces join whose depths differ by a jump and this share of the box's side.
        min_piece_px: smaller pieces are dropped.
        min_pixels: smaller masks are dropped.
        min_contained: a mask with this share inside a larger one is taken out of that one.
    """

    min_depth_m: float = 0.2
    max_depth_m: float = 6.0
    block_rad: float = 0.0135
    jump_m: float = 0.02
    jump_ratio: float = 0.01
    thickness_m: float = 0.012
    thickness_ratio: float = 0.005
    max_tilt_rad: float = math.radians(25.0)
    min_plane_m2: float = 0.1
    max_planes: int = 8
    outside_ratio: float = 3.0
    below_m: float = 0.05
    leak_reach: float = 0.12
    second_choice: float = 0.05
    deep_share: float = 0.1
    min_piece_px: int = 20
    min_pixels: int = 60
    min_contained: float = 0.7


class DetectorDepthSegmenter:
    """Instances from a detector's boxes and the frame's depth (see Segmenter).

    Args:
        detector: finds the boxes.
        vocabulary: labels looked for when a call names none.
        config: how boxes become masks.

    Raises:
        VocabularyError: ``vocabulary`` is empty or holds labels that the detector does not know.
    """

    def __init__(
        self,
        detector: Detector,
        vocabulary: Sequence[str],
        config: DepthSegmenterConfig | None = None,
    ) -> None:
        self._detector = detector
        self._config = config or DepthSegmenterConfig()
        self.vocabulary = checked_vocabulary(vocabulary, detector.labels)

    def __call__(self, frame: Frame, vocabulary: Sequence[str] = ()) -> list[Instance]:
        """Instances, best detection first."""
        wanted = checked_vocabulary(vocabulary or self.vocabulary, self._detector.labels)
        found = self._detector(frame.rgb, wanted)
        boxes = [whole_pixels(d.box_px) for d in found]
        masks = masks_by_depth(frame, boxes, self._config)
        labels = [d.label for d in found]
        take_out_contained(masks, boxes, labels, self._config.min_contained)
        return [
            Instance(mask, d.label, d.score, box, others=d.others)
            for d, box, mask in zip(found, boxes, masks, strict=True)
            if np.count_nonzero(mask) >= self._config.min_pixels
        ]


def plane_settings(frame: Frame, config: DepthSegmenterConfig) -> dict[str, Any]:
    """The camera and the rules for planes, as ``depth_segment`` and ``frame_planes`` take them."""
    return {
        "depth_scale": frame.depth_scale,
        "intrinsics": frame.intrinsics,
        "T_world_camera": frame.T_world_camera,
        "min_depth_m": config.min_depth_m,
        "max_depth_m": config.max_depth_m,
        "block_px": max(2, round(config.block_rad * float(frame.intrinsics[0]))),
        "jump_m": config.jump_m,
        "jump_ratio": config.jump_ratio,
        "thickness_m": config.thickness_m,
        "thickness_ratio": config.thickness_ratio,
        "max_tilt_rad": config.max_tilt_rad,
        "min_plane_m2": config.min_plane_m2,
        "max_planes": config.max_planes,
    }


def masks_by_depth(
    frame: Frame, boxes: Sequence[tuple[int, int, int, int]], config: DepthSegmenterConfig
) -> npt.NDArray[np.uint8]:
    """Masks (N, H, W) of 0 and 1, each inside its box; empty where there is no depth."""
    masks: npt.NDArray[np.uint8] = kernels.depth_segment(
        frame.depth,
        boxes_px=np.array(boxes, np.int32).reshape(-1, 4),
        **plane_settings(frame, config),
        outside_ratio=config.outside_ratio,
        below_m=config.below_m,
        leak_reach=config.leak_reach,
        second_choice=config.second_choice,
        deep_share=config.deep_share,
        min_piece_px=config.min_piece_px,
    )
    return masks


def take_out_contained(
    masks: npt.NDArray[np.uint8],
    boxes: Sequence[tuple[int, int, int, int]],
    labels: Sequence[str],
    min_contained: float,
) -> None:
    """Change (N, H, W) masks, each inside its box, so that a table loses what stands on it.

    A mask that lies to ``min_contained`` inside a mask at least twice as large is cut out of it,
    unless both have one label: the back of a chair is chair.
    """
    sizes = [np.count_nonzero(mask) for mask in masks]
    parts = [
        (slice(max(y0, 0), max(y1, 0)), slice(max(x0, 0), max(x1, 0))) for x0, y0, x1, y1 in boxes
    ]
    cuts = [
        (small, large)
        for small, part in enumerate(parts)
        for large in range(len(masks))
        if 0 < 2 * sizes[small] <= sizes[large]
        and labels[small] != labels[large]
        and np.count_nonzero(masks[small][part] & masks[large][part])
        >= min_contained * sizes[small]
    ]
    whole = {small: masks[small][parts[small]].astype(bool) for small, _ in cuts}
    for small, large in cuts:
        masks[large][parts[small]][whole[small]] = 0


def whole_pixels(box_px: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    """The box on whole pixels, at least one wide and high."""
    x0, y0, x1, y1 = (round(v) for v in box_px)
    return x0, y0, max(x1, x0 + 1), max(y1, y0 + 1)
