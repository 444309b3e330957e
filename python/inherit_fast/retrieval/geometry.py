"""How well two boxes stand in a relation: soft scores for many pairs at once."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

TIE_SHARE = 0.01  # of equal distances to a box, the one nearer its centre is less


def _floats(values: npt.ArrayLike) -> Floats:
    return np.asarray(values, np.float32)


@dataclass(frozen=True, slots=True)
class GeometryConfig:
    """Reach of the relations, in metres between box faces.

    Attributes:
        near_m: gap at which "near" ends; it falls off linearly.
        beside_m: the same for "next to", "left of" and the like.
        contact_m: gap that still counts as touching.
        above_m: height difference over which "above" and "under" fade.
        offset_m: sideways offset over which "above" and "under" fade.
        between_m: distance from the line between two things over which "between" fades.
        long_m: to a reference longer than this (a wall) distances are taken to its box, else to
            its centre.
        center_m, center_share: of two things equally close, the one with the nearer centre is
            meant: this share of "near" and "beside" fades with the distance of the centres.
        side: what "beside" counts for a relation that needs a point of view nobody gave.
    """

    near_m: float = 2.0
    beside_m: float = 1.2
    contact_m: float = 0.15
    above_m: float = 1.5
    offset_m: float = 0.3
    between_m: float = 0.7
    side: float = 0.8
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


class Pairs:
    """All pairs of M things and K references; every method gives (M, K) scores from 0 to 1.

    What several relations share is computed when the first of them asks for it.
    """

    def __init__(self, things: Boxes, references: Boxes, config: GeometryConfig) -> None:
        self._a, self._b, self._config = things, references, config

    @cached_property
    def gap_m(self) -> Floats:
        """Distance of the boxes; 0 where they touch or overlap."""
        return _norm(self._apart)

    @cached_property
    def distance_m(self) -> Floats:
        """From centre to centre; to the box of a long reference, such as a wall."""
        long = self._b.longest > self._config.long_m
        if not long.any():
            return self._centers_m
        center = self._a.center[:, None]
        beyond = np.maximum(self._b.low[None] - center, center - self._b.high[None])
        to_box_m = _norm(np.maximum(beyond, 0.0)) + TIE_SHARE * self._centers_m
        return _floats(np.where(long[None], to_box_m, self._centers_m))

    @cached_property
    def _apart(self) -> Floats:
        a, b = self._a, self._b
        apart = np.maximum(a.low[:, None] - b.high[None], b.low[None] - a.high[:, None])
        return _floats(np.maximum(apart, 0.0))

    @cached_property
    def _centers_m(self) -> Floats:
        return _norm(self._a.center[:, None] - self._b.center[None])

    @cached_property
    def _central(self) -> Floats:
        share = self._config.center_share
        return _floats(1.0 - share + share * np.exp(-self._centers_m / self._config.center_m))

    @cached_property
    def _shared(self) -> Floats:
        a, b = self._a, self._b
        shared = np.minimum(a.high[:, None], b.high[None]) - np.maximum(a.low[:, None], b.low[None])
        return _floats(np.maximum(shared, 0.0))

    @cached_property
    def _higher(self) -> Floats:
        return self._a.center[:, None, 2] - self._b.center[None, :, 2]

    @cached_property
    def _rise(self) -> Floats:
        """From the reference's top up to the thing's underside."""
        return self._a.low[:, None, 2] - self._b.high[None, :, 2]

    @cached_property
    def _drop(self) -> Floats:
        """From the thing's top up to the reference's underside."""
        return self._b.low[None, :, 2] - self._a.high[:, None, 2]

    def score(self, relation: str) -> Floats:
        """Scores of a canonical relation; unknown ones count as "near"."""
        method = {
            "on": self.on,
            "inside": self.inside,
            "under": self.under,
            "above": self.above,
            "beside": self.beside,
            "with": self.holds,
        }.get(relation)
        if method is not None:
            return method()
        if relation in ("left", "right", "front", "behind"):
            return _floats(self._config.side * self.beside())
        return self.near()

    def near(self) -> Floats:
        """Gap between the boxes."""
        return _floats(self._central * np.clip(1.0 - self.gap_m / self._config.near_m, 0.0, 1.0))

    def beside(self) -> Floats:
        """A shorter gap."""
        return _floats(self._central * np.clip(1.0 - self.gap_m / self._config.beside_m, 0.0, 1.0))

    def on(self) -> Floats:
        """Resting on it, or amid it as a cushion on a sofa, or hanging as a picture on a wall."""
        rests = self._overlap() * np.exp(-((self._rise / self._config.contact_m) ** 2))
        low_in_b = self._a.low[:, None, 2] >= self._b.low[None, :, 2]
        top_below = self._a.high[:, None, 2] <= self._b.high[None, :, 2]
        amid = 0.85 * self._overlap() * low_in_b * (self._higher > 0)
        hangs = 0.8 * (self.gap_m <= self._config.contact_m) * top_below * low_in_b
        return _floats(np.maximum(np.maximum(rests, amid), hangs))

    def under(self) -> Floats:
        """Below and hardly aside."""
        return _floats(self._stacked(self._drop) * (self._higher < 0))

    def above(self) -> Floats:
        """Higher and hardly aside."""
        return _floats(self._stacked(self._rise) * (self._higher > 0))

    def inside(self) -> Floats:
        """Share of the thing's box that lies in the reference's."""
        return _floats((self._shared / _sides(self._a)[:, None]).prod(axis=2))

    def holds(self) -> Floats:
        """The reference is on, in or at the thing."""
        contained = (self._shared / _sides(self._b)[None]).prod(axis=2)
        carried = np.exp(-((self._drop / self._config.contact_m) ** 2))
        return _floats(
            np.maximum(np.maximum(contained, self._overlap() * carried), 0.6 * self.beside())
        )

    def _overlap(self) -> Floats:
        """Shared footprint over the smaller footprint."""
        a, b = (_sides(boxes)[:, :2].prod(axis=1) for boxes in (self._a, self._b))
        return _floats(self._shared[..., :2].prod(axis=2) / np.minimum(a[:, None], b[None]))

    def _stacked(self, height: Floats) -> Floats:
        aside_m = np.hypot(self._apart[..., 0], self._apart[..., 1])
        aside = np.exp(-((aside_m / self._config.offset_m) ** 2))
        return _floats(aside * np.exp(-((np.maximum(height, 0.0) / self._config.above_m) ** 2)))


def _norm(vectors: Floats) -> Floats:
    return _floats(np.sqrt(np.einsum("mki,mki->mk", vectors, vectors)))


def _sides(boxes: Boxes) -> Floats:
    return _floats(np.maximum(boxes.high - boxes.low, 1e-3))


def between(things: Floats, ends_a: Floats, ends_b: Floats, config: GeometryConfig) -> Floats:
    """(M, A, B) scores of standing on the line between two centres, all (.., 3)."""
    a, b = ends_a[:, None], ends_b[None]
    line = b - a
    length2 = np.maximum((line**2).sum(axis=2), 1e-6)
    offset = things[:, None, None] - a
    along = (offset * line).sum(axis=3) / length2
    foot = np.clip(along, 0.0, 1.0)[..., None] * line
    distance = np.sqrt(((offset - foot) ** 2).sum(axis=3))
    return _floats(
        np.exp(-((distance / config.between_m) ** 2)) * ((along > 0.05) & (along < 0.95))
    )
