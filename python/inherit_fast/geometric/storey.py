"""One storey's floor, and the evidence for it, summed over the frames seen from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.geometric.ground_fit import GroundFit, GroundFitConfig
from inherit_fast.geometric.planes import HeightHistogram, Plane, lowest_strong
from inherit_fast.graph import FloorNode


@dataclass(slots=True, eq=False)
class Storey:
    """A floor being measured.

    Attributes:
        anchor_m: x and y where the storey was entered.
        base_m: height of the floor's peak in ``seen``, or what was assumed for it.
        seen: level samples of all frames, from well below the floor to above the ceiling, each
            frame lowered by the floor's rise from the anchor to the camera.
        fit: the floor's plane with its tilt.
        samples: those within the floor's peak; 0 while its height is only assumed.
        frames: frames taken from this storey; ``plane_frames`` of them showed the ground.
        ground_m: lowest and highest ground that the camera stood on.
    """

    id: str
    anchor_m: tuple[float, float]
    base_m: float
    seen: HeightHistogram
    fit: GroundFit
    samples: int = 0
    ceiling: Plane | None = None
    frames: int = 0
    plane_frames: int = 0
    camera_above_ground_m: float = 0.0
    ground_m: tuple[float, float] = field(default=(float("inf"), float("-inf")))

    @property
    def plane(self) -> npt.NDArray[np.float64]:
        """(3,) a, b, c of the floor z = a * x + b * y + c."""
        plane = self.fit.plane
        return np.array([0.0, 0.0, self.base_m]) if plane is None else plane

    @property
    def height_m(self) -> float:
        """Mean height of the floor."""
        mean_m = self.fit.mean_height_m
        return self.base_m if mean_m is None else mean_m

    def add(self, histogram: HeightHistogram, frame: Frame, ground_m: float | None) -> None:
        """Count in one frame; ``ground_m`` where it shows the ground that the camera is on."""
        x_m, y_m, camera_m = frame.position_m
        slope = self.plane[:2]
        rise_m = slope[0] * (x_m - self.anchor_m[0]) + slope[1] * (y_m - self.anchor_m[1])
        self.seen.add(histogram, float(rise_m))
        self.frames += 1
        if ground_m is not None:
            self.plane_frames += 1
            self.camera_above_ground_m = float(camera_m) - ground_m
            self.ground_m = (min(self.ground_m[0], ground_m), max(self.ground_m[1], ground_m))

    def measure(
        self, least: int, smooth_bands: int, share: float, within_m: float, min_ceiling_m: float
    ) -> float:
        """Find floor and ceiling in all samples so far.

        The floor is the lowest plane within ``within_m`` of the present one that has ``share`` of
        the strongest; the ceiling is the strongest at least ``min_ceiling_m`` above it.

        Returns:
            How far the floor rose; negative where it fell.
        """
        before_m = self.base_m
        planes = self.seen.planes(least, smooth_bands)
        near = [p for p in planes if abs(p.height_m - self.base_m) <= within_m]
        floor = lowest_strong(near, share)
        if floor is not None:
            self.base_m, self.samples = floor.height_m, floor.samples
        above = [p for p in planes if p.height_m >= self.base_m + min_ceiling_m]
        self.ceiling = max(above, key=lambda p: p.samples, default=None)
        return self.base_m - before_m

    def node(self) -> FloorNode:
        """The floor as the graph keeps it."""
        plane = self.plane
        evidence = {
            "plane_m": self.base_m,
            "plane_samples": float(self.samples),
            "slope_x": float(plane[0]),
            "slope_y": float(plane[1]),
            "height_at_origin_m": float(plane[2]),
            "frames": float(self.frames),
            "plane_frames": float(self.plane_frames),
            "camera_above_ground_m": self.camera_above_ground_m,
        }
        if self.plane_frames:
            evidence["lowest_ground_m"], evidence["highest_ground_m"] = self.ground_m
        if self.ceiling is not None:
            evidence["ceiling_samples"] = float(self.ceiling.samples)
        clear_m = None if self.ceiling is None else self.ceiling.height_m - self.base_m
        ceiling_m = None if clear_m is None else self.height_m + clear_m
        return FloorNode(self.id, self.height_m, ceiling_m, evidence=evidence)

    def state(self) -> dict[str, Any]:
        """Everything, as JSON-able values and arrays."""
        ceiling = None if self.ceiling is None else [self.ceiling.height_m, self.ceiling.samples]
        return {
            "id": self.id,
            "anchor_m": list(self.anchor_m),
            "base_m": self.base_m,
            "first_band": self.seen.first,
            "band_m": self.seen.band_m,
            "counts": self.seen.counts.copy(),
            "moments": self.fit.moments.copy(),
            "samples": self.samples,
            "ceiling": ceiling,
            "frames": self.frames,
            "plane_frames": self.plane_frames,
            "camera_above_ground_m": self.camera_above_ground_m,
            "ground_m": list(self.ground_m) if self.plane_frames else None,
        }

    @classmethod
    def of_state(cls, state: Mapping[str, Any], config: GroundFitConfig) -> "Storey":
        """The storey that ``state`` was taken from."""
        counts = np.array(state["counts"], np.int64)
        seen = HeightHistogram(state["first_band"], counts, state["band_m"])
        anchor_m = (state["anchor_m"][0], state["anchor_m"][1])
        storey = cls(state["id"], anchor_m, state["base_m"], seen, GroundFit(config))
        storey.fit.moments = np.array(state["moments"], np.float64)
        storey.samples = state["samples"]
        storey.ceiling = Plane(*state["ceiling"]) if state["ceiling"] else None
        storey.frames, storey.plane_frames = state["frames"], state["plane_frames"]
        storey.camera_above_ground_m = state["camera_above_ground_m"]
        if state["ground_m"]:
            storey.ground_m = (state["ground_m"][0], state["ground_m"][1])
        return storey
