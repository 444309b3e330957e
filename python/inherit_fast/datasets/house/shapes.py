"""The vocabulary of the house: rectangles, painted solids, and pieces made of solids."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

Rgb = tuple[int, int, int]
Kind = Literal["box", "round", "ellipsoid"]
Texture = Literal["plain", "checker", "stripes", "wood", "speckle", "tiles", "picture", "dots"]

# The eleven basic colour terms; every object's colour is one of them.
COLORS: dict[str, Rgb] = {
    "red": (196, 36, 36),
    "orange": (238, 126, 26),
    "yellow": (240, 208, 50),
    "green": (56, 142, 64),
    "blue": (38, 88, 188),
    "purple": (116, 52, 156),
    "pink": (240, 138, 172),
    "brown": (124, 78, 44),
    "black": (34, 34, 38),
    "white": (240, 240, 236),
    "grey": (132, 134, 138),
}


@dataclass(frozen=True, slots=True)
class Rect:
    """An axis-aligned rectangle in the ground plane, metres."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Along x."""
        return self.x1 - self.x0

    @property
    def depth(self) -> float:
        """Along y."""
        return self.y1 - self.y0

    @property
    def center(self) -> tuple[float, float]:
        """Its middle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def grown(self, by: float) -> "Rect":
        """The rectangle with every side moved outwards."""
        return Rect(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def overlaps(self, other: "Rect") -> bool:
        """True if they share area."""
        across = self.x0 < other.x1 and other.x0 < self.x1
        return across and self.y0 < other.y1 and other.y0 < self.y1

    def holds(self, other: "Rect") -> bool:
        """True if ``other`` lies inside, borders included."""
        across = self.x0 <= other.x0 and other.x1 <= self.x1
        return across and self.y0 <= other.y0 and other.y1 <= self.y1


@dataclass(frozen=True, slots=True)
class Paint:
    """Colour and a simple texture: ``second`` is its other colour, ``scale_m`` its pitch."""

    rgb: Rgb
    texture: Texture = "plain"
    second: Rgb = (0, 0, 0)
    scale_m: float = 0.1


@dataclass(frozen=True, slots=True)
class Solid:
    """A painted primitive, upright, turned about z.

    Attributes:
        kind: ``round`` is a cylinder or, with ``taper``, a frustum.
        center: metres.
        half: half sizes along its own axes; of a frustum, at the lower end.
        yaw: radians about z.
        taper: upper radius by lower radius.
    """

    kind: Kind
    center: tuple[float, float, float]
    half: tuple[float, float, float]
    paint: Paint
    yaw: float = 0.0
    taper: float = 1.0

    @property
    def reach(self) -> tuple[float, float, float]:
        """Half sizes of the tightest box along its own axes."""
        widest = max(1.0, self.taper) if self.kind == "round" else 1.0
        return self.half[0] * widest, self.half[1] * widest, self.half[2]

    def moved(self, x: float, y: float, z: float, yaw: float) -> "Solid":
        """Turned about the origin by ``yaw``, then shifted."""
        c, s = math.cos(yaw), math.sin(yaw)
        px, py, pz = self.center
        center = (c * px - s * py + x, s * px + c * py + y, pz + z)
        return replace(self, center=center, yaw=self.yaw + yaw)


@dataclass(frozen=True, slots=True)
class Surface:
    """A flat place of a piece for small things, in the piece's own frame."""

    rect: Rect
    z: float
    clear_m: float
    use: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing in its own frame: origin under its middle, its back towards +y.

    Attributes:
        label: lower-case.
        color: a key of ``COLORS``, what people would call it.
        solids: its primitives.
        surfaces: places where small things may stand.
    """

    label: str
    color: str
    solids: tuple[Solid, ...]
    surfaces: tuple[Surface, ...] = field(default=())

    def bounds(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """Lowest and highest corner around all solids, in its own frame."""
        return bounds_of(self.solids)

    @property
    def size(self) -> tuple[float, float, float]:
        """Width, depth, height."""
        low, high = self.bounds()
        return high[0] - low[0], high[1] - low[1], high[2] - low[2]


def bounds_of(
    solids: Iterable[Solid],
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Axis-aligned bounds around all solids, tight for solids turned by quarter turns."""
    lows, highs = [], []
    for solid in solids:
        hx, hy, hz = solid.reach
        c, s = abs(math.cos(solid.yaw)), abs(math.sin(solid.yaw))
        if solid.kind != "box":
            wide = (math.hypot(c * hx, s * hy), math.hypot(s * hx, c * hy), hz)
        else:
            wide = (c * hx + s * hy, s * hx + c * hy, hz)
        lows.append([m - w for m, w in zip(solid.center, wide, strict=True)])
        highs.append([m + w for m, w in zip(solid.center, wide, strict=True)])
    low = [min(axis) for axis in zip(*lows, strict=True)]
    high = [max(axis) for axis in zip(*highs, strict=True)]
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def box(
    x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], paint: Paint
) -> Solid:
    """A box from its limits along the three axes."""
    center = ((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, (z[0] + z[1]) / 2)
    return Solid("box", center, ((x[1] - x[0]) / 2, (y[1] - y[0]) / 2, (z[1] - z[0]) / 2), paint)


def round_(
    at: tuple[float, float],
    z: tuple[float, float],
    radius: float,
    paint: Paint,
    taper: float = 1.0,
) -> Solid:
    """An upright cylinder or frustum; ``radius`` is that of its lower end."""
    half = (radius, radius, (z[1] - z[0]) / 2)
    return Solid("round", (at[0], at[1], (z[0] + z[1]) / 2), half, paint, taper=taper)


def ball(
    center: tuple[float, float, float], half: tuple[float, float, float], paint: Paint
) -> Solid:
    """An ellipsoid."""
    return Solid("ellipsoid", center, half, paint)


def shade(rgb: Rgb, factor: float) -> Rgb:
    """The colour made darker (below 1) or lighter."""
    r, g, b = (min(255, max(0, round(v * factor))) for v in rgb)
    return r, g, b
