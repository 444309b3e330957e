"""Floor plans: two rows of rooms along a hallway that also holds the stairs."""

import math
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Literal

from inherit_fast.datasets.house.config import HouseConfig
from inherit_fast.datasets.house.shapes import Rect

Side = Literal["south", "north", "west", "east"]

HALF_WALL_M = 0.06
DOOR_M = 0.9
DOOR_TOP_M = 2.05
HALL_M = 2.36
STAIR_M = 1.0  # width
TREAD_M = 0.27
STAIR_END_M = 1.35  # free floor between the first step and the end wall

_GROUND = ["living room", "kitchen", "bathroom", "office", "dining room", "bedroom", "laundry room"]
_UPPER = ["bedroom", "bathroom", "bedroom", "office", "bedroom", "living room", "laundry room"]
_LENGTH_M = {"bathroom": 2.9, "laundry room": 2.9, "living room": 4.9, "office": 3.7}


@dataclass(frozen=True, slots=True)
class Opening:
    """A hole in one side of a room, from ``a`` to ``b`` along the wall and from z0 to z1."""

    side: Side
    a: float
    b: float
    z0: float
    z1: float
    kind: Literal["door", "window", "front door"]


@dataclass(frozen=True, slots=True)
class DoorPlan:
    """A passage between two rooms, and its middle in x y."""

    room_a: int
    room_b: int
    at: tuple[float, float]


@dataclass(slots=True)
class RoomPlan:
    """One room; ``rect`` runs along the middle of its walls, heights are above its floor."""

    id: int
    label: str
    floor: int
    rect: Rect
    openings: list[Opening] = field(default_factory=list)

    @property
    def inner(self) -> Rect:
        """The room between its walls."""
        return self.rect.grown(-HALF_WALL_M)


@dataclass(frozen=True, slots=True)
class Stairs:
    """A straight flight towards -x: first step at ``x_foot``, last one ends at ``x_top``."""

    x_foot: float
    x_top: float
    y0: float
    y1: float
    steps: int

    @property
    def rect(self) -> Rect:
        """Its footprint, and the hole in the floor above."""
        return Rect(self.x_top, self.y0, self.x_foot, self.y1)


@dataclass(slots=True)
class Plan:
    """All floors; ``rooms`` are numbered from 1 in order of floor."""

    outline: Rect
    rooms: list[RoomPlan]
    doors: list[DoorPlan]
    stairs: Stairs | None

    def hall(self, floor: int) -> RoomPlan:
        """The hallway or landing of a floor."""
        return next(r for r in self.rooms if r.floor == floor and r.label in ("hallway", "landing"))


def draw_plan(config: HouseConfig, rng: Random) -> Plan:
    """Choose the rooms of every floor and cut doors and windows."""
    rows = [_rows(config.rooms_per_floor, floor, rng) for floor in range(config.floors)]
    length = max(6.6, *(_row_length(row, rng) for floor in rows for row in floor))
    south, north = rng.uniform(3.6, 4.3), rng.uniform(3.6, 4.3)
    outline = Rect(0.0, 0.0, length, south + HALL_M + north)
    stairs = _stairs(config, outline, south) if config.floors == 2 else None
    plan = Plan(outline, [], [], stairs)
    for floor, (south_row, north_row) in enumerate(rows):
        hall = Rect(0.0, south, length, south + HALL_M)
        _add_room(plan, "landing" if floor else "hallway", floor, hall)
        _add_row(plan, floor, south_row, Rect(0, 0, length, south), rng)
        _add_row(plan, floor, north_row, Rect(0, hall.y1, length, outline.y1), rng)
        _cut_doors(plan, floor, rng)
    for room in plan.rooms:
        _cut_windows(plan, room, rng)
    return plan


def _stairs(config: HouseConfig, outline: Rect, south: float) -> Stairs:
    steps = round(config.storey_m / 0.2)
    foot = outline.x1 - HALF_WALL_M - STAIR_END_M
    top_y = south + HALL_M - HALF_WALL_M
    return Stairs(foot, foot - steps * TREAD_M, top_y - STAIR_M, top_y, steps)


