"""Walls, floors, ceilings, stairs and window frames as solids."""

from random import Random

from inherit_fast.datasets.house.plan import HALF_WALL_M, Opening, Plan, RoomPlan, Side, Stairs
from inherit_fast.datasets.house.shapes import Paint, Piece, Rect, Rgb, Solid, box

CEILING_GAP_M = 0.2
_TRIM = Paint((236, 234, 228))
_WALLS: dict[str, list[Rgb]] = {
    "kitchen": [(236, 226, 196), (222, 230, 214)],
    "bathroom": [(206, 224, 230), (212, 228, 220)],
    "bedroom": [(224, 216, 230), (214, 226, 216), (232, 220, 208)],
    "living room": [(232, 222, 206), (220, 222, 226)],
    "office": [(214, 220, 224), (226, 222, 212)],
}
_WOODS: list[tuple[Rgb, Rgb]] = [((182, 142, 98), (160, 120, 80)), ((150, 108, 72), (128, 90, 58))]


def room_shell(plan: Plan, room: RoomPlan, z: float, storey_m: float, rng: Random) -> list[Solid]:
    """Floor, ceiling and the room's half of each of its walls; ``z`` is its floor's height."""
    wall = _wall_paint(room, rng)
    holes_below = plan.stairs.rect if plan.stairs and room.floor == 1 else None
    top_floor = plan.stairs is None or room.floor == 1
    holes_above = plan.stairs.rect if plan.stairs and not top_floor else None
    ceiling_z = z + storey_m - CEILING_GAP_M
    solids = [
        *_slab(room.rect, (z - CEILING_GAP_M / 2, z), _floor_paint(room, rng), holes_below),
        *_slab(room.rect, (ceiling_z, z + storey_m - CEILING_GAP_M / 2), _TRIM, holes_above),
    ]
    sides: tuple[Side, ...] = ("south", "north", "west", "east")
    for side in sides:
        openings = sorted((o for o in room.openings if o.side == side), key=lambda o: o.a)
        solids += _wall(room, side, openings, (z, z + storey_m - CEILING_GAP_M / 2), wall)
        solids += [s for o in openings for s in _trim(room, o, z)]
    return solids


def _wall_paint(room: RoomPlan, rng: Random) -> Paint:
    rgb = rng.choice(_WALLS.get(room.label, [(236, 232, 222)]))
    if room.label in ("bathroom", "laundry room"):
        return Paint(rgb, "tiles", (186, 200, 204), 0.3)
    return Paint(rgb, "speckle", (rgb[0] - 10, rgb[1] - 10, rgb[2] - 10), 0.05)


def _floor_paint(room: RoomPlan, rng: Random) -> Paint:
    if room.label in ("kitchen", "bathroom", "laundry room"):
        return Paint(
            (196, 194, 188), "checker", rng.choice([(120, 128, 132), (150, 132, 112)]), 0.4
        )
    if room.label == "bedroom":
        return Paint(
            rng.choice([(172, 166, 156), (150, 160, 168)]), "speckle", (128, 122, 114), 0.03
        )
    light, dark = rng.choice(_WOODS)
    return Paint(light, "wood", dark, 0.14)


def _slab(rect: Rect, z: tuple[float, float], paint: Paint, hole: Rect | None) -> list[Solid]:
    if hole is None or not hole.overlaps(rect):
        return [box((rect.x0, rect.x1), (rect.y0, rect.y1), z, paint)]
    parts = [
        Rect(rect.x0, rect.y0, rect.x1, hole.y0),
        Rect(rect.x0, hole.y0, hole.x0, hole.y1),
        Rect(hole.x1, hole.y0, rect.x1, hole.y1),
        Rect(rect.x0, hole.y1, rect.x1, rect.y1),
    ]
    return [box((p.x0, p.x1), (p.y0, p.y1), z, paint) for p in parts]


def _wall(
    room: RoomPlan, side: Side, openings: list[Opening], z: tuple[float, float], paint: Paint
) -> list[Solid]:
    low, high = (
        (room.rect.x0, room.rect.x1) if side in ("south", "north") else (room.rect.y0, room.rect.y1)
    )
    solids, at = [], low
    for opening in openings:
        solids.append(along(room, side, (at, opening.a), z, paint))
        solids.append(along(room, side, (opening.a, opening.b), (z[0] + opening.z1, z[1]), paint))
        if opening.z0 > 0:
            sill = (z[0], z[0] + opening.z0)
            solids.append(along(room, side, (opening.a, opening.b), sill, paint))
        at = opening.b
    solids.append(along(room, side, (at, high), z, paint))
    return solids


def along(
    room: RoomPlan,
    side: Side,
    span: tuple[float, float],
    z: tuple[float, float],
    paint: Paint,
    inside: tuple[float, float] = (-HALF_WALL_M, 0.0),
) -> Solid:
    """A box along one side; ``inside`` is its depth range, counted from the wall's face."""
    near, far = inside
    inner = room.inner
    if side == "south":
        return box(span, (inner.y0 + near, inner.y0 + far), z, paint)
    if side == "north":
        return box(span, (inner.y1 - far, inner.y1 - near), z, paint)
    if side == "west":
        return box((inner.x0 + near, inner.x0 + far), span, z, paint)
    return box((inner.x1 - far, inner.x1 - near), span, z, paint)


