"""Which recordings a map was made of, and how frames of another one join it."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame

GAP_NS = 1_000_000_000  # between two sessions whose own clocks overlap
RECORDINGS = 1 << 16  # numbers that one session may use


def known_by(first: Frame) -> str:
    """What a recording is known by, wherever it lies: its first frame."""
    digest = hashlib.sha256()
    for part in (first.T_world_camera, first.depth, first.rgb):
        digest.update(part.tobytes())
    return digest.hexdigest()[:16]


class Sessions:
    """Brings frames of every session into one time and one world.

    A session is one recording from its beginning on, however often it was broken off. Its frames
    keep their index; their times go on after those of the session before, so that what was seen
    later is later in the map, too.

    Args:
        meta: what the map's file holds by name, ``sessions`` among it; empty for a new map.
        T_map_source: (4, 4) float64, source to map, of the map's first session.
    """

    def __init__(self, meta: Mapping[str, Any], T_map_source: npt.NDArray[np.float64]) -> None:
        saved = meta.get("sessions") or {}
        self._last_frame: dict[str, int] = dict(saved.get("last_frame", {}))
        self._now: str = saved.get("now", "")
        self._number: int = saved.get("number", 0)
        self._shift_ns: int = saved.get("shift_ns", 0)
        if not saved and "last_frame" in meta:  # a map that was begun without saying of what
            self._last_frame[""] = int(meta["last_frame"])
        self._last_ns: int = int(meta.get("last_time_ns", 0))
        self._T_map_source = T_map_source
        self._T_map_world = np.eye(4)

    @property
    def next_frame(self) -> int:
        """Index of the first frame of the present session that the map does not hold yet."""
        return self._last_frame.get(self._now, -1) + 1

    def begin(self, first: Frame, T_map_source: npt.NDArray[np.float64]) -> int:
        """The recording that begins with ``first`` comes next.

        Args:
            first: its first frame, as its source gives it.
            T_map_source: (4, 4) float64, its own source to map.

        Returns:
            index of the first of its frames that the map does not hold yet.
        """
        name = known_by(first)
        if "" in self._last_frame:  # the unnamed beginning is taken for this one
            self._last_frame[name] = self._last_frame.pop("")
            self._now = name
        if name != self._now:
            self._number += bool(self._last_frame)
            late = first.time_ns <= self._last_ns and bool(self._last_frame)
            self._shift_ns = self._last_ns + GAP_NS - first.time_ns if late else 0
            self._now = name
        if not np.array_equal(T_map_source, self._T_map_source):
            self._T_map_world = self._T_map_source @ np.linalg.inv(T_map_source)
        return self.next_frame

    def place(self, frame: Frame) -> Frame:
        """``frame`` in the map's time and world; it is the last one now."""
        self._last_frame[self._now] = frame.index
        is_moved = not np.array_equal(self._T_map_world, np.eye(4))
        if not (is_moved or self._shift_ns or self._number):
            self._last_ns = frame.time_ns
            return frame
        pose = self._T_map_world @ frame.T_world_camera if is_moved else frame.T_world_camera
        placed = replace(
            frame,
            time_ns=frame.time_ns + self._shift_ns,
            recording=frame.recording + self._number * RECORDINGS,
            T_world_camera=pose,
        )
        self._last_ns = placed.time_ns
        return placed

    def state(self) -> dict[str, Any]:
        """To be kept under the name ``sessions`` with every keyframe."""
        return {
            "last_frame": dict(self._last_frame),
            "now": self._now,
            "number": self._number,
            "shift_ns": self._shift_ns,
        }
