"""Where the ground under the camera is in one frame."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from inherit_fast.geometric.planes import Plane, lowest_strong


@dataclass(frozen=True, slots=True)
class StandingConfig:
    """How planes and the camera's own height are weighed.

    Attributes:
        strong_share: the lowest plane with this share of the strongest is the first ground.
        expected_within_m: how far a plane may lie from where the camera's usual height puts the
            ground.
        lifted_within_m: how far a plane may lie from the last ground, when the camera was lifted
            or lowered above it.
        usual_frames: the camera's usual height is the median over this many frames.
        default_camera_height_m: used until a plane below the camera has been seen.
    """

    strong_share: float = 0.2
    expected_within_m: float = 0.3
    lifted_within_m: float = 0.15
    usual_frames: int = 51
    default_camera_height_m: float = 1.5


@dataclass(frozen=True, slots=True)
class Standing:
    """Height of the ground in one frame, and whether a plane shows there."""

    height_m: float
    shown: bool


class StandingFinder:
    """The camera's own height says about where the ground is, the planes say where exactly."""

    def __init__(self, config: StandingConfig) -> None:
        self._config = config
        self.heights_m: deque[float] = deque(maxlen=config.usual_frames)

    def learn(self, camera_above_ground_m: float) -> None:
        """Count one frame into the camera's usual height."""
        self.heights_m.append(camera_above_ground_m)

    def relearn(self, camera_above_ground_m: Iterable[float]) -> None:
        """Replace all that was learnt."""
        self.heights_m.clear()
        self.heights_m.extend(camera_above_ground_m)

    def first(self, camera_m: float, below: list[Plane]) -> Standing:
        """The ground of a frame with nothing before it, or after a jump.

        Args:
            camera_m: height of the camera.
            below: planes below it, lowest first.
        """
        usual_m = self._usual_m()
        if usual_m is not None:
            near = nearest(below, camera_m - usual_m, self._config.expected_within_m)
            if near is not None:
                return Standing(near.height_m, True)
        plane = lowest_strong(below, self._config.strong_share)
        if plane is not None:
            return Standing(plane.height_m, True)
        return Standing(camera_m - (usual_m or self._config.default_camera_height_m), False)

    def next(self, camera_m: float, ground_m: float, below: list[Plane]) -> Standing:
        """The ground of a frame that follows one on ``ground_m``."""
        usual_m = self._usual_m()
        if usual_m is None:
            return self.first(camera_m, below)
        expected_m = camera_m - usual_m
        near = nearest(below, expected_m, self._config.expected_within_m)
        if near is None:
            near = nearest(below, ground_m, self._config.lifted_within_m)
        if near is not None:
            return Standing(near.height_m, True)
        # Furniture may show, but never lifts the camera.
        return Standing(expected_m, False)

    def _usual_m(self) -> float | None:
        return float(np.median(self.heights_m)) if self.heights_m else None


def nearest(planes: list[Plane], height_m: float, within_m: float) -> Plane | None:
    """The plane nearest to a height, if it lies within reach."""
    plane = min(planes, key=lambda p: abs(p.height_m - height_m), default=None)
    if plane is None or abs(plane.height_m - height_m) > within_m:
        return None
    return plane
