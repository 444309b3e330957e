"""How well two boxes stand in a relation: soft scores for many pairs at once."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.boxes import Boxes, GeometryConfig
from inherit_fast.retrieval.query import SIDES

Floats = npt.NDArray[np.float32]

TIE_SHARE = 0.01  # of equal distances to a box, the one nearer its centre is less


def _floats(values: npt.ArrayLike) -> Floats:
    return np.asarray(values, np.float32)


class Pairs:
    """All pairs of M things and K references; every method gives (M, K) scores from 0 to 1.

    What several relations share is computed when the first of them asks for it.
    """

    def __init__(
        self,
        things: Boxes,
        references: Boxes,
        config: GeometryConfig,
        eyes_m: Floats | None = None,
        *,
        given: bool = False,
    ) -> None:
        """Keep the boxes.

        Args:
            things: M boxes.
            references: K boxes.
            config: the reach of the relations.
            eyes_m: (K, 2) from where each reference is looked at, NaN if unknown.
            given: the point of view was told, not supposed.
        """
        self._a, self._b, self._config = things, references, config
        self._eyes_m, self._unseen = eyes_m, 0.0 if given else config.unseen

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
        center = _down(self._a.center)
        beyond = np.maximum(_across(self._b.low) - center, center - _across(self._b.high))
        to_box_m = _norm(np.maximum(beyond, 0.0)) + TIE_SHARE * self._centers_m
        return _floats(np.where(long[None], to_box_m, self._centers_m))

    @cached_property
    def _apart(self) -> Floats:
        a, b = self._a, self._b
        below = _down(a.low) - _across(b.high)
        np.maximum(below, _across(b.low) - _down(a.high), out=below)
        return _floats(np.maximum(below, np.float32(0.0), out=below))

    @cached_property
    def _centers_m(self) -> Floats:
        return _norm(_down(self._a.center) - _across(self._b.center))

    @cached_property
    def _central(self) -> Floats:
        share = self._config.center_share
        return _floats(1.0 - share + share * np.exp(-self._centers_m / self._config.center_m))

    @cached_property
    def _shared(self) -> Floats:
        a, b = self._a, self._b
        shared = np.minimum(_down(a.high), _across(b.high))
        shared -= np.maximum(_down(a.low), _across(b.low))
        return _floats(np.maximum(shared, np.float32(0.0), out=shared))

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
        if relation in SIDES:
            return self.side(relation)
        return self.near()

    def near(self) -> Floats:
        """Gap between the boxes."""
        return _floats(self._central * self._fading(self.gap_m, self._config.near_m))

    def beside(self) -> Floats:
        """A shorter gap, and on one level."""
        level = np.array([1.0, 1.0, self._config.level], np.float32)[:, None, None]
        gap_m = _norm(self._apart * level)
        return _floats(self._central * self._fading(gap_m, self._config.beside_m))

    def _fading(self, gap_m: Floats, reach_m: float) -> Floats:
        """Falls to 0 at the reach; what is farther off is told by little who is nearer."""
        config = self._config
        tail = config.tail * np.clip(1.0 - gap_m / config.tail_m, 0.0, 1.0)
        return _floats(np.maximum(np.clip(1.0 - gap_m / reach_m, 0.0, 1.0), tail))

    def side(self, relation: str) -> Floats:
        """Near it and on that side of it, as seen from the eye."""
        gap_m = _norm(self._apart * np.array([1.0, 1.0, 0.5], np.float32)[:, None, None])
        near = self._central * np.clip(1.0 - gap_m / self._config.side_m, 0.0, 1.0)
        return _floats(near * (self._unseen + (1.0 - self._unseen) * self.lies(relation)))

    def lies(self, side: str) -> Floats:
        """1 straight on that side of the reference's centre, 0.5 askew; 0.5 if nobody looks."""
        offset = (self._a.center[:, None] - self._b.center[None])[..., :2]
        if self._eyes_m is None:
            return np.full(offset.shape[:2], 0.5, np.float32)
        ahead = self._b.center[:, :2] - self._eyes_m
        ahead = ahead / np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-3)[:, None]
        right = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)
        sign = -1.0 if side in ("left", "front") else 1.0
        axis = sign * (right if side in ("left", "right") else ahead)
        along = np.einsum("mki,ki->mk", offset, axis)
        cosine = along / np.maximum(np.hypot(offset[..., 0], offset[..., 1]), 0.05)
        return _floats(np.nan_to_num(np.clip(0.5 + 0.8 * cosine, 0.0, 1.0), nan=0.5))

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
        """Higher and hardly aside; what rests on it is rather on it."""
        touching = (self._overlap() > 0.5) & (np.abs(self._rise) < self._config.contact_m / 2)
        share = np.where(touching, self._config.resting, 1.0)
        return _floats(share * self._stacked(self._rise) * (self._higher > 0))

    def inside(self) -> Floats:
        """Share of the thing's box that lies in the reference's."""
        return _volume(self._shared / _down(_sides(self._a)))

    def holds(self) -> Floats:
        """The reference is on, in or at the thing."""
        contained = _volume(self._shared / _across(_sides(self._b)))
        carried = np.exp(-((self._drop / self._config.contact_m) ** 2))
        return _floats(
            np.maximum(np.maximum(contained, self._overlap() * carried), 0.6 * self.beside())
        )

    def _overlap(self) -> Floats:
        """Shared footprint over the smaller footprint."""
        a, b = (_sides(boxes)[:, :2].prod(axis=1) for boxes in (self._a, self._b))
        return _floats(self._shared[0] * self._shared[1] / np.minimum(a[:, None], b[None]))

    def _stacked(self, height: Floats) -> Floats:
        aside_m = np.hypot(self._apart[0], self._apart[1])
        aside = np.exp(-((aside_m / self._config.offset_m) ** 2))
        return _floats(aside * np.exp(-((np.maximum(height, 0.0) / self._config.above_m) ** 2)))


def _down(corners: Floats) -> Floats:
    """(M, 3) of the things as (3, M, 1): axis first, so that every step runs along the pairs."""
    return _floats(corners.T[:, :, None])


def _across(corners: Floats) -> Floats:
    """(K, 3) of the references as (3, 1, K)."""
    return _floats(corners.T[:, None, :])


def _norm(vectors: Floats) -> Floats:
    x, y, z = vectors
    return _floats(np.sqrt(x * x + y * y + z * z))


def _volume(sides: Floats) -> Floats:
    return _floats(sides[0] * sides[1] * sides[2])


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
