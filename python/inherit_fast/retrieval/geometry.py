"""How well two boxes stand in a relation: soft scores for many pairs at once."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


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
    """World-aligned boxes: (N, 3) centre, lower and upper corner."""

    center: Floats
    low: Floats
    high: Floats

    def take(self, index: npt.NDArray[np.int32]) -> "Boxes":
        """The boxes at these positions."""
        return Boxes(self.center[index], self.low[index], self.high[index])


class Pairs:
    """All pairs of M things and K references; every method gives (M, K) scores from 0 to 1."""

    def __init__(self, things: Boxes, references: Boxes, config: GeometryConfig) -> None:
        self._config = config
        a, b = things, references
        above, below = a.low[:, None] - b.high[None], b.low[None] - a.high[:, None]
        separation = np.maximum(np.maximum(above, below), 0.0)
        self._rise = above[:, :, 2]  # from the reference's top to the thing's underside
        self._drop = below[:, :, 2]
        self.gap_m: Floats = np.sqrt((separation**2).sum(axis=2))
        self._aside = np.hypot(separation[:, :, 0], separation[:, :, 1])
        shared = np.minimum(a.high[:, None], b.high[None]) - np.maximum(a.low[:, None], b.low[None])
        self._shared = np.maximum(shared, 0.0)
        self._size_a = np.maximum(a.high - a.low, 1e-3)[:, None]
        self._size_b = np.maximum(b.high - b.low, 1e-3)[None]
        centers_m = np.sqrt(((a.center[:, None] - b.center[None]) ** 2).sum(axis=2))
        beyond = np.maximum(b.low[None] - a.center[:, None], a.center[:, None] - b.high[None])
        to_box_m = np.sqrt((np.maximum(beyond, 0.0) ** 2).sum(axis=2))
        long = (b.high - b.low).max(axis=1)[None] > config.long_m
        self.distance_m: Floats = np.where(long, to_box_m, centers_m)
        share = config.center_share
        self._central = 1.0 - share + share * np.exp(-centers_m / config.center_m)
        self._higher = a.center[:, None, 2] - b.center[None, :, 2]
        self._low_in_b = a.low[:, None, 2] >= b.low[None, :, 2]
        self._top_below = a.high[:, None, 2] <= b.high[None, :, 2]

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
        amid = 0.85 * self._overlap() * self._low_in_b * (self._higher > 0)
        hangs = 0.8 * (self.gap_m <= self._config.contact_m) * self._top_below * self._low_in_b
        return _floats(np.maximum(np.maximum(rests, amid), hangs))

    def under(self) -> Floats:
        """Below and hardly aside."""
        return _floats(self._stacked(self._drop) * (self._higher < 0))

    def above(self) -> Floats:
        """Higher and hardly aside."""
        return _floats(self._stacked(self._rise) * (self._higher > 0))

    def inside(self) -> Floats:
        """Share of the thing's box that lies in the reference's."""
        return _floats((self._shared / self._size_a).prod(axis=2))

    def holds(self) -> Floats:
        """The reference is on, in or at the thing."""
        contained = (self._shared / self._size_b).prod(axis=2)
        carried = np.exp(-((self._drop / self._config.contact_m) ** 2))
        return _floats(
            np.maximum(np.maximum(contained, self._overlap() * carried), 0.6 * self.beside())
        )

    def _overlap(self) -> Floats:
        """Shared footprint over the smaller footprint."""
        smaller = np.minimum(self._size_a[..., :2].prod(axis=2), self._size_b[..., :2].prod(axis=2))
        return _floats(self._shared[..., :2].prod(axis=2) / smaller)

    def _stacked(self, height: Floats) -> Floats:
        aside = np.exp(-((self._aside / self._config.offset_m) ** 2))
        return _floats(aside * np.exp(-((np.maximum(height, 0.0) / self._config.above_m) ** 2)))


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