def _rows(count: int, floor: int, rng: Random) -> tuple[list[str], list[str]]:
    names = [*(_UPPER if floor else _GROUND), "office"][:count]
    rng.shuffle(names)
    return names[: (count + 1) // 2], names[(count + 1) // 2 :]


def _row_length(row: list[str], rng: Random) -> float:
    return sum(_LENGTH_M.get(label, 4.2) * rng.uniform(0.95, 1.1) for label in row)


def _add_room(plan: Plan, label: str, floor: int, rect: Rect) -> RoomPlan:
    room = RoomPlan(len(plan.rooms) + 1, label, floor, rect)
    plan.rooms.append(room)
    return room


def _add_row(plan: Plan, floor: int, row: list[str], strip: Rect, rng: Random) -> None:
    lengths = [_LENGTH_M.get(label, 4.2) * rng.uniform(0.95, 1.05) for label in row]
    x = strip.x0
    for label, length in zip(row, lengths, strict=True):
        end = x + length * strip.width / sum(lengths)
        _add_room(plan, label, floor, Rect(x, strip.y0, end, strip.y1))
        x = end


def _cut_doors(plan: Plan, floor: int, rng: Random) -> None:
    hall = plan.hall(floor)
    rooms = [r for r in plan.rooms if r.floor == floor and r is not hall]
    for room in rooms:
        north = room.rect.y0 >= hall.rect.y1
        x = rng.choice(_door_places(plan, room, north))
        span = (x - DOOR_M / 2, x + DOOR_M / 2, 0.0, DOOR_TOP_M)
        room.openings.append(Opening("south" if north else "north", *span, "door"))
        hall.openings.append(Opening("north" if north else "south", *span, "door"))
        y = hall.rect.y1 if north else hall.rect.y0
        plan.doors.append(DoorPlan(hall.id, room.id, (x, y)))
    for west, east in pairwise(rooms):
        shared = {west.label, east.label} <= {"living room", "kitchen", "dining room"}
        if west.rect.y0 == east.rect.y0 and shared:
            _join(plan, west, east, rng)


def _door_places(plan: Plan, room: RoomPlan, north: bool) -> list[float]:
    """Middles of doors that keep off the room's corners and off the side of the stairs."""
    margin = HALF_WALL_M + 0.12 + DOOR_M / 2
    low, high = room.rect.x0 + margin, room.rect.x1 - margin
    places = [low + (high - low) * i / 24 for i in range(25)]
    if north and plan.stairs:
        clear = DOOR_M / 2 + 0.05
        keep_off = (plan.stairs.x_top - clear, plan.stairs.x_foot + clear)
        places = [x for x in places if not keep_off[0] < x < keep_off[1]]
    # Near one end of the wall, where people put doors: more wall is left for furniture.
    return [*places[:2], *places[-2:]]


def _join(plan: Plan, west: RoomPlan, east: RoomPlan, rng: Random) -> None:
    y = west.rect.y0 + west.rect.depth * rng.uniform(0.4, 0.6)
    span = (y - DOOR_M / 2, y + DOOR_M / 2, 0.0, DOOR_TOP_M)
    west.openings.append(Opening("east", *span, "door"))
    east.openings.append(Opening("west", *span, "door"))
    plan.doors.append(DoorPlan(west.id, east.id, (west.rect.x1, y)))


def _cut_windows(plan: Plan, room: RoomPlan, rng: Random) -> None:
    if room is plan.hall(room.floor):
        y = room.rect.y0 + 0.75
        if room.floor == 0:
            opening = Opening("west", y - 0.47, y + 0.47, 0.0, 2.05, "front door")
        else:
            opening = Opening("west", y - 0.4, y + 0.4, 0.95, 2.0, "window")
        room.openings.append(opening)
        return
    side: Side = "south" if room.rect.y0 == plan.outline.y0 else "north"
    bath = room.label == "bathroom"
    width, sill = (0.7, 1.35) if bath else (1.25, 0.95)
    count = 1 if bath else max(1, math.floor(room.rect.width / 3.0))
    for i in range(count):
        x = room.rect.x0 + room.rect.width * (i + 0.5) / count + rng.uniform(-0.15, 0.15)
        room.openings.append(Opening(side, x - width / 2, x + width / 2, sill, 2.1, "window"))
