"""Small things on tables, shelves, beds and floors, at sensible places."""

import math
from collections.abc import Callable
from random import Random

from inherit_fast.datasets.house.layout import Layout
from inherit_fast.datasets.house.pieces import living, small
from inherit_fast.datasets.house.placed import Placed
from inherit_fast.datasets.house.shapes import Piece, Rect, Surface

_BRIGHT = ("red", "blue", "green", "yellow", "orange", "purple", "pink", "white")
_Maker = Callable[[Layout], Piece]


def _colored(make: Callable[[str], Piece], label: str, colors: tuple[str, ...] = _BRIGHT) -> _Maker:
    return lambda layout: make(layout.color(label, colors))


def _bowl(layout: Layout) -> Piece:
    fruit = layout.rng.choice(("red", "orange", "green", None))
    return small.bowl(layout.color("bowl", ("white", "blue", "yellow", "green", "brown")), fruit)


def _vase(layout: Layout) -> Piece:
    flower = layout.rng.choice(("red", "yellow", "pink", "white"))
    return small.vase(layout.color("vase", ("blue", "white", "purple", "green", "orange")), flower)


def _pot_plant(layout: Layout) -> Piece:
    pot = layout.color("plant", ("brown", "white", "orange", "blue"))
    return living.plant(layout.rng, 0.3, pot)


def _books(layout: Layout) -> Piece:
    return small.book_stack(layout.rng, layout.color("books", _BRIGHT[:7]))


def _book_row(layout: Layout) -> Piece:
    return small.book_row(layout.rng, layout.rng.uniform(0.22, 0.4), 0.27)


def _carton(layout: Layout) -> Piece:
    color = layout.color("box", ("brown", "white", "blue", "green", "red"))
    return small.carton(color, layout.rng.uniform(0.26, 0.34))


def _cushion(layout: Layout) -> Piece:
    return small.cushion(layout.color("cushion", _BRIGHT[:7]), layout.rng)


_MUG = _colored(small.mug, "mug", ("red", "blue", "white", "yellow", "green", "black"))
_MAGAZINE = _colored(small.magazine, "magazine", _BRIGHT[:7])
_BOTTLE = _colored(small.bottle, "bottle", ("green", "blue", "brown", "red"))
_PLATE = _colored(small.plate, "plate", ("white", "blue", "yellow"))
_TEAPOT = _colored(small.teapot, "teapot", ("blue", "red", "white", "green"))
_POT = _colored(small.pan, "pot", ("red", "grey", "black", "blue"))
_LAMP = _colored(small.table_lamp, "lamp", ("yellow", "white", "orange", "red"))
_LAPTOP = _colored(small.laptop, "laptop", ("grey", "black"))
_PILLOW = _colored(small.pillow, "pillow", ("white", "blue", "pink", "yellow"))
_SOAP = _colored(small.soap, "soap dispenser", ("white", "green", "pink"))

# Use of a surface -> what comes first, what may follow, and how many things at most.
_MENU: dict[str, tuple[list[_Maker], list[_Maker], int]] = {
    "table": ([_MUG, _MUG, _bowl], [_PLATE, _BOTTLE, _vase, _MAGAZINE, _TEAPOT, _LAPTOP], 6),
    "low": ([_vase], [_MAGAZINE, _MUG, _bowl, _pot_plant, _books, _LAMP], 3),
    "coffee": ([_MAGAZINE, _MUG, _MAGAZINE], [_bowl, _books, _vase, _MUG], 4),
    "desk": ([_MUG, _LAMP], [_books, _MAGAZINE, _BOTTLE], 3),
    "counter": ([_POT], [_BOTTLE, _bowl, _MUG, _TEAPOT, _PLATE, _MUG], 4),
    "stove": ([_POT], [], 1),
    "shelf": ([_book_row], [_book_row, _vase, _carton, _pot_plant, _bowl], 2),
    "night": ([_LAMP], [_MUG, _books], 2),
    "bed": ([], [_books, _MAGAZINE, _LAPTOP], 1),
    "seat": ([_cushion, _cushion], [_cushion], 3),
    "head": ([_PILLOW, _PILLOW], [], 2),
    "basin": ([_SOAP], [], 1),
}


def strew(layout: Layout, density: float) -> None:
    """Fill the surfaces of everything that stands in the room."""
    for host in list(layout.placed):
        for surface in host.piece.surfaces:
            _fill(layout, host, surface, density)


def _fill(layout: Layout, host: Placed, surface: Surface, density: float) -> None:
    if surface.use not in _MENU:
        return
    rng = layout.rng
    first, later, most = _MENU[surface.use]
    makers = [*first, *rng.sample(later, len(later))]
    taken = [_local(host, p) for p in layout.placed if p.host is host]
    count = 0
    for make in makers:
        if count >= most or rng.random() > density:
            continue
        piece = make(layout)
        spot = find_spot(rng, piece, surface, taken)
        if spot is not None:
            x, y, yaw = spot
            taken.append(_local(host, layout.put_on(host, piece, x, y, surface.z, yaw)))
            count += 1


def find_spot(
    rng: Random, piece: Piece, surface: Surface, taken: list[tuple[Rect, float]]
) -> tuple[float, float, float] | None:
    """A free place on a surface: x, y, yaw in the host's frame, or None."""
    low, high = piece.bounds()
    if high[2] > surface.clear_m:
        return None
    for _ in range(40):
        yaw = 0.0
        if surface.use in ("table", "coffee", "low", "counter", "desk", "bed", "night"):
            yaw = rng.uniform(-0.6, 0.6)
        c, s = abs(math.cos(yaw)), abs(math.sin(yaw))
        half_x = max(high[0], -low[0]) * c + max(high[1], -low[1]) * s
        half_y = max(high[0], -low[0]) * s + max(high[1], -low[1]) * c
        area = surface.rect
        if half_x > area.width / 2 or half_y > area.depth / 2:
            return None
        x = rng.uniform(area.x0 + half_x, area.x1 - half_x)
        y = rng.uniform(area.y0 + half_y, area.y1 - half_y)
        rect = Rect(x - half_x, y - half_y, x + half_x, y + half_y)
        # Things on other levels of the same shelf do not matter.
        if not any(abs(z - surface.z) < 0.02 and rect.grown(0.03).overlaps(r) for r, z in taken):
            return x, y, yaw
    return None


def _local(host: Placed, placed: Placed) -> tuple[Rect, float]:
    """Footprint and level of a thing in its host's frame."""
    c, s = math.cos(host.yaw), math.sin(host.yaw)
    dx, dy = placed.x - host.x, placed.y - host.y
    x, y = c * dx + s * dy, c * dy - s * dx
    low, high = placed.piece.bounds()
    turn = placed.yaw - host.yaw
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    wide, deep = max(high[0], -low[0]), max(high[1], -low[1])
    hx, hy = wide * c + deep * s, wide * s + deep * c
    return Rect(x - hx, y - hy, x + hx, y + hy), placed.z - host.z
