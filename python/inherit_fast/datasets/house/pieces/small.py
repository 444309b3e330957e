"""Small things that people leave on tables, shelves, beds and floors."""

from random import Random

from inherit_fast.datasets.house.pieces.parts import DARK, STEEL, board, cloth
from inherit_fast.datasets.house.shapes import COLORS, Paint, Piece, Solid, ball, box, round_, shade


def _lively(rng: Random) -> str:
    return rng.choice(("red", "orange", "yellow", "green", "blue", "purple", "pink"))


def mug(color: str) -> Piece:
    """A mug with a handle and a dark drink."""
    paint = Paint(COLORS[color])
    solids = [
        round_((0, 0), (0, 0.1), 0.042, paint),
        round_((0, 0), (0.1, 0.102), 0.034, Paint((70, 44, 28))),
        box((0.042, 0.07), (-0.007, 0.007), (0.07, 0.084), paint),
        box((0.042, 0.07), (-0.007, 0.007), (0.02, 0.034), paint),
        box((0.058, 0.07), (-0.007, 0.007), (0.034, 0.07), paint),
    ]
    return Piece("mug", color, tuple(solids))


def bowl(color: str, fruit: str | None = None) -> Piece:
    """A bowl, on request with fruit in it."""
    rgb = COLORS[color]
    solids = [
        round_((0, 0), (0, 0.02), 0.06, Paint(shade(rgb, 0.85))),
        round_((0, 0), (0.02, 0.085), 0.065, Paint(rgb), 1.85),
        round_((0, 0), (0.085, 0.087), 0.105, Paint(shade(rgb, 0.7))),
    ]
    if fruit:
        paint = Paint(COLORS[fruit])
        solids += [
            ball((x, y, 0.115), (0.036, 0.036, 0.036), paint)
            for x, y in ((-0.04, 0.0), (0.04, 0.03), (0.01, -0.05))
        ]
    return Piece("bowl", color, tuple(solids))


def bottle(color: str) -> Piece:
    """A bottle with a neck, a label and a cap."""
    paint = Paint(COLORS[color])
    solids = [
        round_((0, 0), (0, 0.2), 0.04, paint),
        round_((0, 0), (0.2, 0.24), 0.04, paint, 0.36),
        round_((0, 0), (0.24, 0.3), 0.0145, paint),
        round_((0, 0), (0.3, 0.315), 0.018, Paint(shade(COLORS[color], 0.6))),
        round_((0, 0), (0.06, 0.14), 0.0408, Paint((238, 232, 214))),
    ]
    return Piece("bottle", color, tuple(solids))


def vase(color: str, flower: str) -> Piece:
    """A bellied vase with three flowers."""
    paint = Paint(COLORS[color], "stripes", shade(COLORS[color], 1.2), 0.03)
    solids: list[Solid] = [
        ball((0, 0, 0.09), (0.075, 0.075, 0.09), paint),
        round_((0, 0), (0.14, 0.22), 0.035, paint, 1.25),
    ]
    for x, y, z in ((-0.05, 0.02, 0.36), (0.05, 0.03, 0.34), (0.0, -0.05, 0.38)):
        solids.append(round_((x * 0.6, y * 0.6), (0.2, z), 0.006, Paint((60, 130, 60))))
        solids.append(ball((x * 0.8, y * 0.8, z), (0.035, 0.035, 0.028), Paint(COLORS[flower])))
    return Piece("vase", color, tuple(solids))


def magazine(color: str) -> Piece:
    """A magazine with a printed cover."""
    cover = Paint(COLORS[color], "picture", (244, 240, 228), 0.28)
    return Piece("magazine", color, (board(0.21, 0.28, (0, 0.012), cover),))


def book_row(rng: Random, width: float, height: float) -> Piece:
    """Books side by side, upright, of many colours."""
    solids, x = [], -width / 2
    main = _lively(rng)
    while x < width / 2 - 0.03:
        thick = min(rng.uniform(0.025, 0.05), width / 2 - x)
        tall = height * rng.uniform(0.78, 1.0)
        rgb = COLORS[main if rng.random() < 0.6 else _lively(rng)]
        spine = Paint(shade(rgb, rng.uniform(0.75, 1.1)), "plain")
        solids.append(box((x, x + thick - 0.002), (-0.08, 0.08), (0, tall), spine))
        x += thick
    return Piece("books", main, tuple(solids))


def book_stack(rng: Random, color: str) -> Piece:
    """Books lying on one another, the top one in the given colour."""
    count, z, solids = rng.randint(2, 4), 0.0, []
    for i in range(count):
        name = color if i in (0, count - 1) else _lively(rng)
        thick = rng.uniform(0.03, 0.045)
        turn = rng.uniform(-0.25, 0.25)
        solids.append(board(0.2, 0.27, (z, z + thick), Paint(COLORS[name])).moved(0, 0, 0, turn))
        z += thick
    return Piece("books", color, tuple(solids))


def carton(color: str, size: float) -> Piece:
    """A cardboard or coloured storage box with a lid."""
    body, lid = Paint(COLORS[color]), Paint(shade(COLORS[color], 0.8))
    solids = (
        board(size, size * 0.75, (0, size * 0.6), body),
        board(size * 1.04, size * 0.79, (size * 0.6, size * 0.68), lid),
    )
    return Piece("box", color, solids)


def cushion(color: str, rng: Random) -> Piece:
    """A throw cushion, standing a little back."""
    return Piece("cushion", color, (ball((0, 0, 0.19), (0.2, 0.075, 0.19), cloth(color, rng)),))


