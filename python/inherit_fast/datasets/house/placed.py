"""A piece at its place in the world."""

import math
from dataclasses import dataclass

from inherit_fast.datasets.house.shapes import Piece, Rect, Solid, bounds_of


@dataclass(slots=True, eq=False)
class Placed:
    """A piece at its place in the world; ``host`` is what it stands on, None for the building."""

    piece: Piece
    x: float
    y: float
    z: float
    yaw: float
    room: int
    host: "Placed | None" = None
    on_wall: bool = False

    def solids(self) -> list[Solid]:
        """Its solids in the world."""
        return [s.moved(self.x, self.y, self.z, self.yaw) for s in self.piece.solids]

    @property
    def rect(self) -> Rect:
        """Its footprint's bounds in the world."""
        low, high = bounds_of(self.solids())
        return Rect(low[0], low[1], high[0], high[1])

    def world(self, x: float, y: float) -> tuple[float, float]:
        """A point of its own ground plane in the world."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        return self.x + c * x - s * y, self.y + s * x + c * y
