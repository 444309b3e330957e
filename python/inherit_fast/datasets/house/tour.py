"""The walk: through every room of every floor, up the stairs, looking around on the way."""

import math
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.build import House
from inherit_fast.datasets.house.plan import RoomPlan, Stairs
from inherit_fast.datasets.house.render import Renderer, pinhole_rays
from inherit_fast.datasets.house.stops import Stop, Survey, best_stop, survey
from inherit_fast.datasets.house.walk_grid import WalkGrid
from inherit_fast.datasets.house.walker import Pose, Walker

SEEN_PX = 66  # in the full image; the check looks at every other pixel of every other row
SEEN_FRAMES = 3
MOST_STOPS = 5  # in one room


@dataclass(slots=True, eq=False)
class Tour:
    """Camera poses (4, 4) in order, and the ids of objects that the walk does not show well."""

    poses: list[Pose] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)


def plan_tour(house: House, renderer: Renderer) -> Tour:
    """Visit all rooms; the walk starts at the front door and ends on the highest floor."""
    hall = house.plan.hall(0)
    start = (hall.inner.x0 + 0.6, hall.inner.y0 + 0.65)
    guide = _Guide(house, renderer, Walker(house.config, start, 0.0))
    for floor in range(house.config.floors):
        grid = WalkGrid(house, floor)
        guide.visit_floor(grid, floor)
        if floor + 1 < house.config.floors and house.plan.stairs is not None:
            guide.take_stairs(grid, house.plan.stairs, floor)
    hidden = {o.id for o in house.objects if guide.seen[o.id] < SEEN_FRAMES}
    return Tour(guide.walker.poses, hidden)


class _Guide:
    """Leads the walker to what has not been seen in enough frames so far."""

    def __init__(self, house: House, renderer: Renderer, walker: Walker) -> None:
        self.walker = walker
        self.seen: Counter[int] = Counter()
        self._house = house
        self._renderer = renderer
        shape = (house.config.height_px, house.config.width_px, 3)
        rays = pinhole_rays(house.config).reshape(shape)[::2, ::2]
        self._rays = np.ascontiguousarray(rays.reshape(-1, 3))
        self._counted = 0

    def visit_floor(self, grid: WalkGrid, floor: int) -> None:
        """All rooms of a floor, the nearest first; last what is left in the hall."""
        hall = self._house.plan.hall(floor)
        left = [r for r in self._house.plan.rooms if r.floor == floor and r is not hall]
        while left:
            room = min(left, key=lambda r: self._distance(grid, r))
            left = [r for r in left if r is not room]
            self._visit(grid, room, survey(self._house, grid, room, self._renderer))
        self._visit(grid, hall, survey(self._house, grid, hall, self._renderer), enter=False)

    def take_stairs(self, grid: WalkGrid, stairs: Stairs, floor: int) -> None:
        """Walk to the foot of the stairs and up."""
        low, high = self._house.floor_heights_m[floor : floor + 2]
        y = (stairs.y0 + stairs.y1) / 2
        self._go(grid, (stairs.x_foot + 0.4, y), low)
        tread = (stairs.x_foot - stairs.x_top) / stairs.steps
        flight = [(stairs.x_foot + 0.4, low), (stairs.x_foot, low), (stairs.x_top + tread, high)]
        points = [(x, y, z) for x, z in [*flight, (stairs.x_top - 0.4, high)]]
        self.walker.climb(np.array(points))

    def _distance(self, grid: WalkGrid, room: RoomPlan) -> float:
        doors = [d for d in self._house.plan.doors if room.id in (d.room_a, d.room_b)]
        ways = [grid.way(self.walker.at, door.at) for door in doors]
        lengths = [np.linalg.norm(np.diff(w, axis=0), axis=1).sum() for w in ways if w is not None]
        return float(min(lengths, default=math.inf))

    def _visit(self, grid: WalkGrid, room: RoomPlan, places: Survey, enter: bool = True) -> None:
        z = self._house.floor_heights_m[room.floor]
        mine = {o.id for o in self._house.objects if o.room == room.id}
        tried: set[tuple[float, float]] = set()
        for _ in range(MOST_STOPS):
            self._count()
            wanted = {i for i in mine if self.seen[i] < SEEN_FRAMES}
            stop = best_stop([p for p in places if p[0] not in tried], wanted, self.walker.at)
            if stop is None and enter and not tried:
                stop = best_stop(places, mine, self.walker.at)
            if stop is None:
                return
            tried.add(stop.at)
            self._go(grid, stop.at, z)
            self._count()
            self._look(stop, wanted)

    def _look(self, stop: Stop, wanted: set[int]) -> None:
        """Turn towards what was wanted and did not come into view often enough on the way."""
        still = [i for i in sorted(wanted & stop.bearings.keys()) if self.seen[i] < SEEN_FRAMES]
        self.walker.look([stop.bearings[i] for i in still])

    def _go(self, grid: WalkGrid, to: tuple[float, float], z: float) -> None:
        way = grid.way(self.walker.at, to)
        if way is not None and len(way) > 1:
            self.walker.walk(np.column_stack([way, np.full(len(way), z)]))

    def _count(self) -> None:
        """Count for every object the new frames that show it well."""
        poses: list[npt.NDArray[np.float64]] = self.walker.poses
        for pose in poses[self._counted :]:
            _, ids = self._renderer.look(pose, self._rays)
            pixels = np.bincount(ids)
            self.seen.update(np.flatnonzero(pixels * 4 >= SEEN_PX).tolist())
        self._counted = len(poses)
