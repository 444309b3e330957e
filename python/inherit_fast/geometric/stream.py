"""The geometric stream: frame in, keyframe and events out (paper, sections III-B and III-C)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from inherit_fast.frame import Frame, Keyframe
from inherit_fast.geometric.events import Event, EventDetector, EventsConfig
from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.geometric.floor_rooms import FloorRooms, FloorRoomsConfig
from inherit_fast.geometric.floors import FloorsConfig, FloorState, FloorTracker
from inherit_fast.geometric.grid import FloorGrid, GridConfig
from inherit_fast.geometric.keyframes import GlobalEncoder, KeyframesConfig, KeyframeSelector
from inherit_fast.geometric.snapshot import join_state, split_state
from inherit_fast.graph import Doorway, FloorNode, RoomNode
from inherit_fast.timings import Timings


@dataclass(frozen=True, slots=True)
class GeometricConfig:
    """Gathers the configs of the stream's stages."""

    floors: FloorsConfig = field(default_factory=FloorsConfig)
    grid: GridConfig = field(default_factory=GridConfig)
    rooms: FloorRoomsConfig = field(default_factory=FloorRoomsConfig)
    keyframes: KeyframesConfig = field(default_factory=KeyframesConfig)
    events: EventsConfig = field(default_factory=EventsConfig)


@dataclass(frozen=True, slots=True)
class GeometricResult:
    """What one frame gave.

    Attributes:
        keyframe: the frame with its floor and room, if the semantic stream should see it.
        events: structural events, in the order in which they must be worked off. They come
            before the keyframe: updates of what was left are due first.
        maps: all floors as they are now, where there are events; else empty.
    """

    keyframe: Keyframe | None
    events: list[Event]
    maps: tuple[FloorMap, ...] = ()


