"""Seats, tables, shelves and what else stands in living rooms, offices and halls."""

from random import Random

from inherit_fast.datasets.house.pieces.parts import (
    DARK,
    STEEL,
    board,
    cabinet_front,
    cloth,
    legs,
    top_surface,
    wood,
)
from inherit_fast.datasets.house.shapes import (
    COLORS,
    Paint,
    Piece,
    Rect,
    Solid,
    Surface,
    ball,
    box,
    round_,
    shade,
)


def chair(color: str) -> Piece:
    """A dining chair; its seat fits under a table."""
    paint = wood(color, 0.05)
    solids = [
        board(0.42, 0.42, (0.43, 0.47), paint),
        *legs(0.22, 0.22, 0.43, paint, 0.04),
        box((-0.19, -0.15), (0.17, 0.21), (0.47, 0.9), paint),
        box((0.15, 0.19), (0.17, 0.21), (0.47, 0.9), paint),
        box((-0.15, 0.15), (0.175, 0.205), (0.6, 0.88), paint),
    ]
    return Piece("chair", color, tuple(solids))


def office_chair(color: str, rng: Random) -> Piece:
    """A swivel chair."""
    seat = cloth(color, rng)
    solids = [
        round_((0, 0), (0.03, 0.08), 0.27, DARK, 0.35),
        round_((0, 0), (0.08, 0.42), 0.03, STEEL),
        board(0.46, 0.44, (0.42, 0.5), seat),
        box((-0.21, 0.21), (0.19, 0.25), (0.55, 1.02), seat),
        box((-0.03, 0.03), (0.19, 0.22), (0.5, 0.55), DARK),
    ]
    return Piece("office chair", color, tuple(solids))


def sofa(color: str, rng: Random, seats: int = 3) -> Piece:
    """A sofa, or with one seat an armchair."""
    paint = cloth(color, rng)
    pad = Paint(shade(paint.rgb, 1.1), paint.texture, paint.second, paint.scale_m)
    seat_w = 0.62
    half = seats * seat_w / 2
    solids = [
        box((-half - 0.16, half + 0.16), (-0.4, 0.42), (0.05, 0.26), paint),
        box((-half - 0.16, half + 0.16), (0.22, 0.42), (0.26, 0.82), paint),
        box((-half - 0.16, -half), (-0.4, 0.22), (0.26, 0.6), paint),
        box((half, half + 0.16), (-0.4, 0.22), (0.26, 0.6), paint),
    ]
    for i in range(seats):
        x = -half + i * seat_w
        solids.append(box((x + 0.01, x + seat_w - 0.01), (-0.42, 0.22), (0.26, 0.43), pad))
    seat = Surface(Rect(-half + 0.05, -0.1, half - 0.05, 0.2), 0.43, 0.5, "seat")
    return Piece("sofa" if seats > 1 else "armchair", color, tuple(solids), (seat,))


def table(
    width: float, depth: float, color: str, use: str = "table", height: float = 0.74
) -> Piece:
    """Four legs and a top."""
    paint = wood(color)
    solids = [board(width, depth, (height - 0.04, height), paint)]
    solids += legs(width / 2, depth / 2, height - 0.04, paint)
    label = {"desk": "desk", "low": "coffee table"}.get(use, "table")
    return Piece(label, color, tuple(solids), (top_surface(width, depth, height, use),))


def round_table(radius: float, color: str, use: str = "table", height: float = 0.74) -> Piece:
    """A disc on a foot."""
    paint = wood(color)
    solids = [
        round_((0, 0), (0, 0.04), radius * 0.6, paint, 0.8),
        round_((0, 0), (0.04, height - 0.04), 0.06, paint),
        round_((0, 0), (height - 0.04, height), radius, paint),
    ]
    side = radius * 1.4
    label = "coffee table" if use == "low" else "table"
    return Piece(label, color, tuple(solids), (top_surface(side, side, height, use),))


def console(width: float, color: str) -> Piece:
    """A narrow hall table with drawers."""
    paint = wood(color)
    solids = [
        board(width, 0.32, (0.6, 0.82), paint),
        *legs(width / 2, 0.16, 0.6, paint, 0.04),
        *cabinet_front(width, (0.6, 0.82), -0.16, 2, 1, Paint(shade(paint.rgb, 1.12))),
    ]
    return Piece("console table", color, tuple(solids), (top_surface(width, 0.3, 0.82, "low"),))


def sideboard(width: float, color: str, label: str = "cabinet") -> Piece:
    """A low cabinet; also a television stand."""
    paint = wood(color)
    height = 0.48 if label == "tv stand" else 0.78
    solids = [
        board(width, 0.4, (0.06, height), paint),
        *cabinet_front(width, (0.06, height - 0.02), -0.2, 3, 1, Paint(shade(paint.rgb, 1.12))),
        board(width - 0.1, 0.34, (0, 0.06), DARK),
    ]
    use = "tv" if label == "tv stand" else "low"
    return Piece(label, color, tuple(solids), (top_surface(width, 0.4, height, use),))


