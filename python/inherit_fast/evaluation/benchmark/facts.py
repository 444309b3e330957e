"""What is true of a known scene, in three values: yes, no, and unclear.

A fact is unclear wherever two people might answer differently; a query for which anything stays
unclear is never asked, so that its targets are complete.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.evaluation.benchmark.scene import Scene
from inherit_fast.language import Synonyms

Truth = npt.NDArray[np.int8]
NO, UNCLEAR, YES = 0, 1, 2


@dataclass(frozen=True, slots=True)
class FactConfig:
    """Where a fact begins to hold and where it surely does not.

    Attributes:
        called, maybe_called: kinship of names (see ``Synonyms.degree``) for yes, and for unclear:
            a wider word ("cabinet" for a wardrobe) is unclear unless the name ends with it.
        colored, maybe_colored: share of the surface.
        near_m, far_m: gap of the boxes for "near", and for not near.
        beside_m, apart_m: the same for "next to".
        overlap, clear_of: share of the smaller footprint for "on" and "under", and for neither.
        contact_m, lifted_m: gap of the faces for "on", and for not on.
        below_m: largest gap of the faces for "under".
        inside, outside: share of the volume.
        lead_m, lead: a closest (largest) thing is so much, and by this share, ahead of the next.
    """

    called: float = 0.95
    maybe_called: float = 0.5
    colored: float = 0.55
    maybe_colored: float = 0.15
    near_m: float = 0.6
    far_m: float = 1.5
    beside_m: float = 0.35
    apart_m: float = 1.2
    overlap: float = 0.6
    clear_of: float = 0.15
    contact_m: float = 0.06
    lifted_m: float = 0.3
    below_m: float = 1.2
    inside: float = 0.9
    outside: float = 0.3
    lead_m: float = 0.25
    lead: float = 0.2


# A thing of the second colour may be called the first by somebody.
_NEIGHBOURS = {
    "red": {"maroon", "orange", "pink"}, "maroon": {"red", "brown"},
    "brown": {"maroon", "orange", "olive", "beige"}, "blue": {"navy", "aqua", "purple"},
    "green": {"olive", "aqua"}, "black": {"navy"}, "purple": {"pink", "blue"},
    "pink": {"red", "purple", "beige"}, "orange": {"red", "brown", "yellow"},
    "yellow": {"orange", "beige", "olive"}, "white": {"beige"}, "gray": set(),
}  # fmt: skip
COLORS = tuple(_NEIGHBOURS)
_DARK, _LIGHT = 0.35, 0.6  # gray that may pass for black, for white
CONTAINERS = {"cabinet", "wardrobe", "basket", "laundry basket", "box", "refrigerator", "bathtub",
              "drawer", "closet"}  # fmt: skip


class Facts:
    """Answers about one scene; matrices of pairs are made once."""

    def __init__(self, scene: Scene, synonyms: Synonyms, config: FactConfig | None = None) -> None:
        self.scene = scene
        self.config = config or FactConfig()
        self._synonyms = synonyms
        self._pairs: dict[str, Truth] = {}
        self._names: dict[str, Truth] = {}
        self._colors: dict[str, Truth] = {}

    def called(self, name: str) -> Truth:
        """(N,) whether each thing is called ``name``."""
        if name not in self._names:
            named = [self._named(name, i) for i in range(len(self.scene))]
            self._names[name] = np.array(named, np.int8)
        return self._names[name]

    def colored(self, color: str) -> Truth:
        """(N,) whether each thing is of that colour."""
        if color not in self._colors:
            found = [self._colored(color, i) for i in range(len(self.scene))]
            self._colors[color] = np.array(found, np.int8)
        return self._colors[color]

    def in_room(self, name: str) -> Truth:
        """(N,) whether each thing is in a room of that name."""
        rooms = [self._room_called(name, label) for label in self.scene.rooms]
        return np.array([*rooms, UNCLEAR], np.int8)[self.scene.room_of]

    def on_floor(self, number: int) -> Truth:
        """(N,) whether each thing is on the storey, counted from the lowest (1)."""
        floor = self.scene.floor_of
        return np.where(floor == 0, UNCLEAR, np.where(floor == number, YES, NO)).astype(np.int8)

    def related(self, relation: str) -> Truth:
        """(N, N) whether each thing (row) stands in the relation to each other one."""
        if relation not in self._pairs:
            pairs = getattr(self, f"_{relation}")().astype(np.int8)
            np.fill_diagonal(pairs, NO)
            self._pairs[relation] = pairs
        return self._pairs[relation]

    def _named(self, name: str, i: int) -> int:
        degree = self._synonyms.degree(name, self.scene.labels[i])
        if degree >= self.config.called or self.scene.labels[i].endswith(f" {name}"):
            return YES
        others = [self._synonyms.degree(name, label) for label in self.scene.other_labels[i]]
        maybe = max(degree, *others) if others else degree
        return UNCLEAR if maybe >= self.config.maybe_called else NO

    def _room_called(self, name: str, label: str) -> int:
        if not label:
            return UNCLEAR
        if label == name or self._synonyms.degree(name, label) >= self.config.called:
            return YES
        return UNCLEAR if self._synonyms.same(name, label) else NO

    def _colored(self, color: str, i: int) -> int:
        shares = self.scene.colors[i]
        if not shares:
            return UNCLEAR
        share = shares.get(color, 0.0)
        if share >= self.config.colored:
            return YES
        like = share + sum(shares.get(other, 0.0) for other in _NEIGHBOURS[color])
        bright = self.scene.brightness[i]
        if (color == "black" and bright < _DARK) or (color == "white" and bright > _LIGHT):
            like += shares.get("gray", 0.0)
        if color == "gray" and (bright < _DARK or bright > _LIGHT):
            like += shares.get("black", 0.0) + shares.get("white", 0.0)
        return UNCLEAR if like >= self.config.maybe_colored else NO

    def _near(self) -> npt.NDArray[np.int64]:
        return self._within(self.config.near_m, self.config.far_m)

    def _beside(self) -> npt.NDArray[np.int64]:
        """Side by side: near, at a common height, and neither on the other."""
        pairs = self._within(self.config.beside_m, self.config.apart_m)
        low, high = self.scene.low_m[:, 2], self.scene.high_m[:, 2]
        level = np.minimum(high[:, None], high) - np.maximum(low[:, None], low) > 0
        stacked = self._overlap() > self.config.clear_of
        return np.where((pairs == YES) & (stacked | ~level), UNCLEAR, pairs)

    def _within(self, near_m: float, far_m: float) -> npt.NDArray[np.int64]:
        gap = self.scene.gap_m
        near = np.where((gap <= near_m) & ~self._apart(), YES, UNCLEAR)
        return np.where(gap > far_m, NO, near)

    def _on(self) -> npt.NDArray[np.int64]:
        """Resting on the top, or lying amid it as a cushion in a sofa."""
        scene, config = self.scene, self.config
        rise = scene.low_m[:, None, 2] - scene.high_m[None, :, 2]
        height = (scene.high_m - scene.low_m)[:, 2]
        higher = scene.center_m[:, None, 2] > scene.center_m[None, :, 2]
        overlap = self._overlap()
        smaller = self._footprint()[:, None] < 1.5 * self._footprint()
        rests = np.abs(rise) <= config.contact_m
        amid = (rise < 0) & (rise > -0.6 * height[None]) & higher
        sure = (overlap >= config.overlap) & rests & smaller
        never = (overlap < config.clear_of) | (rise > config.lifted_m) | (~higher & (rise < -0.1))
        maybe = np.where(never | ~(rests | amid | (rise > 0)), NO, UNCLEAR)
        return np.where(sure & ~self._apart(), YES, np.where(sure, UNCLEAR, maybe))

    def _under(self) -> npt.NDArray[np.int64]:
        """Straight below the other's underside."""
        scene, config = self.scene, self.config
        drop = scene.low_m[None, :, 2] - scene.high_m[:, None, 2]
        lower = scene.center_m[:, None, 2] < scene.center_m[None, :, 2]
        overlap = self._overlap()
        sure = (overlap >= config.overlap) & (drop >= -0.05) & (drop <= config.below_m)
        never = (overlap < config.clear_of) | ~lower
        return np.where(sure & ~self._apart(), YES, np.where(never, NO, UNCLEAR))

    def _inside(self) -> npt.NDArray[np.int64]:
        """Most of the thing's box lies in a container's."""
        low, high = self.scene.low_m, self.scene.high_m
        shared = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
        volume = np.maximum(high - low, 1e-3).prod(axis=1)
        share = np.maximum(shared, 0.0).prod(axis=2) / volume[:, None]
        holds = np.array([label in CONTAINERS for label in self.scene.labels])
        sure = (share >= self.config.inside) & holds[None]
        return np.where(sure, YES, np.where(share < self.config.outside, NO, UNCLEAR))

    def _apart(self) -> npt.NDArray[np.bool_]:
        """In different rooms: perhaps a wall or a storey lies between."""
        room = self.scene.room_of
        return np.asarray((room[:, None] != room) | (room < 0))

    def _footprint(self) -> npt.NDArray[np.float64]:
        return np.asarray((self.scene.high_m - self.scene.low_m)[:, :2].prod(axis=1))

    def _overlap(self) -> npt.NDArray[np.float64]:
        """(N, N) shared footprint over the smaller one."""
        low, high = self.scene.low_m[:, :2], self.scene.high_m[:, :2]
        shared = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
        area = np.maximum(self._footprint(), 1e-6)
        return np.asarray(
            np.maximum(shared, 0.0).prod(axis=2) / np.minimum(area[:, None], area), np.float64
        )
