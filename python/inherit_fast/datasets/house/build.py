"""A furnished house from a configuration: solids to draw, and the truth about them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Literal

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.bvh import Packed, pack
from inherit_fast.datasets.house.clutter import strew
from inherit_fast.datasets.house.config import HouseConfig
from inherit_fast.datasets.house.furnish import furnish
from inherit_fast.datasets.house.layout import Layout
from inherit_fast.datasets.house.placed import Placed
from inherit_fast.datasets.house.plan import Plan, RoomPlan, draw_plan
from inherit_fast.datasets.house.shapes import Piece, Rect, Solid
from inherit_fast.datasets.house.shell import (
    front_door_piece,
    railing_solids,
    room_shell,
    stairs_piece,
    window_piece,
)
from inherit_fast.graph.nodes import Box


@dataclass(frozen=True, slots=True, eq=False)
class HouseObject:
    """One true object.

    Attributes:
        id: from 1, its value in the instance images.
        label: lower-case.
        color: basic colour name.
        box: tight box around its solids, along its own axes.
        room, floor: the room's number and the floor's index from 0.
        on: id of the object that carries it, or None.
        support: what kind of thing carries it.
        solids: its primitives in the world.
    """

    id: int
    label: str
    color: str
    box: Box
    room: int
    floor: int
    on: int | None
    support: Literal["object", "floor", "wall"]
    solids: tuple[Solid, ...]


@dataclass(frozen=True, eq=False)
class House:
    """A house and the truth about it.

    Attributes:
        plan: rooms, doors and stairs, in world x y.
        floor_heights_m: height of each floor, lowest first.
        shell: walls, floors and ceilings, with the number of the room whose lamp lights them.
        objects: everything that can be asked for, in order of id.
    """

    config: HouseConfig
    plan: Plan
    floor_heights_m: list[float]
    shell: list[tuple[Solid, int]]
    objects: list[HouseObject]

    def room(self, number: int) -> RoomPlan:
        """The room of that number."""
        return self.plan.rooms[number - 1]

    def outline_of(self, room: RoomPlan) -> npt.NDArray[np.float64]:
        """(N, 2) the room's true polygon, counter-clockwise; a landing lacks the stair hole."""
        r, stairs = room.inner, self.plan.stairs
        corners = [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)]
        if room.label == "landing" and stairs is not None:
            hole = [(stairs.x_foot, r.y1), (stairs.x_foot, stairs.y0)]
            hole += [(stairs.x_top, stairs.y0), (stairs.x_top, r.y1)]
            corners[3:3] = hole
        return np.array(corners)

    def lamp(self, room: int) -> tuple[float, float, float]:
        """Where the lamp of a room hangs."""
        plan = self.room(room)
        x, y = plan.rect.center
        return x, y, self.floor_heights_m[plan.floor] + self.config.storey_m - 0.5

    @cached_property
    def packed(self) -> Packed:
        """All solids, ready for the ray caster."""
        entries = [(s, 0, room) for s, room in self.shell]
        entries += [(s, o.id, o.room) for o in self.objects for s in o.solids]
        solids, ids, rooms = zip(*entries, strict=True)
        return pack(solids, ids, [self.lamp(room) for room in rooms])


def build_house(config: HouseConfig) -> House:
    """Plan, build and furnish; equal configurations give equal houses."""
    plan = draw_plan(config, Random(f"{config.seed}/plan"))
    heights = [i * config.storey_m for i in range(config.floors)]
    shell: list[tuple[Solid, int]] = []
    placed: list[Placed] = []
    for room in plan.rooms:
        rng = Random(f"{config.seed}/{room.id}")
        z = heights[room.floor]
        shell += [(s, room.id) for s in room_shell(plan, room, z, config.storey_m, rng)]
        placed += _fixtures(config, plan, room, z, rng)
        placed += _furnished(config, plan, room, z, rng)
    if plan.stairs:
        landing = plan.hall(1)
        shell += [(s, landing.id) for s in railing_solids(plan.stairs, heights[1])]
    floors = {room.id: room.floor for room in plan.rooms}
    return House(config, plan, heights, shell, _objects(placed, floors))


def _fixtures(
    config: HouseConfig, plan: Plan, room: RoomPlan, z: float, rng: Random
) -> list[Placed]:
    """Windows, the front door and the stairs: made in the world's frame."""
    pieces: list[Piece] = []
    for opening in room.openings:
        if opening.kind == "window":
            pieces.append(window_piece(room, opening, z))
        if opening.kind == "front door":
            pieces.append(front_door_piece(room, opening, z, rng))
    placed = [Placed(p, 0, 0, 0, 0, room.id, on_wall=True) for p in pieces]
    if plan.stairs and room.label == "hallway":
        flight = stairs_piece(plan.stairs, z, config.storey_m)
        placed.append(Placed(flight, 0, 0, 0, 0, room.id))
    return placed


def _furnished(
    config: HouseConfig, plan: Plan, room: RoomPlan, z: float, rng: Random
) -> list[Placed]:
    layout = Layout(room, z, rng)
    if plan.stairs and room is plan.hall(room.floor):
        _keep_off_stairs(layout, plan)
    furnish(layout)
    strew(layout, config.clutter)
    return layout.placed


def _keep_off_stairs(layout: Layout, plan: Plan) -> None:
    """Nothing stands on the stairs, in their hole, beside it, or before its two ends."""
    stairs, inner = plan.stairs, layout.room.inner
    assert stairs is not None
    layout.taken.append((stairs.rect.grown(0.1), 3.0))
    for x0, x1 in ((stairs.x_top - 0.9, stairs.x_top), (stairs.x_foot, inner.x1)):
        layout.clear.append(Rect(x0, stairs.y0, x1, stairs.y1))
    layout.clear.append(Rect(stairs.x_top, inner.y0, inner.x1, stairs.y0))


def _objects(placed: Sequence[Placed], floors: dict[int, int]) -> list[HouseObject]:
    ids = {id(p): i for i, p in enumerate(placed, start=1)}
    objects = []
    for i, p in enumerate(placed, start=1):
        on = ids[id(p.host)] if p.host else None
        support: Literal["object", "floor", "wall"] = "wall" if p.on_wall else "floor"
        objects.append(
            HouseObject(
                i,
                p.piece.label,
                p.piece.color,
                _box(p),
                p.room,
                floors[p.room],
                on,
                "object" if on else support,
                tuple(p.solids()),
            )
        )
    return objects


def _box(p: Placed) -> Box:
    low, high = np.array(p.piece.bounds())
    c, s = math.cos(p.yaw), math.sin(p.yaw)
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    middle = R @ ((low + high) / 2) + (p.x, p.y, p.z)
    return Box(middle, high - low, R)
