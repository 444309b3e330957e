"""Parts that many pieces share."""

from random import Random

from inherit_fast.datasets.house.shapes import (
    COLORS,
    Paint,
    Rect,
    Rgb,
    Solid,
    Surface,
    Texture,
    box,
    shade,
)

Span = tuple[float, float]

WOODS: dict[str, Rgb] = {"brown": (132, 88, 52), "white": (232, 230, 224), "black": (44, 42, 42)}
STEEL = Paint((176, 180, 184))
DARK = Paint((36, 36, 40))
CERAMIC = Paint((244, 244, 242))


def wood(color: str, scale_m: float = 0.08) -> Paint:
    """A wooden or lacquered surface of a basic colour."""
    rgb = WOODS.get(color, COLORS[color])
    return Paint(rgb, "wood", shade(rgb, 0.82), scale_m)


def cloth(color: str, rng: Random) -> Paint:
    """Fabric of a basic colour with a faint pattern, now and then a bold one."""
    rgb = COLORS[color]
    second = shade(rgb, 0.8) if max(rgb) > 100 else shade(rgb, 1.7)
    weave: list[Texture] = ["speckle", "speckle", "stripes", "dots"]
    return Paint(rgb, rng.choice(weave), second, 0.04)


def legs(
    half_x: float, half_y: float, top: float, paint: Paint, thick: float = 0.05
) -> list[Solid]:
    """Four square legs under a top of the given half sizes."""
    x, y = half_x - thick, half_y - thick
    corners = [(-x, -y), (x - 0.0, -y), (-x, y), (x, y)]
    h = thick / 2
    return [box((a - h, a + h), (b - h, b + h), (0.0, top), paint) for a, b in corners]


def board(width: float, depth: float, z: Span, paint: Paint) -> Solid:
    """A flat box around the middle."""
    return box((-width / 2, width / 2), (-depth / 2, depth / 2), z, paint)


def top_surface(width: float, depth: float, z: float, use: str, clear_m: float = 0.6) -> Surface:
    """The upper face of a piece of furniture, less a margin."""
    m = 0.03
    rect = Rect(-width / 2 + m, -depth / 2 + m, width / 2 - m, depth / 2 - m)
    return Surface(rect, z, clear_m, use)


def cabinet_front(
    width: float, z: Span, y: float, columns: int, rows: int, paint: Paint
) -> list[Solid]:
    """Doors or drawers with handles on the face at ``y`` (towards -y)."""
    solids = []
    w, h = width / columns, (z[1] - z[0]) / rows
    for i in range(columns):
        for j in range(rows):
            x0, z0 = -width / 2 + i * w, z[0] + j * h
            solids.append(
                box(
                    (x0 + 0.012, x0 + w - 0.012),
                    (y - 0.018, y),
                    (z0 + 0.012, z0 + h - 0.012),
                    paint,
                )
            )
            mid = x0 + w / 2
            top = z0 + h * 0.72
            solids.append(
                box((mid - 0.06, mid + 0.06), (y - 0.032, y - 0.018), (top, top + 0.018), STEEL)
            )
    return solids
