"""World-aligned boxes of things, and how far the relations between them reach."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class GeometryConfig:
    """Reach of the relations, in metres between box faces.

    Attributes:
        near_m: gap at which "near" ends; it falls off linearly.
        tail, tail_m: "near" and "next to" beyond their reach: the nearer is still the likelier, but
            hardly fits.
        beside_m: the same for "next to", "left of" and the like.
        level: how much more a gap in height counts for "next to": what stands on the same
            surface is next to a thing, what hangs above it hardly is.
        contact_m: gap that still counts as touching.
        above_m: height difference over which "above" and "under" fade.
        offset_m: sideways offset over which "above" and "under" fade.
        between_m: distance from the line between two things over which "between" fades.
        long_m: to a reference longer than this (a wall) distances are taken to its box, else to
            its centre.
        center_m, center_share: of two things equally close, the one with the nearer centre is
            meant: this share of "near" and "beside" fades with the distance of the centres.
        side_m: gap at which "left of" and the like end.
        resting: what a thing that rests on another counts as being above it.
        unseen: what nearness alone counts for them, where the point of view is only supposed.
    """

    near_m: float = 2.0
    tail: float = 0.2
    tail_m: float = 6.0
    beside_m: float = 1.2
    level: float = 2.0
    contact_m: float = 0.15
    above_m: float = 1.5
    offset_m: float = 0.3
    between_m: float = 0.7
    side_m: float = 2.0
    resting: float = 0.8
    unseen: float = 0.35
    long_m: float = 2.5
    center_m: float = 1.5
    center_share: float = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """World-aligned boxes: (N, 3) centre, lower and upper corner; (N,) longest own side."""

    center: Floats
    low: Floats
    high: Floats
    longest: Floats

    def take(self, index: npt.NDArray[np.int32]) -> "Boxes":
        """The boxes at these positions."""
        parts = (self.center, self.low, self.high, self.longest)
        return Boxes(*(part[index] for part in parts))
