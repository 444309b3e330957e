"""Which storey the camera is on, and how high its floor lies (paper, section III-B)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from inherit_fast.frame import Frame
from inherit_fast.geometric.planes import (
    HeightHistogram,
    Plane,
    PlanesConfig,
    least_samples,
    lowest_strong,
)
from inherit_fast.geometric.storey import Storey
from inherit_fast.graph import FloorNode

ON_PLANE_M = 0.05  # half the window that a peak is summed over


@dataclass(frozen=True, slots=True)
class FloorsConfig:
    """When a plane is the floor, and when another floor is another storey.

    Attributes:
        level_change_m: a storey lies at least this far from all others.
        hold_s: a new height of the ground counts once it has held this long.
        hold_tolerance_m: rise or fall that still counts as holding.
        strong_share: the floor has at least this share of the strongest plane's samples.
        expected_within_m: how far the ground may lie from where the camera's usual height puts it.
        split_level_m: the ground may leave the floor's height by this much within one storey
            and still be mapped; beyond, the camera is on stairs.
        low_camera_m: a camera nearer than this to its ground is taken to have looked at
            furniture once a lower floor shows.
        default_camera_height_m: used until a plane below the camera has been seen.
        min_ceiling_m: a ceiling lies at least this far above the floor.
    """

    planes: PlanesConfig = field(default_factory=PlanesConfig)
    level_change_m: float = 1.8
    hold_s: float = 1.0
    hold_tolerance_m: float = 0.15
    strong_share: float = 0.2
    expected_within_m: float = 0.3
    split_level_m: float = 0.9
    low_camera_m: float = 1.0
    default_camera_height_m: float = 1.5
    min_ceiling_m: float = 1.9


@dataclass(frozen=True, slots=True)
class FloorState:
    """The ground at one frame.

    Attributes:
        floor_id: the storey.
        left_floor_id: the storey before, where this frame changed it.
        floor_m: height of the storey's floor.
        ground_m: height of the ground that the camera stands on; differs on a split level.
        settled: False on stairs, where nothing should be mapped to either storey.
    """

    floor_id: str
    left_floor_id: str | None
    floor_m: float
    ground_m: float
    settled: bool


class FloorTracker:
    """Follows the ground under the camera from storey to storey.

    Whether the camera climbs is read from the level planes below it; where none shows, from the
    camera's own height above the last ground. A change of the source's recording may jump and is
    taken at once; within a recording a storey must hold.
    """

    def __init__(self, config: FloorsConfig) -> None:
        self._config = config
        self._storeys: list[Storey] = []
        self._current = -1
        self._recording = 0
        self._camera_above_ground_m: float | None = None
        self._ground_m = 0.0
        self._held_m = 0.0
        self._held_since_ns = 0

    @property
    def floors(self) -> list[FloorNode]:
        """The storeys in order of discovery, each with its evidence."""
        return [storey.node() for storey in self._storeys]

    def push(self, frame: Frame) -> FloorState:
        """Take one frame in; frames come in time order."""
        histogram = HeightHistogram.of(frame, self._config.planes)
        enough = least_samples(frame, self._config.planes)
        camera_m = float(frame.T_world_camera[2, 3])
        planes = histogram.planes(enough, self._config.planes.smooth_bands)
        below = [p for p in planes if p.height_m < camera_m]
        standing = self._standing(camera_m, below)
        before = self._current
        if before < 0 or frame.recording != self._recording:
            self._recording = frame.recording
            self._land(standing, frame.time_ns)
        else:
            self._follow(standing, frame.time_ns)
        settled = abs(standing - self._ground_m) <= self._config.expected_within_m
        storey = self._storeys[self._current]
        if settled:
            shown = any(abs(p.height_m - standing) <= ON_PLANE_M for p in below)
            storey.add(histogram, camera_m - standing, standing, plane_seen=shown)
            if shown:
                self._camera_above_ground_m = camera_m - standing
            self._measure(storey, enough, camera_m)
        left = self._storeys[before].id if 0 <= before != self._current else None
        return FloorState(storey.id, left, storey.height_m, self._ground_m, settled)

    def _standing(self, camera_m: float, below: list[Plane]) -> float:
        """Height of the ground: the plane where the camera's height expects it, or the lowest."""
        expected = None
        if self._camera_above_ground_m is not None:
            expected = camera_m - self._camera_above_ground_m
            nearest = min(below, key=lambda p: abs(p.height_m - expected), default=None)
            within = self._config.expected_within_m
            if nearest is not None and abs(nearest.height_m - expected) <= within:
                return nearest.height_m
        plane = lowest_strong(below, self._config.strong_share)
        if plane is not None:
            return plane.height_m
        return camera_m - self._config.default_camera_height_m if expected is None else expected

    def _land(self, standing: float, time_ns: int) -> None:
        """Take ``standing`` as the ground without waiting: at the start and after a jump."""
        self._held_m = standing
        self._held_since_ns = time_ns
        self._enter(standing)
        self._rest_on(standing)

    def _follow(self, standing: float, time_ns: int) -> None:
        """Move the ground once ``standing`` has held; change the storey if it is far enough."""
        if abs(standing - self._held_m) > self._config.hold_tolerance_m:
            self._held_m = standing
            self._held_since_ns = time_ns
        if time_ns - self._held_since_ns < self._config.hold_s * 1e9:
            return
        offset = abs(standing - self._storeys[self._current].height_m)
        if offset >= self._config.level_change_m:
            self._enter(standing)
            self._rest_on(standing)
        elif offset <= self._config.split_level_m:
            self._rest_on(standing)

    def _rest_on(self, ground_m: float) -> None:
        """Take the storey's floor for the ground, unless a split level lies clearly off it."""
        floor_m = self._storeys[self._current].height_m
        near = abs(ground_m - floor_m) <= self._config.expected_within_m
        self._ground_m = floor_m if near else ground_m

    def _enter(self, ground_m: float) -> None:
        """Make the storey of that ground the current one; a storey seen again keeps its id."""
        offsets = [abs(ground_m - storey.height_m) for storey in self._storeys]
        nearest = min(range(len(offsets)), key=offsets.__getitem__, default=-1)
        if nearest >= 0 and offsets[nearest] < self._config.level_change_m:
            self._current = nearest
            return
        self._current = len(self._storeys)
        name = f"floor_{len(self._storeys) + 1}"
        planes = self._config.planes
        reach = self._config.level_change_m
        seen = HeightHistogram.empty(
            ground_m - reach, ground_m + reach + planes.above_camera_m, planes.band_m
        )
        self._storeys.append(Storey(name, ground_m, seen))

    def _measure(self, storey: Storey, enough: int, camera_m: float) -> None:
        """Follow the storey's floor plane; step down from furniture that was taken for it."""
        config = self._config
        before_m = storey.height_m
        storey.measure(
            enough,
            smooth_bands=config.planes.smooth_bands,
            strong_share=config.strong_share,
            within_m=config.split_level_m,
            min_ceiling_m=config.min_ceiling_m,
        )
        fell_m = before_m - storey.height_m
        if fell_m > config.expected_within_m and camera_m - self._ground_m < config.low_camera_m:
            self._ground_m = self._held_m = storey.height_m
            self._camera_above_ground_m = camera_m - storey.height_m

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later: JSON-able values, and arrays inside the storeys."""
        return {
            "storeys": [storey.state() for storey in self._storeys],
            "current": self._current,
            "recording": self._recording,
            "camera_above_ground_m": self._camera_above_ground_m,
            "ground_m": self._ground_m,
            "held_m": self._held_m,
            "held_since_ns": self._held_since_ns,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._storeys = [Storey.of_state(item) for item in state["storeys"]]
        self._current = state["current"]
        self._recording = state["recording"]
        self._camera_above_ground_m = state["camera_above_ground_m"]
        self._ground_m = state["ground_m"]
        self._held_m = state["held_m"]
        self._held_since_ns = state["held_since_ns"]
