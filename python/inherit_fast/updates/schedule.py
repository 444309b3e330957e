"""Which global updates are due, and which rooms wait for one (paper, section III-C)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from inherit_fast.geometric.events import Event, FloorChanged, RoomChanged

Cause = Literal["room", "floor", "period", "end"]


@dataclass(frozen=True, slots=True)
class GlobalUpdate:
    """One maintenance pass over all that waited for it.

    Attributes:
        cause: what triggered it.
        time_ns: when.
        floor_ids: floors with something new, oldest first.
        room_ids: rooms with something new, oldest first.
        through: number of the last keyframe that it takes in.
    """

    cause: Cause
    time_ns: int
    floor_ids: tuple[str, ...]
    room_ids: tuple[str, ...]
    through: int


class UpdateSchedule:
    """Collects what keyframes touch and hands it out when an event says so.

    What was handed out stays pending until ``done``: an update that was cut off by a crash is
    due again after ``restore``.
    """

    def __init__(self) -> None:
        # (floor, room) -> number of the last keyframe there; room None is what no room holds.
        self._pending: dict[tuple[str, str | None], int] = {}
        self._keyframes = 0
        self._last_ns = 0
        self.counts: dict[str, int] = {"room": 0, "floor": 0, "period": 0, "end": 0}

    def keyframe(self, time_ns: int, floor_id: str, room_id: str | None) -> None:
        """A keyframe added observations there."""
        self._last_ns = time_ns
        self._keyframes += 1
        self._pending[floor_id, room_id] = self._keyframes

    def due(self, event: Event) -> GlobalUpdate | None:
        """The update that an event triggers, or None if nothing waits for one.

        A room change works off its floor; a floor change, and a period, work off everything.
        """
        if isinstance(event, RoomChanged):
            return self._update("room", event.time_ns, event.floor_id)
        cause: Cause = "floor" if isinstance(event, FloorChanged) else "period"
        return self._update(cause, event.time_ns, None)

    def end(self) -> GlobalUpdate | None:
        """The last update of a run."""
        return self._update("end", self._last_ns, None)

    def done(self, update: GlobalUpdate) -> None:
        """The update was carried out; what it held waits no longer."""
        self.counts[update.cause] += 1
        self._pending = {
            (floor, room): number
            for (floor, room), number in self._pending.items()
            if number > update.through
            or floor not in update.floor_ids
            or (room is not None and room not in update.room_ids)
        }

    def _update(self, cause: Cause, time_ns: int, floor_id: str | None) -> GlobalUpdate | None:
        taken = [(f, r) for f, r in self._pending if floor_id is None or f == floor_id]
        if not taken:
            return None
        floors = tuple(dict.fromkeys(f for f, _ in taken))
        rooms = tuple(r for _, r in taken if r is not None)
        return GlobalUpdate(cause, time_ns, floors, rooms, self._keyframes)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later, JSON-able."""
        return {
            "pending": [[floor, room, n] for (floor, room), n in self._pending.items()],
            "keyframes": self._keyframes,
            "last_ns": self._last_ns,
            "counts": dict(self.counts),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._pending = {(floor, room): n for floor, room, n in state["pending"]}
        self._keyframes, self._last_ns = state["keyframes"], state["last_ns"]
        self.counts = dict(state["counts"])
