"""What the graph says about one constraint: (N,) scores from 0 to 1 over all objects."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.language import Synonyms
from inherit_fast.language.kin import remember
from inherit_fast.retrieval.columns import Columns
from inherit_fast.retrieval.compounds import CompoundConfig, Compounds
from inherit_fast.retrieval.found import References
from inherit_fast.retrieval.looks import Looks
from inherit_fast.retrieval.query import Constraint
from inherit_fast.retrieval.ranks import best_first
from inherit_fast.retrieval.relations import RelationConfig, RelationEvidence
from inherit_fast.retrieval.rooms import RoomConfig, RoomEvidence
from inherit_fast.retrieval.superlatives import measure, most

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class EvidenceConfig:
    """How evidence is weighed within one constraint.

    Attributes:
        next_named: what each further name of "a remote or a tv" counts beside the one before it.
        likely_share: of things described by several conditions, relations are tried on those
            that meet the others at least this well, against the best.
        max_likely: at most this many of them, best first.
        attribute_share: how much an attribute can take from a reference's score.
        rest_share, most_share: "on the largest table": tables that meet the rest this well, against
            the best, are compared; what one hardly smaller than the largest counts.
        mark_share: what a thing's own colours and description count for "with red flowers".
    """

    next_named: float = 0.93
    likely_share: float = 0.3
    max_likely: int = 512
    attribute_share: float = 0.7
    rest_share: float = 0.8
    most_share: float = 0.85
    mark_share: float = 0.6
    compounds: CompoundConfig = field(default_factory=CompoundConfig)
    relations: RelationConfig = field(default_factory=RelationConfig)
    rooms: RoomConfig = field(default_factory=RoomConfig)


MAX_CACHED = 512  # names whose label scores are remembered


class Evidence:
    """Evaluates constraints on the columns; nested ones inside out."""

    def __init__(self, columns: Columns, synonyms: Synonyms, config: EvidenceConfig) -> None:
        self._columns = columns
        self._synonyms = synonyms
        self._config = config
        self._looks = Looks(columns)
        self._relations = RelationEvidence(columns, config.relations)
        self._places = RoomEvidence(columns, synonyms, config.rooms)
        self._compounds = Compounds(columns, synonyms, self._places, config.compounds)
        self._degrees: dict[str, Floats] = {}

    def of(
        self, constraint: Constraint, things: Indices | None = None, *, named: bool = True
    ) -> Floats:
        """Scores for one constraint, without its polarity.

        ``things`` limits the costly pairs of a relation to these objects; the others get 0.
        ``named``: whether the thing is; the size of a "thing" is one among all things.
        """
        if constraint.type == "target":
            return self.target(constraint)
        if constraint.type == "attribute":
            return self._looks(constraint, named=named)
        if constraint.type == "room":
            return self.room(constraint)
        if constraint.type == "area":
            return self._places.area(constraint)
        if constraint.type == "floor":
            return self.floor(constraint).astype(np.float32)
        return self.relation(constraint, things)

    def target(self, constraint: Constraint) -> Floats:
        """By label and, for less, by the other labels that were voted for."""
        columns, best = self._columns, np.zeros(len(self._columns), np.float32)
        for place, name in enumerate(constraint.alternatives()):
            degrees = self._label_degrees(name) * self._config.next_named**place
            found = degrees[columns.label_of]
            np.maximum.at(
                found, columns.vote_object, columns.vote_share * degrees[columns.vote_label]
            )
            best = np.maximum(best, self._compounds(name, found, self.relation))
        return best * columns.support

    def room(self, constraint: Constraint) -> Floats:
        """By the label of the object's room, and by what else the query says of that room."""
        scores = np.append(self._places.of(constraint, self), np.float32(0.0))  # last: no room
        found = scores[self._columns.room_of]
        doors = self._columns.doors
        np.maximum.at(found, doors.door, scores[doors.room])
        return found

    def floor(self, constraint: Constraint) -> npt.NDArray[np.bool_]:
        """Whether each object is on the floor meant, counted from the lowest (1) up."""
        count, word = len(self._columns.floors), constraint.argument
        if word == "top":
            wanted = [count - 1]
        elif word == "up":
            wanted = list(range(1, count))
        elif word == "down":
            wanted = list(range(max(1, count - 1)))
        else:
            wanted = [int(word) - 1]
        meant = np.zeros(count + 1, np.bool_)  # the last one: on no floor
        meant[[number for number in wanted if 0 <= number < count]] = True
        return meant[self._columns.floor_of]

    def match(self, constraints: Sequence[Constraint]) -> Floats:
        """Scores of things that all ``constraints`` describe: what a relation refers to."""
        found = np.ones(len(self._columns), np.float32)
        named = any(c.type == "target" and c.polarity > 0 for c in constraints)
        for constraint in sorted(constraints, key=_last_of_all):
            if constraint.relation == "superlative":
                found = found * self._most(constraint.argument, found)
                continue
            score = self.of(constraint, self._likely(found), named=named)
            if constraint.polarity < 0:
                score = 1.0 - score
            if constraint.type != "target":
                score = 1.0 - self._config.attribute_share * (1.0 - score)
            found = found * score
        return found

    def _most(self, word: str, found: Floats) -> Floats:
        """(N,) of the things that meet the rest nearly as well as the best, the largest counts."""
        things = np.flatnonzero(found >= self._config.rest_share * found.max(initial=0.0))
        value = measure(self._columns, word, things.astype(np.int32)) if len(things) else None
        if value is None:
            return np.ones(len(found), np.float32)
        score = np.zeros(len(found), np.float32)
        score[things] = most(value, self._config.most_share)
        return score

    def _likely(self, found: Floats) -> Indices:
        """Things worth trying a relation on, given how well they meet the other conditions."""
        likely = np.flatnonzero(found >= self._config.likely_share * found.max(initial=0.0))
        if len(likely) > self._config.max_likely:
            likely = np.sort(likely[best_first(found[likely], self._config.max_likely)])
        return likely.astype(np.int32)

    def relation(
        self,
        constraint: Constraint,
        things: Indices | None = None,
        context: Floats | None = None,
        memo: References | None = None,
    ) -> Floats:
        """By traversal to the references, over stored edges and boxes; ``things`` as in ``of``.

        ``context`` (N,) favours references in the place that the whole query speaks of; ``memo``
        keeps the references found for ``told_by``.
        """
        if things is None:
            things = np.arange(len(self._columns), dtype=np.int32)
        found = self._relations.of(constraint, things, context, self.match, memo)
        if constraint.relation == "with":
            marks = self._config.mark_share * self._marks(constraint.reference)
            found[things] = np.maximum(found[things], marks[things])
        return found

    def _marks(self, reference: Sequence[Constraint]) -> Floats:
        """How much a thing shows of what it is said to have: "red flowers" may be its pattern."""
        scores = [self._looks.words(c.argument) for c in reference if c.type == "target"]
        scores += [
            self._looks(c)
            for c in reference
            if c.type == "attribute" and c.relation in ("color", "tone") and c.polarity > 0
        ]
        shown = [np.zeros(len(self._columns), np.float32), *scores]
        return np.asarray(sum(shown) / max(1, len(scores)), np.float32)

    def told_by(
        self, constraint: Constraint, things: Indices, memo: References, count: int
    ) -> list[list[int]]:
        """For each of ``things`` the references that decided its score, best first."""
        return self._relations.told_by(constraint, things, memo, count)

    def _label_degrees(self, name: str) -> Floats:
        known = self._degrees.get(name)
        if known is not None:
            return known
        degrees = [self._synonyms.degree(name, label) for label in self._columns.labels]
        return remember(self._degrees, name, np.array(degrees, np.float32), MAX_CACHED)


def _last_of_all(constraint: Constraint) -> int:
    """Relations after looks, and the largest among what meets all else."""
    return 2 if constraint.relation == "superlative" else int(constraint.type == "relation")