class GeometricStream:
    """Tracks floors, maps each, keeps its rooms, and picks keyframes.

    Args:
        config: all thresholds.
        encoder: (H, W, 3) uint8 to a unit vector, for the keyframe rule; None leaves it out.
        timings: where the stages' durations go.
    """

    def __init__(
        self,
        config: GeometricConfig,
        encoder: GlobalEncoder | None = None,
        timings: Timings | None = None,
    ) -> None:
        self._config = config
        self._floors = FloorTracker(config.floors)
        self._grids: dict[str, FloorGrid] = {}
        self._rooms: dict[str, FloorRooms] = {}
        self._next_room = 1
        self._rooms_at_ns: int | None = None
        self._frames_since_rooms = 0
        self._selector = KeyframeSelector(config.keyframes, encoder)
        self._detector = EventDetector(config.events)
        self._timings = Timings() if timings is None else timings
        self._keyframes = 0

    def push(self, frame: Frame) -> GeometricResult:
        """Take in one frame; frames come in time order."""
        with self._timings.measure("floors"):
            floor = self._floors.push(frame)
        if floor.left_floor_id is not None:
            # The old floor is closed before the map is switched (section III-C).
            self._update_rooms(floor.left_floor_id)
            self._rooms_at_ns = None
        if floor.settled:
            with self._timings.measure("grid"):
                self._grid(floor.floor_id).integrate(frame, floor.ground_plane)
            self._update_rooms_if_due(floor.floor_id, frame.time_ns)
        events = self._events(frame, floor)
        with self._timings.measure("keyframe choice"):
            chosen = self._selector.push(frame)
        keyframe = None
        if chosen:
            keyframe = Keyframe(
                self._keyframes,
                frame,
                floor.floor_id,
                self._detector.room_id,
                floor.ground_plane if floor.settled else None,
            )
            self._keyframes += 1
            events += self._detector.keyframe(frame.time_ns)
        return GeometricResult(keyframe, events, self.maps() if events else ())

    def finish(self) -> tuple[FloorMap, ...]:
        """Bring the rooms of all floors up to date; returns the final maps."""
        for floor_id in self._grids:
            self._update_rooms(floor_id)
        return self.maps()

    def maps(self) -> tuple[FloorMap, ...]:
        """All floors with their rooms as of the last update, in order of discovery."""
        return tuple(
            self._rooms_of(floor.id).map(floor, self._grid(floor.id).map())
            for floor in self._floors.floors
        )

    def grid_bytes(self) -> int:
        """Memory of all floors' grids; from any thread."""
        return sum(grid.bytes for grid in list(self._grids.values()))

    def dropped(self) -> dict[str, int]:
        """What the grids left out, by reason."""
        grids = list(self._grids.values())
        return {
            "grid cells over the cap": sum(grid.dropped_cells for grid in grids),
            "frames astray": sum(grid.strayed_frames for grid in grids),
        }

    def floors(self) -> list[FloorNode]:
        """The storeys in order of discovery."""
        return self._floors.floors

    def rooms(self) -> list[RoomNode]:
        """The rooms of all floors, floor by floor."""
        return [room for floor_map in self.maps() for room in floor_map.rooms]

    def doorways(self) -> list[Doorway]:
        """The doorways of all floors, floor by floor."""
        return [doorway for floor_map in self.maps() for doorway in floor_map.doorways]

    def _events(self, frame: Frame, floor: FloorState) -> list[Event]:
        room_id = None
        if floor.settled:
            x_m, y_m, _ = (float(v) for v in frame.position_m)
            room_id = self._rooms_of(floor.floor_id).room_at(x_m, y_m)
        return self._detector.push(frame.time_ns, floor.floor_id, floor.left_floor_id, room_id)

    def _update_rooms_if_due(self, floor_id: str, time_ns: int) -> None:
        self._frames_since_rooms += 1
        config, last_ns = self._config.rooms, self._rooms_at_ns
        waited_ns = None if last_ns is None else time_ns - last_ns
        enough = self._frames_since_rooms >= config.every_frames
        if waited_ns is None or (enough and waited_ns >= config.every_s * 1e9):
            self._rooms_at_ns, self._frames_since_rooms = time_ns, 0
            self._update_rooms(floor_id)

    def _update_rooms(self, floor_id: str) -> None:
        with self._timings.measure("rooms"):
            rooms = self._rooms_of(floor_id)
            floor = next(f for f in self._floors.floors if f.id == floor_id)
            grid = self._grid(floor_id).map()
            self._next_room = rooms.update(floor, grid, self._next_room)
        self._detector.rename(rooms.aliases)

    def _grid(self, floor_id: str) -> FloorGrid:
        if floor_id not in self._grids:
            self._grids[floor_id] = FloorGrid(self._config.grid)
        return self._grids[floor_id]

    def _rooms_of(self, floor_id: str) -> FloorRooms:
        if floor_id not in self._rooms:
            self._rooms[floor_id] = FloorRooms(self._config.rooms, floor_id)
        return self._rooms[floor_id]

    def state(self) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        """Everything needed to go on later: a JSON-able dict, and arrays by name."""
        return split_state(
            {
                "floors": self._floors.state(),
                "grids": {floor_id: grid.state() for floor_id, grid in self._grids.items()},
                "rooms": {floor_id: rooms.state() for floor_id, rooms in self._rooms.items()},
                "next_room": self._next_room,
                "rooms_at_ns": self._rooms_at_ns,
                "frames_since_rooms": self._frames_since_rooms,
                "selector": self._selector.state(),
                "detector": self._detector.state(),
                "keyframes": self._keyframes,
            }
        )

    def restore(self, values: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on where ``state`` was taken."""
        state = join_state(values, arrays)
        self._floors.restore(state["floors"])
        for floor_id, grid in state["grids"].items():
            self._grid(floor_id).restore(grid)
        for floor_id, rooms in state["rooms"].items():
            self._rooms_of(floor_id).restore(rooms)
        self._next_room, self._rooms_at_ns = state["next_room"], state["rooms_at_ns"]
        self._frames_since_rooms = state["frames_since_rooms"]
        self._selector.restore(state["selector"])
        self._detector.restore(state["detector"])
        self._keyframes = state["keyframes"]
