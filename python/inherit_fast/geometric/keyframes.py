"""Which frames are worth the semantic stream's time (paper, section III-B)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame

# (H, W, 3) uint8 image to (D,) float32 unit vector.
GlobalEncoder = Callable[[npt.NDArray[np.uint8]], npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class KeyframesConfig:
    """When a frame becomes a keyframe; any one rule suffices, the rate limits them all.

    Attributes:
        below_similarity: cosine to the last keyframe's global feature under which the view is
            new.
        move_m: distance from the last keyframe.
        turn_deg: rotation from the last keyframe.
        max_rate_hz: keyframes a second at most; 0 means no limit.
        max_looks_hz: frames a second at most that the encoder sees; 0 means no limit.
    """

    below_similarity: float = 0.95
    move_m: float = 1.0
    turn_deg: float = 30.0
    max_rate_hz: float = 2.0
    max_looks_hz: float = 4.0


class KeyframeSelector:
    """Compares each frame with the last keyframe, by pose and by global feature.

    The first frame and the first frame of another recording are always taken. Without an
    encoder only pose and time decide.
    """

    def __init__(self, config: KeyframesConfig, encoder: GlobalEncoder | None = None) -> None:
        self._config = config
        self._encoder = encoder
        self._pose: npt.NDArray[np.float64] | None = None
        self._time_ns = 0
        self._looked_ns = 0
        self._recording = 0
        self._feature: npt.NDArray[np.float32] | None = None

    def push(self, frame: Frame) -> bool:
        """Whether ``frame`` is a keyframe; if so, later frames are compared with it."""
        jumped = self._pose is None or frame.recording != self._recording
        since_ns = frame.time_ns - self._time_ns
        if not jumped and _too_soon(since_ns, self._config.max_rate_hz):
            return False
        moved = jumped or self._moved(frame)
        looks_ns = frame.time_ns - self._looked_ns
        if not moved and _too_soon(looks_ns, self._config.max_looks_hz):
            return False
        self._looked_ns = frame.time_ns
        feature = None if self._encoder is None else self._encoder(frame.rgb)
        if not moved and not self._looks_new(feature):
            return False
        self._pose, self._time_ns = frame.T_world_camera, frame.time_ns
        self._recording, self._feature = frame.recording, feature
        return True

    def _moved(self, frame: Frame) -> bool:
        assert self._pose is not None
        step_m = float(np.linalg.norm(frame.T_world_camera[:3, 3] - self._pose[:3, 3]))
        trace = float(np.sum(frame.T_world_camera[:3, :3] * self._pose[:3, :3]))
        turn_deg = np.degrees(np.arccos(np.clip((trace - 1.0) / 2.0, -1.0, 1.0)))
        return step_m >= self._config.move_m or bool(turn_deg >= self._config.turn_deg)

    def _looks_new(self, feature: npt.NDArray[np.float32] | None) -> bool:
        if feature is None or self._feature is None:
            return False
        return float(feature @ self._feature) < self._config.below_similarity

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later: JSON-able values and arrays."""
        return {
            "pose": self._pose,
            "time_ns": self._time_ns,
            "looked_ns": self._looked_ns,
            "recording": self._recording,
            "feature": self._feature,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._pose, self._feature = state["pose"], state["feature"]
        self._time_ns, self._looked_ns = state["time_ns"], state["looked_ns"]
        self._recording = state["recording"]


def _too_soon(since_ns: int, max_rate_hz: float) -> bool:
    return max_rate_hz > 0 and since_ns * max_rate_hz < 1e9
