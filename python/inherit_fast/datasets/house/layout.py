"""Puts pieces into one room so that nothing overlaps and every door stays reachable."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from inherit_fast.datasets.house.floor_space import stays_walkable
from inherit_fast.datasets.house.placed import Placed
from inherit_fast.datasets.house.plan import Opening, RoomPlan, Side
from inherit_fast.datasets.house.shapes import Piece, Rect

WALL_GAP_M = 0.02  # keeps furniture off the casings
CASING_M = 0.018
SIDES: tuple[Side, ...] = ("south", "north", "west", "east")
_YAW: dict[Side, float] = {
    "north": 0.0,
    "south": math.pi,
    "east": -math.pi / 2,
    "west": math.pi / 2,
}


@dataclass(slots=True, eq=False)
class Layout:
    """The state of one room while it is being furnished."""

    room: RoomPlan
    z: float
    rng: Random
    clear: list[Rect] = field(default_factory=list)
    taken: list[tuple[Rect, float]] = field(default_factory=list)
    mats: list[Rect] = field(default_factory=list)
    hung: list[tuple[Side, float, float, float, float]] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    used: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.clear += [self._door_zone(o) for o in self.room.openings if o.kind != "window"]

    def color(self, label: str, options: Sequence[str]) -> str:
        """One of the colours that this room has least of for that kind of thing."""
        least = min(self.used[label, c] for c in options)
        chosen = self.rng.choice([c for c in options if self.used[label, c] == least])
        self.used[label, chosen] += 1
        return chosen

    def against_wall(
        self, piece: Piece, sides: Sequence[Side] = SIDES, corner: bool = False
    ) -> Placed | None:
        """Stand the piece with its back to a wall; None if there is no room for it."""
        for side, at in self._wall_places(piece, sides, corner):
            placed = self.back_to(piece, side, at)
            if self.fits(placed):
                return self.keep(placed)
        return None

    def back_to(self, piece: Piece, side: Side, at: float) -> Placed:
        """The piece with its back to ``side``, its middle at ``at`` along the wall."""
        _, high = piece.bounds()
        off, inner = high[1] + WALL_GAP_M, self.room.inner
        x, y = {
            "north": (at, inner.y1 - off),
            "south": (at, inner.y0 + off),
            "east": (inner.x1 - off, at),
            "west": (inner.x0 + off, at),
        }[side]
        return Placed(piece, x, y, self.z, _YAW[side], self.room.id)

    def side_of(self, placed: Placed) -> Side:
        """The wall that a piece has its back to."""
        return min(SIDES, key=lambda s: abs(math.remainder(_YAW[s] - placed.yaw, math.tau)))

    def in_the_open(self, piece: Piece, margin: float = 0.35, turned: bool = True) -> Placed | None:
        """Stand the piece somewhere away from the walls."""
        inner = self.room.inner
        for _ in range(60):
            x = self.rng.uniform(inner.x0, inner.x1)
            y = self.rng.uniform(inner.y0, inner.y1)
            yaw = self.rng.choice((0.0, math.pi / 2)) if turned else 0.0
            placed = Placed(piece, x, y, self.z, yaw, self.room.id)
            if self.fits(placed, margin):
                return self.keep(placed)
        return None

    def hang(
        self, piece: Piece, height: float, side: Side | None = None, at: float | None = None
    ) -> Placed | None:
        """Fix a piece to a wall, its lower edge at ``height`` above the floor."""
        width, _, tall = piece.size
        sides = [side] if side else self.rng.sample(SIDES, 4)
        for wall, u in ((s, u) for s in sides for u in self._along(s, width, at)):
            spot = (wall, u - width / 2, u + width / 2, height, height + tall)
            placed = self.back_to(piece, wall, u)
            # Casings do not reach here, so the piece may touch the wall.
            placed.x += WALL_GAP_M * {"east": 1, "west": -1}.get(wall, 0)
            placed.y += WALL_GAP_M * {"north": 1, "south": -1}.get(wall, 0)
            placed.z, placed.on_wall = self.z + height, True
            if self._wall_free(spot) and not self._behind_tall(placed.rect, height):
                self.hung.append(spot)
                self.placed.append(placed)
                return placed
        return None

    def keep(self, placed: Placed) -> Placed:
        """Record a piece that stands on the floor."""
        if placed.piece.size[2] > 0.05:
            self.taken.append((placed.rect, placed.piece.size[2]))
        else:  # one walks over rugs
            self.mats.append(placed.rect)
        self.placed.append(placed)
        return placed

    def put_on(
        self, host: Placed, piece: Piece, x: float, y: float, z: float, yaw: float
    ) -> Placed:
        """Stand a piece on another one, at a place of the host's own frame."""
        wx, wy = host.world(x, y)
        placed = Placed(piece, wx, wy, host.z + z, host.yaw + yaw, host.room, host)
        self.placed.append(placed)
        return placed

    def fits(self, placed: Placed, margin: float = 0.0) -> bool:
        """True if the piece is inside, clear of all others, and blocks nobody's way."""
        return self.fits_rects([placed.rect], placed.piece.size[2], margin, self.side_of(placed))

    def fits_rects(
        self, rects: Sequence[Rect], tall: float, margin: float = 0.0, side: Side | None = None
    ) -> bool:
        """The same for a group of pieces given by their footprints."""
        inner = self.room.inner.grown(-CASING_M)
        for rect in rects:
            if not inner.holds(rect.grown(margin)):
                return False
            if any(rect.grown(0.03).overlaps(other) for other, _ in self.taken):
                return False
            if any(rect.overlaps(mat) for mat in self.mats):
                return False
            if any(rect.overlaps(zone) for zone in self.clear) and tall > 0.05:
                return False
            if side and self._before_window(rect, tall):
                return False
        walls = [r for r, _ in self.taken]
        return tall <= 0.05 or stays_walkable(inner, [*walls, *rects], self.clear)

    def _door_zone(self, opening: Opening) -> Rect:
        inner, a, b, deep = self.room.inner, opening.a - 0.05, opening.b + 0.05, 0.85
        return {
            "south": Rect(a, inner.y0, b, inner.y0 + deep),
            "north": Rect(a, inner.y1 - deep, b, inner.y1),
            "west": Rect(inner.x0, a, inner.x0 + deep, b),
            "east": Rect(inner.x1 - deep, a, inner.x1, b),
        }[opening.side]

    def _along(self, side: Side, width: float, at: float | None) -> list[float]:
        inner = self.room.inner
        low, high = (inner.x0, inner.x1) if side in ("south", "north") else (inner.y0, inner.y1)
        low, high = low + width / 2 + WALL_GAP_M, high - width / 2 - WALL_GAP_M
        if low > high:
            return []
        return [at] if at is not None else [self.rng.uniform(low, high) for _ in range(12)]

    def _wall_places(
        self, piece: Piece, sides: Sequence[Side], corner: bool
    ) -> Iterator[tuple[Side, float]]:
        width = piece.size[0]
        for side in self.rng.sample(list(sides), len(sides)):
            inner = self.room.inner
            low, high = (inner.x0, inner.x1) if side in ("south", "north") else (inner.y0, inner.y1)
            ends = [low + width / 2 + WALL_GAP_M, high - width / 2 - WALL_GAP_M]
            self.rng.shuffle(ends)
            for at in ends if corner else [*self._along(side, width, None), *ends]:
                if width < high - low:
                    yield side, at

    def _before_window(self, rect: Rect, tall: float) -> bool:
        inner = self.room.inner
        for o in self.room.openings:
            if o.kind != "window" or tall <= o.z0:
                continue
            zone = {
                "south": Rect(o.a, inner.y0, o.b, inner.y0 + 0.15),
                "north": Rect(o.a, inner.y1 - 0.15, o.b, inner.y1),
                "west": Rect(inner.x0, o.a, inner.x0 + 0.15, o.b),
                "east": Rect(inner.x1 - 0.15, o.a, inner.x1, o.b),
            }[o.side]
            if rect.overlaps(zone):
                return True
        return False

    def _wall_free(self, spot: tuple[Side, float, float, float, float]) -> bool:
        side, a, b, z0, z1 = spot
        marks = [*self.hung, *((o.side, o.a, o.b, o.z0, o.z1) for o in self.room.openings)]
        return not any(
            s == side and a < d + 0.12 and c - 0.12 < b and z0 < w + 0.08 and v - 0.08 < z1
            for s, c, d, v, w in marks
        )

    def _behind_tall(self, rect: Rect, height: float) -> bool:
        return any(tall > height and rect.grown(0.05).overlaps(r) for r, tall in self.taken)