def _trim(room: RoomPlan, opening: Opening, z: float) -> list[Solid]:
    """A casing around a door or window, a little proud of the wall."""
    a, b, z0, z1 = opening.a, opening.b, z + opening.z0, z + opening.z1
    proud = (0.0, 0.015)
    parts = [
        along(room, opening.side, (a - 0.06, a), (z0, z1), _TRIM, proud),
        along(room, opening.side, (b, b + 0.06), (z0, z1), _TRIM, proud),
        along(room, opening.side, (a - 0.06, b + 0.06), (z1, z1 + 0.06), _TRIM, proud),
    ]
    if opening.kind == "window":
        ledge = along(room, opening.side, (a - 0.08, b + 0.08), (z0 - 0.04, z0), _TRIM, (0, 0.018))
        parts.append(ledge)
    return parts


def window_piece(room: RoomPlan, opening: Opening, z: float) -> Piece:
    """Frame, bars and panes in the wall's opening, already in the world's frame."""
    a, b, z0, z1 = opening.a, opening.b, z + opening.z0, z + opening.z1
    glass = Paint((176, 208, 232), "picture", (120, 164, 110), 0.5)
    frame, mid, deep = 0.05, (a + b) / 2, (-0.05, -0.01)
    bars = [
        ((a, a + frame), (z0, z1)),
        ((b - frame, b), (z0, z1)),
        ((a + frame, b - frame), (z0, z0 + frame)),
        ((a + frame, b - frame), (z1 - frame, z1)),
        ((mid - 0.02, mid + 0.02), (z0 + frame, z1 - frame)),
    ]
    solids = [along(room, opening.side, span, height, _TRIM, deep) for span, height in bars]
    inner = ((a + frame, b - frame), (z0 + frame, z1 - frame))
    solids.append(along(room, opening.side, *inner, glass, (-0.055, -0.04)))
    return Piece("window", "white", tuple(solids))


def front_door_piece(room: RoomPlan, opening: Opening, z: float, rng: Random) -> Piece:
    """The closed door to the outside, already in the world's frame."""
    color, rgb = rng.choice(
        [("green", (46, 102, 74)), ("red", (150, 44, 40)), ("blue", (44, 74, 130))]
    )
    a, b = opening.a, opening.b
    leaf, panel = Paint(rgb), Paint((rgb[0] + 16, rgb[1] + 16, rgb[2] + 16))
    mid = (a + b) / 2
    solids = [along(room, opening.side, (a, b), (z, z + opening.z1), leaf, (-0.05, -0.01))]
    for low, high in ((0.2, 0.95), (1.1, 1.85)):
        for span in ((a + 0.1, mid - 0.05), (mid + 0.05, b - 0.1)):
            solids.append(along(room, opening.side, span, (z + low, z + high), panel, (-0.01, 0.0)))
    handle = Paint((196, 172, 96))
    solids.append(
        along(room, opening.side, (a + 0.03, a + 0.08), (z + 1.0, z + 1.05), handle, (-0.01, 0.06))
    )
    return Piece("door", color, tuple(solids))


def stairs_piece(stairs: Stairs, z: float, storey_m: float) -> Piece:
    """The flight of steps; the last one is level with the floor above."""
    rise = storey_m / stairs.steps
    body = Paint((232, 228, 220))
    tread = Paint((150, 104, 66), "wood", (126, 84, 52), 0.09)
    solids = []
    for i in range(stairs.steps):
        x1 = stairs.x_foot - i * (stairs.x_foot - stairs.x_top) / stairs.steps
        x0 = stairs.x_foot - (i + 1) * (stairs.x_foot - stairs.x_top) / stairs.steps
        top = z + (i + 1) * rise
        solids.append(box((x0, x1), (stairs.y0, stairs.y1), (z, top - 0.03), body))
        solids.append(box((x0, x1), (stairs.y0, stairs.y1), (top - 0.03, top), tread))
    return Piece("stairs", "brown", tuple(solids))


def railing_solids(stairs: Stairs, z: float) -> list[Solid]:
    """Rails around the hole in the upper floor, on the sides that do not lead anywhere."""
    paint, rail = Paint((236, 234, 228)), Paint((124, 78, 44))
    y = stairs.y0 - 0.05
    solids = [
        box((stairs.x_top, stairs.x_foot + 0.07), (y - 0.03, y + 0.03), (z + 0.9, z + 0.95), rail)
    ]
    count = round((stairs.x_foot - stairs.x_top) / 0.16)
    for i in range(count + 1):
        x = stairs.x_top + 0.02 + i * (stairs.x_foot + 0.02 - stairs.x_top) / count
        solids.append(box((x - 0.015, x + 0.015), (y - 0.015, y + 0.015), (z, z + 0.9), paint))
    x = stairs.x_foot + 0.05
    solids.append(box((x - 0.03, x + 0.03), (stairs.y0, stairs.y1), (z + 0.9, z + 0.95), rail))
    for i in range(6):
        yy = stairs.y0 + 0.1 + i * 0.17
        solids.append(box((x - 0.015, x + 0.015), (yy - 0.015, yy + 0.015), (z, z + 0.9), paint))
    return solids
