"""Meanings worth asking in a scene, for each of the 14 fine types."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from inherit_fast.evaluation.benchmark.conditions import Condition, Meaning
from inherit_fast.evaluation.benchmark.facts import COLORS, YES, Facts
from inherit_fast.evaluation.benchmark.uses import Use, read_uses

Rng = np.random.Generator
SIDE, STACK = ("near", "beside"), ("on", "under", "inside")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A meaning and which of its conditions a hard negative shall break.

    Attributes:
        broken: position of the condition in ``meaning``.
        inner: the last condition on that condition's reference is broken instead.
        use: whose words are used, for things told by what they are for.
    """

    meaning: Meaning
    broken: int
    inner: bool = False
    use: Use | None = None


class Proposer:
    """Proposes from what is there; whether it can be asked is for others to find out."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        scene = facts.scene
        askable = [label for label, ok in zip(scene.labels, scene.askable, strict=True) if ok]
        self._names = [Condition("called", (name,)) for name in dict.fromkeys(askable)]
        self._rooms = [Condition("room", (r,)) for r in dict.fromkeys(filter(None, scene.rooms))]
        floors = range(1, scene.floor_count + 1) if scene.floor_count > 1 else ()
        self._floors = [Condition("floor", (str(n),)) for n in floors]
        self._colors = [Condition("color", (c,)) for c in COLORS if self._is_there(c)]

    def of(self, fine_type: str) -> Iterator[Proposal]:
        """All proposals of one fine type, in a fixed order."""
        return _TYPES[fine_type](self)

    def category(self) -> Iterator[Proposal]:
        """A thing by its name."""
        return (Proposal((name,), 0) for name in self._names)

    def place(self) -> Iterator[Proposal]:
        """A thing in a room or on a storey."""
        return self._pairs(self._names, self._rooms + self._floors)

    def color(self) -> Iterator[Proposal]:
        """A thing of a colour."""
        return self._pairs(self._names, self._colors)

    def size(self) -> Iterator[Proposal]:
        """The largest, smallest or tallest; of all, or of a room."""
        ranks = [Condition("rank", (word,)) for word in ("largest", "smallest", "tallest")]
        yield from self._pairs(self._names, ranks)
        for name, room, rank in product(self._names, self._rooms, ranks):
            yield Proposal((name, rank, room), 1)

    def proximity(self) -> Iterator[Proposal]:
        """A thing near or next to another."""
        return (Proposal((name, link), 1) for name, link in self._links(SIDE))

    def support(self) -> Iterator[Proposal]:
        """A thing on, under or in another."""
        return (Proposal((name, link), 1) for name, link in self._links(STACK))

    def distance(self) -> Iterator[Proposal]:
        """The one closest to, or farthest from, a thing there is one of."""
        for name, word, other in product(self._names, ("closest", "farthest"), self._names):
            if name != other and (self._facts.called(other.words[0]) == YES).sum() == 1:
                yield Proposal((name, Condition("rank", (word,), "", (other,))), 1)

    def not_color(self) -> Iterator[Proposal]:
        """A thing that is not of a colour."""
        return self._pairs(self._names, [_denied(color) for color in self._colors])

    def not_relation(self) -> Iterator[Proposal]:
        """A thing that does not stand in a relation in which others of its name do."""
        for name, link in self._links(SIDE + STACK):
            yield Proposal((name, _denied(link)), 1)

    def not_room(self) -> Iterator[Proposal]:
        """A thing outside a room."""
        return self._pairs(self._names, [_denied(room) for room in self._rooms])

    def several(self) -> Iterator[Proposal]:
        """A thing that meets two conditions, one of them a relation or a colour."""
        for name, link in self._links(SIDE + STACK):
            for other in self._colors + self._rooms + self._floors:
                yield Proposal((name, other, link), 2)
                yield Proposal((name, other, link), 1)
        for name, color, place in product(self._names, self._colors, self._rooms + self._floors):
            yield Proposal((name, color, place), 1)

    def nested(self) -> Iterator[Proposal]:
        """A thing by a relation to one that is itself described."""
        onward: dict[str, list[Condition]] = {}
        for name, link in self._links(SIDE + STACK):
            onward.setdefault(name.words[0], []).append(link)
        for name, link in self._links(SIDE + STACK):
            reference = link.reference[0]
            for inner in self._colors + onward.get(reference.words[0], []):
                if inner.reference and inner.reference[0].words == name.words:
                    continue
                whole = Condition("relation", (), link.relation, (reference, inner))
                yield Proposal((name, whole), 1, inner=True)

    def purpose(self) -> Iterator[Proposal]:
        """A thing by what it is for."""
        return self._by_use("uses")

    def kind(self) -> Iterator[Proposal]:
        """A thing by a wide word for it."""
        return self._by_use("kinds")

    def _by_use(self, table: str) -> Iterator[Proposal]:
        for use in read_uses(table):
            yield Proposal((use.condition,), 0, use=use)
            for other in self._rooms + self._floors + self._colors:
                yield Proposal((use.condition, other), 0, use=use)
                yield Proposal((use.condition, other), 1, use=use)

    def _pairs(self, names: list[Condition], others: list[Condition]) -> Iterator[Proposal]:
        return (Proposal((name, other), 1) for name, other in product(names, others))

    def _links(self, relations: tuple[str, ...]) -> Iterator[tuple[Condition, Condition]]:
        """Names and the relations in which things of those names really stand to others."""
        scene = self._facts.scene
        label, size = np.array(scene.labels), scene.sides_m.max(axis=1)
        for relation in relations:
            found = self._facts.related(relation) == YES
            found &= scene.askable[:, None] & scene.askable[None]
            found &= size[None] >= 0.5 * size[:, None]  # nobody finds a bed by a book
            found &= label[:, None] != label[None]
            if relation == "under":  # what is small hides nothing
                found &= (size > 0.5)[None] & (size[None] >= size[:, None])
            pairs = {(label[i], label[j]) for i, j in zip(*np.nonzero(found), strict=True)}
            for name, other in sorted(pairs):
                reference = (Condition("called", (str(other),)),)
                yield (
                    Condition("called", (str(name),)),
                    Condition("relation", (), relation, reference),
                )

    def _is_there(self, color: str) -> bool:
        return bool((self._facts.colored(color) == YES).any())


def _denied(condition: Condition) -> Condition:
    return Condition(
        condition.kind, condition.words, condition.relation, condition.reference, positive=False
    )


_TYPES: dict[str, Callable[[Proposer], Iterator[Proposal]]] = {
    "category": Proposer.category,
    "place": Proposer.place,
    "color": Proposer.color,
    "size": Proposer.size,
    "proximity": Proposer.proximity,
    "support": Proposer.support,
    "distance": Proposer.distance,
    "not color": Proposer.not_color,
    "not relation": Proposer.not_relation,
    "not room": Proposer.not_room,
    "several conditions": Proposer.several,
    "nested reference": Proposer.nested,
    "purpose": Proposer.purpose,
    "kind": Proposer.kind,
}
FINE_TYPES: dict[str, tuple[str, ...]] = {
    "basic": ("category", "place"),
    "attribute": ("color", "size"),
    "relation": ("proximity", "support", "distance"),
    "negation": ("not color", "not relation", "not room"),
    "compositional": ("several conditions", "nested reference"),
    "ambiguous": ("purpose", "kind"),
}
