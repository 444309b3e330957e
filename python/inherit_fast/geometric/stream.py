"""The geometric stream: frame in, keyframe and events out (paper, sections III-B and III-C)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from inherit_fast.frame import Frame, Keyframe
from inherit_fast.geometric.events import Event, EventDetector, EventsConfig
from inherit_fast.geometric.floors import FloorsConfig, FloorTracker
from inherit_fast.geometric.grid import FloorGrid, GridConfig, GridMap
from inherit_fast.geometric.keyframes import GlobalEncoder, KeyframesConfig, KeyframeSelector
from inherit_fast.geometric.snapshot import join_state, split_state
from inherit_fast.graph import FloorNode
from inherit_fast.timings import Timings


@dataclass(frozen=True, slots=True)
class GeometricConfig:
    """Gathers the configs of the stream's stages."""

    floors: FloorsConfig = field(default_factory=FloorsConfig)
    grid: GridConfig = field(default_factory=GridConfig)
    keyframes: KeyframesConfig = field(default_factory=KeyframesConfig)
    events: EventsConfig = field(default_factory=EventsConfig)


@dataclass(frozen=True, slots=True)
class GeometricResult:
    """What one frame gave.

    Attributes:
        keyframe: the frame with its floor and room, if the semantic stream should see it.
        events: structural events, in the order in which they must be worked off. A FloorChanged
            comes before the keyframe: updates of the floor that was left are due first.
    """

    keyframe: Keyframe | None
    events: list[Event]


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
        self._selector = KeyframeSelector(config.keyframes, encoder)
        self._detector = EventDetector(config.events)
        self._timings = Timings() if timings is None else timings
        self._keyframes = 0

    def push(self, frame: Frame) -> GeometricResult:
        """Take in one frame; frames come in time order."""
        with self._timings.measure("floors"):
            floor = self._floors.push(frame)
        if floor.settled:
            with self._timings.measure("grid"):
                self._grid(floor.floor_id).integrate(frame, floor.ground_plane)
        events = self._detector.push(frame.time_ns, floor.floor_id, floor.left_floor_id, None)
        with self._timings.measure("keyframe choice"):
            chosen = self._selector.push(frame)
        if not chosen:
            return GeometricResult(None, events)
        keyframe = Keyframe(self._keyframes, frame, floor.floor_id, self._detector.room_id)
        self._keyframes += 1
        events += self._detector.keyframe(frame.time_ns)
        return GeometricResult(keyframe, events)

    def floors(self) -> list[FloorNode]:
        """The storeys in order of discovery."""
        return self._floors.floors

    def grids(self) -> dict[str, GridMap]:
        """The mapped part of every floor."""
        return {floor_id: grid.map() for floor_id, grid in self._grids.items()}

    def _grid(self, floor_id: str) -> FloorGrid:
        if floor_id not in self._grids:
            self._grids[floor_id] = FloorGrid(self._config.grid)
        return self._grids[floor_id]

    def state(self) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
        """Everything needed to go on later: a JSON-able dict, and arrays by name."""
        return split_state(
            {
                "floors": self._floors.state(),
                "grids": {floor_id: grid.state() for floor_id, grid in self._grids.items()},
                "selector": self._selector.state(),
                "detector": self._detector.state(),
                "keyframes": self._keyframes,
            }
        )

    def restore(self, values: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on where ``state`` was taken."""
        state = join_state(values, arrays)
        self._floors.restore(state["floors"])
        self._grids.clear()
        for floor_id, grid in state["grids"].items():
            self._grid(floor_id).restore(grid)
        self._selector.restore(state["selector"])
        self._detector.restore(state["detector"])
        self._keyframes = state["keyframes"]
