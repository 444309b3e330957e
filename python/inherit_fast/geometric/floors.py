"""Which storey the camera is on, and how high its floor lies (paper, section III-B)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.geometric.ground_fit import GroundFit, GroundFitConfig
from inherit_fast.geometric.planes import (
    HeightHistogram,
    PlanesConfig,
    least_samples,
)
from inherit_fast.geometric.standing import Standing, StandingConfig, StandingFinder
from inherit_fast.geometric.storey import Storey
from inherit_fast.graph import FloorNode


@dataclass(frozen=True, slots=True)
class FloorsConfig:
    """When a plane is the floor, and when another floor is another storey.

    Attributes:
        level_change_m: a storey lies at least this far from all others.
        hold_s: a new height of the ground counts once it has held this long, and
        hold_frames: for this many frames.
        hold_tolerance_m: rise or fall that still counts as holding.
        floor_share: the lowest plane with this share of the strongest is a storey's floor, over
            all of its frames; low, as people look at tables more than at floors.
        split_level_m: least and largest step of the ground that is a split level.
        low_camera_m: a camera nearer than this to its ground is taken to have looked at
            furniture once a lower floor shows.
        min_ceiling_m: a ceiling lies at least this far above the floor.
    """

    planes: PlanesConfig = field(default_factory=PlanesConfig)
    ground: GroundFitConfig = field(default_factory=GroundFitConfig)
    standing: StandingConfig = field(default_factory=StandingConfig)
    level_change_m: float = 1.8
    hold_s: float = 1.0
    hold_frames: int = 3
    hold_tolerance_m: float = 0.15
    floor_share: float = 0.05
    split_level_m: tuple[float, float] = (0.3, 0.9)
    low_camera_m: float = 1.0
    min_ceiling_m: float = 1.9


@dataclass(frozen=True, slots=True, eq=False)
class FloorState:
    """The ground at one frame.

    Attributes:
        floor_id: the storey.
        left_floor_id: the storey before, where this frame changed it.
        floor_m: height of the storey's floor below the camera.
        ground_plane: (3,) float64, a b c of z = a * x + b * y + c: the ground that the camera
            stands on, with the storey's tilt; on a split level not the storey's floor.
        settled: False on stairs, where nothing should be mapped to either storey.
    """

    floor_id: str
    left_floor_id: str | None
    floor_m: float
    ground_plane: npt.NDArray[np.float64]
    settled: bool


class FloorTracker:
    """Follows the ground under the camera from storey to storey.

    The camera's own height says about where the ground is, the level planes in the image say
    where exactly. A change of the source's recording may jump and is believed at once; within a
    recording a new height must hold.
    """

    def __init__(self, config: FloorsConfig) -> None:
        self._config = config
        self._storeys: list[Storey] = []
        self._current = -1
        self._recording = 0
        self._finder = StandingFinder(config.standing)
        self._step_m = 0.0  # of the ground over the storey's floor
        self._held_m = 0.0
        self._held_since_ns = 0
        self._held_frames = 0

    @property
    def floors(self) -> list[FloorNode]:
        """The storeys in order of discovery, each with its evidence."""
        return [storey.node() for storey in self._storeys]

    def push(self, frame: Frame) -> FloorState:
        """Take one frame in; frames come in time order."""
        histogram = HeightHistogram.of(frame, self._config.planes)
        enough = least_samples(frame, self._config.planes)
        camera_m = float(frame.position_m[2])
        planes = histogram.planes(enough, self._config.planes.smooth_bands)
        below = [p for p in planes if p.height_m < camera_m]
        before = self._current
        if before < 0 or frame.recording != self._recording:
            self._recording = frame.recording
            standing = self._finder.first(camera_m, below)
            self._hold(standing.height_m, frame.time_ns)
            self._enter(frame, standing.height_m)
        else:
            standing = self._finder.next(camera_m, self._floor_below(frame) + self._step_m, below)
            self._follow(frame, standing)
        storey = self._storeys[self._current]
        offset_m = abs(standing.height_m - self._floor_below(frame) - self._step_m)
        settled = offset_m <= self._config.split_level_m[0]
        if settled:
            self._learn(storey, frame, histogram, standing, enough)
        left = self._storeys[before].id if 0 <= before != self._current else None
        ground = storey.plane + np.array([0.0, 0.0, self._step_m])
        return FloorState(storey.id, left, self._floor_below(frame), ground, settled)

    def _floor_below(self, frame: Frame) -> float:
        return _height_at(self._storeys[self._current].plane, frame)

    def _follow(self, frame: Frame, standing: Standing) -> None:
        """Move the ground once it has held; change the storey if it is far enough."""
        if abs(standing.height_m - self._held_m) > self._config.hold_tolerance_m:
            self._hold(standing.height_m, frame.time_ns)
        self._held_frames += 1
        held_ns = frame.time_ns - self._held_since_ns
        if held_ns < self._config.hold_s * 1e9 or self._held_frames < self._config.hold_frames:
            return
        offset_m = abs(standing.height_m - self._floor_below(frame))
        if offset_m >= self._config.level_change_m:
            self._enter(frame, standing.height_m)
        elif standing.shown and offset_m <= self._config.split_level_m[1]:
            self._rest_on(frame, standing.height_m)

    def _hold(self, height_m: float, time_ns: int) -> None:
        """Begin to count how long a height holds."""
        self._held_m, self._held_since_ns, self._held_frames = height_m, time_ns, 0

    def _rest_on(self, frame: Frame, ground_m: float) -> None:
        """Take the storey's floor for the ground, unless a split level lies clearly off it."""
        step_m = ground_m - self._floor_below(frame)
        self._step_m = 0.0 if abs(step_m) <= self._config.split_level_m[0] else step_m

    def _enter(self, frame: Frame, ground_m: float) -> None:
        """Make that ground's storey the current one; a storey seen again keeps its id."""
        offsets = [abs(ground_m - _height_at(s.plane, frame)) for s in self._storeys]
        nearest = min(range(len(offsets)), key=offsets.__getitem__, default=-1)
        if nearest >= 0 and offsets[nearest] < self._config.level_change_m:
            self._current = nearest
        else:
            self._current = len(self._storeys)
            self._storeys.append(self._new_storey(frame, ground_m))
        self._rest_on(frame, ground_m)

    def _new_storey(self, frame: Frame, ground_m: float) -> Storey:
        planes, reach_m = self._config.planes, self._config.level_change_m
        highest_m = ground_m + reach_m + planes.above_camera_m
        seen = HeightHistogram.empty(ground_m - reach_m, highest_m, planes.band_m)
        fit = GroundFit(self._config.ground)
        anchor_m = (float(frame.position_m[0]), float(frame.position_m[1]))
        return Storey(f"floor_{len(self._storeys) + 1}", anchor_m, ground_m, seen, fit)

    def _learn(
        self,
        storey: Storey,
        frame: Frame,
        histogram: HeightHistogram,
        standing: Standing,
        enough: int,
    ) -> None:
        """Add a frame to the storey's evidence and follow its floor."""
        config = self._config
        camera_m = float(frame.position_m[2])
        assumed = storey.samples == 0
        storey.add(histogram, frame, standing.height_m if standing.shown else None)
        if standing.shown:
            self._finder.learn(camera_m - standing.height_m)
            off_floor_m = abs(standing.height_m - self._floor_below(frame))
            # The first stair of a flight is no part of the floor.
            if off_floor_m <= config.hold_tolerance_m:
                storey.fit.add(frame, standing.height_m)
        rose_m = storey.measure(
            enough,
            config.planes.smooth_bands,
            config.floor_share,
            config.level_change_m if assumed else config.split_level_m[1],
            config.min_ceiling_m,
        )
        if abs(rose_m) > config.split_level_m[0]:
            self._correct(storey, camera_m, rose_m)

    def _correct(self, storey: Storey, camera_m: float, rose_m: float) -> None:
        """The storey's floor turned out to lie elsewhere: was the ground furniture, or a step?"""
        storey.fit.clear()
        low = camera_m - storey.base_m + rose_m < self._config.low_camera_m
        if low or storey.plane_frames == 0:
            self._step_m = 0.0
            self._held_m = storey.base_m
            self._finder.relearn([camera_m - storey.base_m])
        else:
            self._step_m -= rose_m

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later: JSON-able values, and arrays inside the storeys."""
        return {
            "storeys": [storey.state() for storey in self._storeys],
            "current": self._current,
            "recording": self._recording,
            "above_ground_m": list(self._finder.heights_m),
            "step_m": self._step_m,
            "held_m": self._held_m,
            "held_since_ns": self._held_since_ns,
            "held_frames": self._held_frames,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        ground = self._config.ground
        self._storeys = [Storey.of_state(item, ground) for item in state["storeys"]]
        self._current, self._recording = state["current"], state["recording"]
        self._finder.relearn(state["above_ground_m"])
        self._step_m = state["step_m"]
        self._held_m, self._held_since_ns = state["held_m"], state["held_since_ns"]
        self._held_frames = state["held_frames"]


def _height_at(plane: npt.NDArray[np.float64], frame: Frame) -> float:
    """Height of a plane below the camera."""
    x_m, y_m, _ = frame.position_m
    return float(plane[0] * x_m + plane[1] * y_m + plane[2])