def shelf(width: float, color: str, rows: int = 5) -> Piece:
    """A bookcase with open compartments."""
    paint = wood(color)
    depth, t, pitch = 0.3, 0.025, 0.36
    height = 0.06 + rows * pitch + t
    solids: list[Solid] = [
        box((-width / 2, -width / 2 + t), (-depth / 2, depth / 2), (0, height), paint),
        box((width / 2 - t, width / 2), (-depth / 2, depth / 2), (0, height), paint),
        box((-width / 2 + t, width / 2 - t), (depth / 2 - 0.012, depth / 2), (0, height), paint),
    ]
    surfaces = []
    for i in range(rows + 1):
        z = 0.06 + i * pitch
        solids.append(
            box((-width / 2 + t, width / 2 - t), (-depth / 2, depth / 2 - 0.012), (z, z + t), paint)
        )
        if i < rows:
            rect = Rect(
                -width / 2 + t + 0.01, -depth / 2 + 0.01, width / 2 - t - 0.01, depth / 2 - 0.03
            )
            surfaces.append(Surface(rect, z + t, pitch - t - 0.01, "shelf"))
    return Piece("bookshelf", color, tuple(solids), tuple(surfaces))


def television(width: float = 1.1) -> Piece:
    """A flat screen on a foot."""
    screen = Paint((26, 30, 40), "speckle", (34, 40, 54), 0.2)
    solids = [
        board(width * 0.35, 0.2, (0, 0.02), DARK),
        box((-0.05, 0.05), (-0.02, 0.02), (0.02, 0.08), DARK),
        box((-width / 2, width / 2), (-0.025, 0.025), (0.08, 0.08 + width * 0.57), DARK),
        box(
            (-width / 2 + 0.02, width / 2 - 0.02),
            (-0.03, -0.025),
            (0.1, 0.06 + width * 0.57),
            screen,
        ),
    ]
    return Piece("television", "black", tuple(solids))


def floor_lamp(color: str) -> Piece:
    """A pole with a shade."""
    shade_paint = Paint(COLORS[color], "stripes", shade(COLORS[color], 0.88), 0.05)
    solids = [
        round_((0, 0), (0, 0.03), 0.15, DARK),
        round_((0, 0), (0.03, 1.3), 0.015, STEEL),
        round_((0, 0), (1.28, 1.58), 0.2, shade_paint, 0.7),
    ]
    return Piece("lamp", color, tuple(solids))


def rug(width: float, depth: float, color: str) -> Piece:
    """A carpet with a border; low furniture may stand on it."""
    rgb = COLORS[color]
    border, field = Paint(shade(rgb, 0.72)), Paint(rgb, "checker", shade(rgb, 1.25), 0.22)
    m = 0.12
    solids = [
        board(width - 2 * m, depth - 2 * m, (0, 0.012), field),
        box((-width / 2, width / 2), (-depth / 2, -depth / 2 + m), (0, 0.012), border),
        box((-width / 2, width / 2), (depth / 2 - m, depth / 2), (0, 0.012), border),
        box((-width / 2, -width / 2 + m), (-depth / 2 + m, depth / 2 - m), (0, 0.012), border),
        box((width / 2 - m, width / 2), (-depth / 2 + m, depth / 2 - m), (0, 0.012), border),
    ]
    return Piece("rug", color, tuple(solids))


def plant(rng: Random, height: float = 1.0, pot: str = "brown") -> Piece:
    """A pot with a bush of leaves."""
    r = 0.15 if height > 0.6 else 0.07
    pot_h = r * 1.7
    leaf = Paint((52, 124, 58), "speckle", (84, 160, 76), 0.035)
    solids = [
        round_((0, 0), (0, pot_h), r * 0.75, Paint(COLORS[pot]), 1.33),
        round_((0, 0), (pot_h, height * 0.6), r * 0.12, Paint((96, 72, 44))),
    ]
    for _ in range(7):
        half = (
            r * rng.uniform(0.5, 0.9),
            r * rng.uniform(0.5, 0.9),
            height * rng.uniform(0.1, 0.2),
        )
        z = height * rng.uniform(0.5, 0.8)
        solids.append(ball((rng.uniform(-r, r) * 0.6, rng.uniform(-r, r) * 0.6, z), half, leaf))
    return Piece("plant", "green", tuple(solids))


def picture(width: float, height: float, rng: Random) -> Piece:
    """A framed picture that hangs at z = 0 upwards, its back at y = 0."""
    frame = rng.choice(("black", "brown", "white"))
    hue = rng.choice(("blue", "green", "orange", "purple", "red"))
    canvas = Paint(COLORS[hue], "picture", COLORS[rng.choice(("yellow", "white", "pink"))], height)
    fp, b = wood(frame), 0.035
    solids = [
        box((-width / 2, width / 2), (-0.03, 0), (0, b), fp),
        box((-width / 2, width / 2), (-0.03, 0), (height - b, height), fp),
        box((-width / 2, -width / 2 + b), (-0.03, 0), (b, height - b), fp),
        box((width / 2 - b, width / 2), (-0.03, 0), (b, height - b), fp),
        box((-width / 2 + b, width / 2 - b), (-0.018, 0), (b, height - b), canvas),
    ]
    return Piece("picture", hue, tuple(solids))


def mirror(width: float, height: float) -> Piece:
    """A mirror; its glass is only a pale gradient."""
    glass = Paint((196, 212, 220), "stripes", (206, 220, 228), 0.3)
    solids = [
        box((-width / 2, width / 2), (-0.02, 0), (0, height), wood("brown")),
        box((-width / 2 + 0.03, width / 2 - 0.03), (-0.025, -0.02), (0.03, height - 0.03), glass),
    ]
    return Piece("mirror", "grey", tuple(solids))
