"""Structural events: the moments that trigger global updates (paper, section III-C)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class FloorChanged:
    """The camera has come to another storey."""

    time_ns: int
    left_floor_id: str
    floor_id: str


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The camera has stayed in another room of the same storey long enough to count."""

    time_ns: int
    floor_id: str
    left_room_id: str
    room_id: str


@dataclass(frozen=True, slots=True)
class PeriodReached:
    """Another N keyframes were accepted; takes the place of structural events (table V)."""

    time_ns: int
    keyframes: int


Event = FloorChanged | RoomChanged | PeriodReached


@dataclass(frozen=True, slots=True)
class EventsConfig:
    """What triggers global updates.

    Attributes:
        trigger: ``structural`` (rooms and floors) or ``period`` (every N keyframes).
        dwell_frames: frames in a row in another room, or
        dwell_s: time in it, whichever comes first, until it counts.
        period_keyframes: the N of ``period``.
    """

    trigger: Literal["structural", "period"] = "structural"
    dwell_frames: int = 5
    dwell_s: float = 1.0
    period_keyframes: int = 18


class EventDetector:
    """Turns the floor and room of every frame into events."""

    def __init__(self, config: EventsConfig) -> None:
        self._config = config
        self._room_id: str | None = None
        self._next_id: str | None = None
        self._next_frames = 0
        self._next_since_ns = 0
        self._keyframes = 0

    @property
    def room_id(self) -> str | None:
        """The room that the camera counts as being in."""
        return self._room_id

    def push(
        self, time_ns: int, floor_id: str, left_floor_id: str | None, room_id: str | None
    ) -> list[Event]:
        """Take in where one frame was taken.

        Args:
            time_ns: time of the frame.
            floor_id: storey of the frame.
            left_floor_id: the storey before, where this frame changed it.
            room_id: room whose mask lies under the camera; None between rooms changes nothing.
        """
        if left_floor_id is not None:
            self._room_id = self._next_id = None
            self._settle(time_ns, room_id)
            return self._structural(FloorChanged(time_ns, left_floor_id, floor_id))
        left = self._room_id
        if not self._settle(time_ns, room_id) or left is None or self._room_id is None:
            return []
        return self._structural(RoomChanged(time_ns, floor_id, left, self._room_id))

    def keyframe(self, time_ns: int) -> list[Event]:
        """Count one accepted keyframe."""
        self._keyframes += 1
        due = self._keyframes % self._config.period_keyframes == 0
        if self._config.trigger != "period" or not due:
            return []
        return [PeriodReached(time_ns, self._keyframes)]

    def rename(self, new_id: Mapping[str, str]) -> None:
        """Follow rooms that were merged into others; that is no change of room."""
        if self._room_id is not None:
            self._room_id = new_id.get(self._room_id, self._room_id)
        if self._next_id is not None:
            self._next_id = new_id.get(self._next_id, self._next_id)

    def _structural(self, event: Event) -> list[Event]:
        return [event] if self._config.trigger == "structural" else []

    def _settle(self, time_ns: int, room_id: str | None) -> bool:
        """Move to ``room_id`` once it has been stayed in; True where that happens."""
        if room_id is None:
            return False
        if room_id == self._room_id:
            self._next_id = None
            return False
        if room_id != self._next_id:
            self._next_id, self._next_frames, self._next_since_ns = room_id, 0, time_ns
        self._next_frames += 1
        stayed = time_ns - self._next_since_ns >= self._config.dwell_s * 1e9
        if not stayed and self._next_frames < self._config.dwell_frames:
            return False
        self._room_id, self._next_id = room_id, None
        return True

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later, JSON-able."""
        return {
            "room_id": self._room_id,
            "next_id": self._next_id,
            "next_frames": self._next_frames,
            "next_since_ns": self._next_since_ns,
            "keyframes": self._keyframes,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._room_id, self._next_id = state["room_id"], state["next_id"]
        self._next_frames, self._next_since_ns = state["next_frames"], state["next_since_ns"]
        self._keyframes = state["keyframes"]
