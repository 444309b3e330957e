"""One storey's height and the evidence for it, summed over the frames seen from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from inherit_fast.geometric.planes import HeightHistogram, Plane, lowest_strong
from inherit_fast.graph import FloorNode


@dataclass(slots=True, eq=False)
class Storey:
    """A floor being measured.

    Attributes:
        height_m: the floor plane's height in the world.
        seen: level samples of all frames, from well below the floor to above the ceiling.
        samples: those within the floor plane; 0 while the height is only assumed.
        frames: frames taken from this storey; ``plane_frames`` of them showed a level plane.
        ground_m: lowest and highest ground that the camera stood on.
    """

    id: str
    height_m: float
    seen: HeightHistogram
    samples: int = 0
    ceiling: Plane | None = None
    frames: int = 0
    plane_frames: int = 0
    camera_above_ground_m: float = 0.0
    ground_m: tuple[float, float] = (float("inf"), float("-inf"))

    def add(
        self,
        histogram: HeightHistogram,
        camera_above_ground_m: float,
        ground_m: float,
        *,
        plane_seen: bool,
    ) -> None:
        """Count one frame in."""
        self.seen.add(histogram)
        self.frames += 1
        self.plane_frames += plane_seen
        self.camera_above_ground_m = camera_above_ground_m
        self.ground_m = (min(self.ground_m[0], ground_m), max(self.ground_m[1], ground_m))

    def measure(
        self,
        least_samples: int,
        *,
        smooth_bands: int,
        strong_share: float,
        within_m: float,
        min_ceiling_m: float,
    ) -> None:
        """Find floor and ceiling in all samples so far.

        The floor is the lowest strong plane within ``within_m`` of the present height; the
        ceiling is the strongest plane at least ``min_ceiling_m`` above it, if any.
        """
        planes = self.seen.planes(least_samples, smooth_bands)
        near = [p for p in planes if abs(p.height_m - self.height_m) <= within_m]
        floor = lowest_strong(near, strong_share)
        if floor is not None:
            self.height_m, self.samples = floor.height_m, floor.samples
        above = [p for p in planes if p.height_m >= self.height_m + min_ceiling_m]
        self.ceiling = max(above, key=lambda p: p.samples, default=None)

    def node(self) -> FloorNode:
        """The floor as the graph keeps it."""
        evidence = {
            "plane_m": self.height_m,
            "plane_samples": float(self.samples),
            "frames": float(self.frames),
            "plane_frames": float(self.plane_frames),
            "camera_above_ground_m": self.camera_above_ground_m,
        }
        if self.frames:
            evidence["lowest_ground_m"], evidence["highest_ground_m"] = self.ground_m
        if self.ceiling is not None:
            evidence["ceiling_samples"] = float(self.ceiling.samples)
        ceiling_m = None if self.ceiling is None else self.ceiling.height_m
        return FloorNode(self.id, self.height_m, ceiling_m, evidence=evidence)

    def state(self) -> dict[str, Any]:
        """Everything, as JSON-able values and one array."""
        ceiling = None if self.ceiling is None else [self.ceiling.height_m, self.ceiling.samples]
        return {
            "id": self.id,
            "height_m": self.height_m,
            "first_band": self.seen.first,
            "band_m": self.seen.band_m,
            "counts": self.seen.counts.copy(),
            "samples": self.samples,
            "ceiling": ceiling,
            "frames": self.frames,
            "plane_frames": self.plane_frames,
            "camera_above_ground_m": self.camera_above_ground_m,
            "ground_m": list(self.ground_m) if self.frames else None,
        }

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "Storey":
        """The storey that ``state`` was taken from."""
        counts = np.array(state["counts"], np.int64)
        storey = cls(
            state["id"],
            state["height_m"],
            HeightHistogram(state["first_band"], counts, state["band_m"]),
            samples=state["samples"],
            ceiling=Plane(*state["ceiling"]) if state["ceiling"] else None,
            frames=state["frames"],
            plane_frames=state["plane_frames"],
            camera_above_ground_m=state["camera_above_ground_m"],
        )
        if state["ground_m"]:
            storey.ground_m = (state["ground_m"][0], state["ground_m"][1])
        return storey
