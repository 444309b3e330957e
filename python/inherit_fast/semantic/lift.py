"""From a mask to a thing in the world (paper, section III-B: back-projected masked depth)."""

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.graph import Box
from inherit_fast.kernels import (
    MaskPoints,
    MaskStatistics,
    back_project_points,
    fit_oriented_box,
    largest_cluster,
)
from inherit_fast.language.sizes import Sizes
from inherit_fast.perception.seams import Instance


@dataclass(frozen=True, slots=True)
class LiftConfig:
    """Which pixels, points and masks are trusted.

    Attributes:
        min_depth_m, max_depth_m: range of depth used.
        ring_px: pixels this close to the mask's border or to a depth discontinuity are dropped.
        min_core_share: the ring shrinks until it leaves this share of the pixels with a return,
            so that thin things survive it.
        jump_share: a depth discontinuity leaves the line between its neighbours by this share.
        gate_mads: depths farther than this many deviations from the mask's median are dropped.
        gate_floor_m: depths this close to the median always pass.
        min_pixels: smaller masks are dropped.
        min_valid_share: masks with fewer returns than this share of their pixels are dropped.
        voxel_m: pixels are merged in voxels of this side.
        cluster_cell_m: voxel points in touching cells of this side belong together.
        cluster_min_points: points that a cell and its neighbours must hold to be dense.
        min_points: observations with fewer voxel points are dropped.
        trim_share: share of the pixels that may lie beyond each face of the box.
        turn_gain: a turned box must have a footprint below this share of a less turned one.
        floor_side_m, floor_within_m: what is longer than this, no thicker than this, and no farther
            from the floor, is a piece of floor seen behind a thing, unless its score is
        sure_score or more: a rug that a segmenter is sure of.
        sheet_length_m, sheet_thickness_m: an upright sheet longer and thinner than this is a piece
            of wall that the mask swallowed, and is dropped.
    """

    min_depth_m: float = 0.2
    max_depth_m: float = 6.0
    ring_px: int = 2
    min_core_share: float = 0.4
    jump_share: float = 0.05
    gate_mads: float = 3.0
    gate_floor_m: float = 0.25
    min_pixels: int = 40
    min_valid_share: float = 0.1
    voxel_m: float = 0.025
    cluster_cell_m: float = 0.1
    cluster_min_points: int = 3
    min_points: int = 3
    trim_share: float = 0.005
    turn_gain: float = 0.97
    sheet_length_m: float = 4.0
    sheet_thickness_m: float = 0.12
    floor_side_m: float = 0.3
    floor_within_m: float = 0.1
    sure_score: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Lifted:
    """One instance in the world.

    Attributes:
        instance_index: position among the frame's instances.
        points_m: (N, 3) float32, the largest cluster's voxel points.
        centroid_m: (3,) float64, mean of the voxel points, so that near parts count no more than
            far ones.
        box: upright box around the points.
        pixel_count: pixels of the mask.
        truncated: the mask touches the image's border, so the box may be only a part.
    """

    instance_index: int
    points_m: npt.NDArray[np.float32]
    centroid_m: npt.NDArray[np.float64]
    box: Box
    pixel_count: int
    truncated: bool


