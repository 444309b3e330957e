"""Someone with a camera who walks and turns in small steps."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.config import HouseConfig

LOOK_AHEAD_M = 0.6
_MARGIN_RAD = 0.3  # turned beyond the outermost thing to look at
_CLIMB_PITCH_RAD = 0.05
_PITCH_STEP_RAD = 0.08

Pose = npt.NDArray[np.float64]


class Walker:
    """Turns ways and looks into poses, keeping each step and each turn small."""

    def __init__(self, config: HouseConfig, at: tuple[float, float], heading: float) -> None:
        self._config = config
        self._at, self._z, self._heading = at, 0.0, heading
        self._pitch = self._wanted_pitch = config.pitch_rad
        self.poses: list[Pose] = []
        self._stand()

    @property
    def at(self) -> tuple[float, float]:
        """Where the walker is."""
        return self._at

    def walk(self, way: npt.NDArray[np.float64]) -> None:
        """Follow (N, 3) points; z is the height of the ground."""
        lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
        count = math.ceil(lengths[-1] / self._config.step_m)

        def point(s: float) -> npt.NDArray[np.float64]:
            return np.array([np.interp(s, lengths, way[:, k]) for k in range(3)])

        for i in range(1, count + 1):
            s = lengths[-1] * i / count
            here = point(s)
            ahead = here - way[0] if s == lengths[-1] else point(s + LOOK_AHEAD_M) - here
            if s + LOOK_AHEAD_M > lengths[-1]:
                ahead = way[-1] - point(max(0.0, lengths[-1] - LOOK_AHEAD_M))
            self._turn_to(math.atan2(ahead[1], ahead[0]))
            self._at, self._z = (float(here[0]), float(here[1])), float(here[2])
            self._stand()

    def look(self, bearings: Sequence[float]) -> None:
        """Turn until every bearing has passed through the view, the shorter way around."""
        offsets = [math.remainder(b - self._heading, math.tau) for b in bearings]
        left = max([o % math.tau for o in offsets if abs(o) > 0.1], default=0.0)
        right = max([-o % math.tau for o in offsets if abs(o) > 0.1], default=0.0)
        turn = left if left <= right else -right
        if turn:
            self._turn_by(turn + math.copysign(_MARGIN_RAD, turn))

    def climb(self, way: npt.NDArray[np.float64]) -> None:
        """Walk up with the head raised."""
        self._wanted_pitch = _CLIMB_PITCH_RAD
        self.walk(way)
        self._wanted_pitch = self._config.pitch_rad

    def _turn_to(self, heading: float) -> None:
        """Turn on the spot, but leave the last part of the turn to the next step."""
        turn = math.remainder(heading - self._heading, math.tau)
        count = math.ceil(abs(turn) / self._config.turn_rad)
        for i in range(count):
            self._heading += turn / count
            if i < count - 1:
                self._stand()

    def _turn_by(self, angle: float) -> None:
        count = math.ceil(abs(angle) / self._config.turn_rad)
        for _ in range(count):
            self._heading += angle / count
            self._stand()

    def _stand(self) -> None:
        change = self._wanted_pitch - self._pitch
        self._pitch += max(-_PITCH_STEP_RAD, min(_PITCH_STEP_RAD, change))
        height = self._z + self._config.camera_height_m
        self.poses.append(camera_pose((*self._at, height), self._heading, self._pitch))


def camera_pose(at: tuple[float, float, float], heading: float, pitch: float) -> Pose:
    """A camera (OpenCV axes) at a point, looking along ``heading``, down by ``pitch``."""
    c, s = math.cos(heading), math.sin(heading)
    forward = np.array([c * math.cos(pitch), s * math.cos(pitch), -math.sin(pitch)])
    right = np.array([s, -c, 0.0])
    T = np.eye(4)
    T[:3, 0], T[:3, 1], T[:3, 2], T[:3, 3] = right, np.cross(forward, right), forward, at
    return T