def pillow(color: str) -> Piece:
    """A bed pillow."""
    rgb = COLORS[color]
    return Piece(
        "pillow",
        color,
        (ball((0, 0, 0.075), (0.3, 0.2, 0.075), Paint(rgb, "stripes", shade(rgb, 0.93), 0.06)),),
    )


def table_lamp(color: str) -> Piece:
    """A small lamp."""
    solids = [
        round_((0, 0), (0, 0.02), 0.07, DARK),
        round_((0, 0), (0.02, 0.22), 0.012, STEEL),
        round_((0, 0), (0.2, 0.36), 0.11, Paint(COLORS[color]), 0.6),
    ]
    return Piece("lamp", color, tuple(solids))


def monitor() -> Piece:
    """A computer screen with windows on it."""
    screen = Paint((52, 84, 140), "tiles", (214, 222, 232), 0.16)
    solids = [
        board(0.22, 0.18, (0, 0.015), DARK),
        box((-0.02, 0.02), (0.0, 0.03), (0.015, 0.15), DARK),
        box((-0.29, 0.29), (-0.03, 0.0), (0.12, 0.46), DARK),
        box((-0.275, 0.275), (-0.034, -0.03), (0.135, 0.445), screen),
    ]
    return Piece("monitor", "black", tuple(solids))


def keyboard(color: str) -> Piece:
    """Keys on a slab."""
    keys = Paint(COLORS[color], "tiles", shade(COLORS["grey"], 0.9), 0.03)
    return Piece("keyboard", color, (board(0.42, 0.14, (0, 0.025), keys),))


def laptop(color: str) -> Piece:
    """An open laptop."""
    body = Paint(COLORS[color])
    solids = [
        board(0.33, 0.23, (0, 0.018), Paint(COLORS[color], "tiles", (70, 72, 76), 0.04)),
        box((-0.165, 0.165), (0.115, 0.127), (0.0, 0.24), body),
        box(
            (-0.155, 0.155),
            (0.112, 0.115),
            (0.025, 0.23),
            Paint((96, 140, 196), "picture", (230, 236, 240), 0.2),
        ),
    ]
    return Piece("laptop", color, tuple(solids))


def teapot(color: str) -> Piece:
    """A round pot with spout and lid."""
    paint = Paint(COLORS[color], "dots", (244, 242, 236), 0.05)
    solids = [
        ball((0, 0, 0.08), (0.09, 0.09, 0.08), paint),
        box((0.08, 0.15), (-0.012, 0.012), (0.08, 0.11), paint),
        box((-0.13, -0.08), (-0.01, 0.01), (0.05, 0.12), paint),
        ball((0, 0, 0.165), (0.018, 0.018, 0.018), paint),
    ]
    return Piece("teapot", color, tuple(solids))


def pan(color: str) -> Piece:
    """A cooking pot with two handles."""
    paint = Paint(COLORS[color])
    solids = [
        round_((0, 0), (0, 0.13), 0.1, paint),
        round_((0, 0), (0.13, 0.142), 0.102, STEEL),
        ball((0, 0, 0.155), (0.02, 0.02, 0.015), DARK),
        box((-0.14, -0.1), (-0.03, 0.03), (0.09, 0.105), DARK),
        box((0.1, 0.14), (-0.03, 0.03), (0.09, 0.105), DARK),
    ]
    return Piece("pot", color, tuple(solids))


def plate(color: str) -> Piece:
    """A dinner plate."""
    rgb = COLORS[color]
    solids = (
        round_((0, 0), (0, 0.015), 0.08, Paint(rgb), 1.6),
        round_((0, 0), (0.015, 0.017), 0.09, Paint(shade(rgb, 0.88))),
    )
    return Piece("plate", color, solids)


def ball_toy(color: str) -> Piece:
    """A striped ball."""
    return Piece(
        "ball",
        color,
        (
            ball(
                (0, 0, 0.13),
                (0.13, 0.13, 0.13),
                Paint(COLORS[color], "stripes", (244, 244, 240), 0.12),
            ),
        ),
    )


def basket(color: str, label: str = "wastebasket", size: float = 0.13) -> Piece:
    """A bin or laundry basket."""
    rgb = COLORS[color]
    solids = (
        round_((0, 0), (0, size * 2.3), size, Paint(rgb, "tiles", shade(rgb, 0.7), 0.04), 1.25),
        round_((0, 0), (size * 2.3, size * 2.32), size * 1.15, DARK),
    )
    return Piece(label, color, solids)


def clock(color: str) -> Piece:
    """A wall clock; its back is at y = 0."""
    rim, face = Paint(COLORS[color]), Paint((244, 244, 238))
    solids = (
        ball((0, -0.015, 0.16), (0.16, 0.015, 0.16), rim),
        ball((0, -0.02, 0.16), (0.135, 0.018, 0.135), face),
        box((-0.006, 0.006), (-0.044, -0.038), (0.16, 0.26), DARK),
        box((0, 0.07), (-0.044, -0.038), (0.154, 0.166), DARK),
    )
    return Piece("clock", color, solids)


def soap(color: str) -> Piece:
    """A soap dispenser."""
    solids = (
        round_((0, 0), (0, 0.13), 0.034, Paint(COLORS[color])),
        round_((0, 0), (0.13, 0.17), 0.01, STEEL),
        box((-0.045, 0.01), (-0.009, 0.009), (0.17, 0.186), STEEL),
    )
    return Piece("soap dispenser", color, solids)