class Lifter:
    """Stage of the semantic stream: masks become points and boxes, or are dropped and counted.

    May be called from several threads at once.

    Args:
        config: thresholds.
        sizes: how large a thing of a name can be.

    Attributes:
        dropped: reason -> masks dropped for it.
    """

    def __init__(self, config: LiftConfig, sizes: Sizes | None = None) -> None:
        self._config = config
        self._sizes = sizes or Sizes()
        self.dropped: Counter[str] = Counter()
        self._counting = threading.Lock()

    def __call__(
        self,
        frame: Frame,
        instances: Sequence[Instance],
        ground_plane: npt.NDArray[np.float64] | None = None,
    ) -> list[Lifted]:
        """Lift ``instances`` of ``frame``, keeping their order.

        Args:
            frame: the image, its depth and pose.
            instances: what was found in it.
            ground_plane: (3,) float64 a, b, c of the floor z = a * x + b * y + c, where known.
        """
        found = self._back_project(frame, [instance.mask for instance in instances])
        lifted, dropped = [], Counter[str]()
        for index in range(len(instances)):
            outcome = self._lift(frame, found, index)
            if isinstance(outcome, Lifted):
                why_not = self._implausible(outcome, instances[index], ground_plane)
                outcome = why_not or outcome
            if isinstance(outcome, str):
                dropped[outcome] += 1
            else:
                lifted.append(outcome)
        with self._counting:
            self.dropped.update(dropped)
        return lifted

    def _back_project(self, frame: Frame, masks: list[npt.NDArray[np.uint8]]) -> MaskPoints:
        config = self._config
        return back_project_points(
            frame.depth,
            masks,
            depth_scale=frame.depth_scale,
            intrinsics=frame.intrinsics,
            T_world_camera=frame.T_world_camera,
            min_depth_m=config.min_depth_m,
            max_depth_m=config.max_depth_m,
            ring_px=config.ring_px,
            min_core_share=config.min_core_share,
            jump_share=config.jump_share,
            gate_mads=config.gate_mads,
            gate_floor_m=config.gate_floor_m,
            voxel_m=config.voxel_m,
        )

    def _lift(self, frame: Frame, found: MaskPoints, index: int) -> Lifted | str:
        """The instance in the world, or why not."""
        config = self._config
        statistics = found.statistics
        reason = self._unusable(statistics, index)
        if reason:
            return reason
        rows = slice(*found.offsets[index : index + 2])
        points, weights = found.points_m[rows], found.weights[rows]
        keep = largest_cluster(
            points,
            weights,
            links=found.links[slice(*found.link_offsets[index : index + 2])],
            cell_m=config.cluster_cell_m,
            min_points=config.cluster_min_points,
        ).astype(bool)
        points, weights = points[keep], weights[keep]
        if len(points) < config.min_points:
            return "too few points"
        box = Box(
            *fit_oriented_box(
                points, weights, trim_share=config.trim_share, turn_gain=config.turn_gain
            )
        )
        if self._is_sheet(box):
            return "thin sheet"
        return Lifted(
            instance_index=index,
            points_m=points,
            centroid_m=points.mean(axis=0, dtype=np.float64),
            box=box,
            pixel_count=int(statistics.mask_px[index]),
            truncated=_touches_border(statistics.box_px[index], frame.depth.shape),
        )

    def _unusable(self, statistics: MaskStatistics, index: int) -> str:
        mask_px, valid_px = int(statistics.mask_px[index]), int(statistics.valid_px[index])
        if mask_px < self._config.min_pixels:
            return "too few pixels"
        if valid_px < self._config.min_valid_share * mask_px or valid_px == 0:
            return "no depth"
        return ""

    def _implausible(
        self, lifted: Lifted, instance: Instance, ground_plane: npt.NDArray[np.float64] | None
    ) -> str:
        """Why this cannot be what it is called, or nothing."""
        if self._sizes.is_too_large(instance.label, lifted.box.extent_m):
            return "too large for its label"
        if instance.score < self._config.sure_score and ground_plane is not None:
            return "piece of floor" if self._is_floor(lifted.box, ground_plane) else ""
        return ""

    def _is_floor(self, box: Box, ground_plane: npt.NDArray[np.float64]) -> bool:
        x, y, z = box.center_m
        away_m = abs(z - float(ground_plane @ np.array([x, y, 1.0])))
        near_m = self._config.floor_within_m
        long = float(max(box.extent_m[:2])) >= self._config.floor_side_m
        return long and away_m <= near_m and float(box.extent_m[2]) <= near_m

    def _is_sheet(self, box: Box) -> bool:
        sides = sorted(box.extent_m)
        upright = float(min(box.extent_m[:2])) == float(sides[0])
        return bool(
            upright
            and sides[0] < self._config.sheet_thickness_m
            and sides[2] > self._config.sheet_length_m
        )


def _touches_border(box_px: npt.NDArray[np.int32], shape: tuple[int, ...]) -> bool:
    x0, y0, x1, y1 = (int(value) for value in box_px)
    return x0 == 0 or y0 == 0 or x1 == shape[1] or y1 == shape[0]
