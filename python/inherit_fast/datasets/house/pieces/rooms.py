"""Furniture of bedrooms, kitchens and bathrooms."""

from random import Random

from inherit_fast.datasets.house.pieces.parts import (
    CERAMIC,
    DARK,
    STEEL,
    board,
    cabinet_front,
    cloth,
    top_surface,
    wood,
)
from inherit_fast.datasets.house.shapes import (
    COLORS,
    Paint,
    Piece,
    Rect,
    Surface,
    ball,
    box,
    round_,
    shade,
)


def bed(width: float, color: str, rng: Random) -> Piece:
    """A bed with a blanket of the given colour; its head is at the back."""
    frame, sheet = wood("brown"), Paint((236, 234, 228))
    blanket = cloth(color, rng)
    w = width / 2
    solids = [
        box((-w, w), (-1.02, 0.98), (0.08, 0.3), frame),
        box((-w, w), (0.98, 1.03), (0.0, 0.95), frame),
        box((-w + 0.02, w - 0.02), (-1.0, 0.97), (0.3, 0.5), sheet),
        box((-w - 0.01, w + 0.01), (-1.03, 0.35), (0.5, 0.54), blanket),
        box((-w - 0.02, -w), (-1.03, 0.35), (0.26, 0.54), blanket),
        box((w, w + 0.02), (-1.03, 0.35), (0.26, 0.54), blanket),
    ]
    head = Surface(Rect(-w + 0.06, 0.4, w - 0.06, 0.94), 0.5, 0.4, "head")
    cover = Surface(Rect(-w + 0.1, -0.9, w - 0.1, 0.25), 0.54, 0.5, "bed")
    return Piece("bed", color, tuple(solids), (head, cover))


def nightstand(color: str) -> Piece:
    """A small cabinet with two drawers."""
    paint = wood(color)
    solids = [
        board(0.42, 0.38, (0.04, 0.52), paint),
        *cabinet_front(0.42, (0.04, 0.5), -0.19, 1, 2, Paint(shade(paint.rgb, 1.12))),
    ]
    return Piece("nightstand", color, tuple(solids), (top_surface(0.42, 0.38, 0.52, "night"),))


def wardrobe(width: float, color: str) -> Piece:
    """A tall cabinet with doors."""
    paint = wood(color, 0.16)
    solids = [
        board(width, 0.56, (0.05, 2.05), paint),
        *cabinet_front(
            width, (0.05, 2.03), -0.28, 3 if width > 1.4 else 2, 1, Paint(shade(paint.rgb, 1.1))
        ),
    ]
    return Piece("wardrobe", color, tuple(solids))


def dresser(width: float, color: str) -> Piece:
    """A chest of drawers."""
    paint = wood(color)
    solids = [
        board(width, 0.44, (0.04, 0.86), paint),
        *cabinet_front(width, (0.04, 0.84), -0.22, 2, 3, Paint(shade(paint.rgb, 1.12))),
    ]
    return Piece("dresser", color, tuple(solids), (top_surface(width, 0.44, 0.86, "low"),))


def fridge(color: str) -> Piece:
    """A refrigerator with a freezer above."""
    body = Paint(COLORS[color]) if color != "grey" else STEEL
    door = Paint(shade(body.rgb, 1.08))
    solids = [
        board(0.62, 0.6, (0.02, 1.78), body),
        box((-0.3, 0.3), (-0.33, -0.3), (0.05, 1.16), door),
        box((-0.3, 0.3), (-0.33, -0.3), (1.19, 1.76), door),
        box((0.22, 0.25), (-0.37, -0.33), (0.7, 1.1), DARK),
        box((0.22, 0.25), (-0.37, -0.33), (1.25, 1.5), DARK),
    ]
    return Piece("fridge", color, tuple(solids))


def counter(width: float, color: str) -> Piece:
    """Kitchen cabinets with a worktop."""
    paint, top = wood(color), Paint((92, 90, 92), "speckle", (140, 138, 136), 0.02)
    columns = max(1, round(width / 0.55))
    solids = [
        board(width, 0.56, (0.1, 0.86), paint),
        board(width, 0.5, (0, 0.1), DARK),
        *cabinet_front(width, (0.1, 0.84), -0.28, columns, 1, Paint(shade(paint.rgb, 1.12))),
        box((-width / 2, width / 2), (-0.32, 0.28), (0.86, 0.9), top),
    ]
    return Piece("counter", color, tuple(solids), (top_surface(width, 0.56, 0.9, "counter", 0.45),))


def stove() -> Piece:
    """A cooker with an oven door."""
    ring, glass = Paint((20, 20, 22)), Paint((48, 50, 56))
    solids = [
        board(0.6, 0.56, (0.02, 0.9), Paint((214, 216, 218))),
        box((-0.25, 0.25), (-0.31, -0.28), (0.2, 0.65), glass),
        box((-0.22, 0.22), (-0.34, -0.31), (0.6, 0.62), STEEL),
    ]
    for x in (-0.14, 0.14):
        for y in (-0.12, 0.14):
            solids.append(round_((x, y), (0.9, 0.915), 0.095, ring))
    for x in (-0.2, -0.07, 0.07, 0.2):
        solids.append(box((x - 0.02, x + 0.02), (-0.3, -0.28), (0.74, 0.78), DARK))
    pans = Surface(Rect(-0.22, 0.02, 0.22, 0.26), 0.915, 0.4, "stove")
    return Piece("stove", "white", tuple(solids), (pans,))


def sink() -> Piece:
    """A basin that stands a little proud of a worktop, with a tap."""
    steel, deep = STEEL, Paint((112, 116, 120))
    w, d = 0.26, 0.2
    solids = [
        board(2 * w, 2 * d, (0, 0.008), deep),
        box((-w, w), (-d - 0.025, -d), (0, 0.05), steel),
        box((-w, w), (d, d + 0.025), (0, 0.05), steel),
        box((-w - 0.025, -w), (-d - 0.025, d + 0.025), (0, 0.05), steel),
        box((w, w + 0.025), (-d - 0.025, d + 0.025), (0, 0.05), steel),
        round_((0, d + 0.012), (0.05, 0.26), 0.014, steel),
        box((-0.012, 0.012), (d - 0.13, d + 0.012), (0.245, 0.27), steel),
    ]
    return Piece("sink", "grey", tuple(solids))


def wall_cabinet(width: float, color: str) -> Piece:
    """A kitchen cabinet on the wall; its back is at y = 0."""
    paint = wood(color)
    fronts = cabinet_front(
        width, (0, 0.62), -0.3, max(1, round(width / 0.5)), 1, Paint(shade(paint.rgb, 1.12))
    )
    return Piece(
        "cabinet", color, (box((-width / 2, width / 2), (-0.3, 0), (0, 0.62), paint), *fronts)
    )


def toilet() -> Piece:
    """Bowl, seat and cistern."""
    seat = Paint((226, 226, 224))
    solids = [
        round_((0, -0.06), (0, 0.38), 0.13, CERAMIC, 1.45),
        round_((0, -0.06), (0.38, 0.42), 0.2, seat),
        round_((0, -0.06), (0.42, 0.424), 0.11, Paint((150, 176, 190))),
        box((-0.19, 0.19), (0.14, 0.32), (0.36, 0.78), CERAMIC),
        box((-0.1, 0.1), (0.08, 0.32), (0, 0.36), CERAMIC),
        box((-0.03, 0.03), (0.2, 0.26), (0.78, 0.8), STEEL),
    ]
    return Piece("toilet", "white", tuple(solids))


def bathtub(length: float = 1.65) -> Piece:
    """A tub with open inside; the back is the long side."""
    h, w, t = length / 2, 0.37, 0.07
    water = Paint((150, 194, 208), "stripes", (166, 206, 218), 0.12)
    solids = [
        box((-h, h), (-w, -w + t), (0, 0.56), CERAMIC),
        box((-h, h), (w - t, w), (0, 0.56), CERAMIC),
        box((-h, -h + t), (-w + t, w - t), (0, 0.56), CERAMIC),
        box((h - t, h), (-w + t, w - t), (0, 0.56), CERAMIC),
        box((-h + t, h - t), (-w + t, w - t), (0, 0.3), water),
        round_((h - 0.03, 0), (0.56, 0.72), 0.018, STEEL),
        box((h - 0.16, h - 0.03), (-0.015, 0.015), (0.7, 0.73), STEEL),
    ]
    return Piece("bathtub", "white", tuple(solids))


def washbasin(color: str) -> Piece:
    """A basin on a small cabinet."""
    paint = wood(color)
    solids = [
        board(0.6, 0.42, (0.08, 0.76), paint),
        board(0.54, 0.36, (0, 0.08), DARK),
        *cabinet_front(0.6, (0.08, 0.74), -0.21, 2, 1, Paint(shade(paint.rgb, 1.12))),
        board(0.62, 0.44, (0.76, 0.8), CERAMIC),
        ball((0, -0.02, 0.83), (0.2, 0.15, 0.03), Paint((214, 224, 228))),
        round_((0, 0.17), (0.8, 0.93), 0.015, STEEL),
        box((-0.012, 0.012), (0.06, 0.17), (0.92, 0.945), STEEL),
    ]
    rim = Surface(Rect(0.2, -0.18, 0.29, 0.18), 0.8, 0.3, "basin")
    return Piece("washbasin", "white", tuple(solids), (rim,))


def washing_machine() -> Piece:
    """A front loader; its drum door is a dark disc made of boxes and an ellipsoid."""
    solids = [
        board(0.6, 0.58, (0, 0.86), Paint((236, 236, 234))),
        ball((0, -0.29, 0.42), (0.19, 0.03, 0.19), Paint((70, 78, 90))),
        box((-0.26, -0.02), (-0.3, -0.29), (0.72, 0.81), Paint((196, 200, 206))),
        box((0.06, 0.26), (-0.3, -0.29), (0.74, 0.79), DARK),
    ]
    return Piece("washing machine", "white", tuple(solids), (top_surface(0.6, 0.58, 0.86, "low"),))


def towel(color: str, rng: Random) -> Piece:
    """A towel on a wall rail; its back is at y = 0."""
    solids = [
        box((-0.3, 0.3), (-0.06, -0.04), (0.6, 0.62), STEEL),
        box((-0.24, 0.24), (-0.08, -0.06), (0, 0.64), cloth(color, rng)),
        box((-0.3, -0.28), (-0.04, 0), (0.6, 0.62), STEEL),
        box((0.28, 0.3), (-0.04, 0), (0.6, 0.62), STEEL),
    ]
    return Piece("towel", color, tuple(solids))
