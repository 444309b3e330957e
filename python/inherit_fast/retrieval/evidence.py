"""What the graph says about one constraint: (N,) scores from 0 to 1 over all objects."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.language import Synonyms
from inherit_fast.language.words import fold, singular
from inherit_fast.retrieval.colors import color_scores
from inherit_fast.retrieval.columns import NONE, Columns
from inherit_fast.retrieval.geometry import Boxes, GeometryConfig, Pairs, between
from inherit_fast.retrieval.query import Constraint

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class EvidenceConfig:
    """How evidence is weighed within one constraint.

    Attributes:
        max_references: best things that a relation's reference may be.
        reference_share: a reference counts if its score is at least this share of the best.
        attribute_share: how much an attribute can take from a reference's score.
        context_share: how much a reference loses outside the rooms and floors asked for.
        ranking_m: distance over which "closest" fades behind the nearest.
    """

    max_references: int = 48
    reference_share: float = 0.6
    attribute_share: float = 0.7
    context_share: float = 0.5
    ranking_m: float = 0.75
    geometry: GeometryConfig = field(default_factory=GeometryConfig)


_EDGES = {
    "near": ("near", "beside"),
    "beside": ("beside", "near"),
    "on": ("on",),
    "inside": ("inside",),
    "under": ("under",),
    "above": ("above",),
}
_SAME_WORD = {"wooden": "wood", "metallic": "metal", "grey": "gray", "circular": "round"}
_SMALL = {"small", "little", "tiny", "mini", "short", "low", "narrow", "thin"}
_LARGE = {"large", "big", "huge", "giant", "tall", "high", "long", "wide", "thick"}


class Evidence:
    """Evaluates constraints on the columns; nested ones inside out."""

    def __init__(self, columns: Columns, synonyms: Synonyms, config: EvidenceConfig) -> None:
        self._columns = columns
        self._synonyms = synonyms
        self._config = config
        self._boxes = Boxes(columns.center_m, columns.low_m, columns.high_m)
        self._degrees: dict[str, Floats] = {}

    def of(self, constraint: Constraint, things: Indices | None = None) -> Floats:
        """Scores for one constraint, without its polarity.

        ``things`` limits the costly pairs of a relation to these objects; the others get 0.
        """
        if constraint.type == "target":
            return self.target(constraint)
        if constraint.type == "attribute":
            return self.attribute(constraint)
        if constraint.type == "room":
            return self.room(constraint)
        if constraint.type == "floor":
            return self.floor(constraint).astype(np.float32)
        return self.relation(constraint, things)

    def target(self, constraint: Constraint) -> Floats:
        """By label and, for less, by the other labels that were voted for."""
        columns, best = self._columns, np.zeros(len(self._columns), np.float32)
        for name in constraint.alternatives():
            degrees = self._label_degrees(name)
            best = np.maximum(best, degrees[columns.label_of])
            np.maximum.at(
                best, columns.vote_object, columns.vote_share * degrees[columns.vote_label]
            )
        return best

    def attribute(self, constraint: Constraint) -> Floats:
        """By colour shares, size among things of one label, or words of the description."""
        columns, word = self._columns, constraint.argument
        if constraint.relation == "color":
            told = np.float32(0.9) * self._words(word)
            seen = color_scores(word, columns.color_share)
            return np.asarray(np.maximum(seen, told), np.float32)
        if constraint.relation == "tone":
            light = np.nan_to_num(columns.luminance, nan=0.5)
            dark = word in ("dark", "deep")
            return np.asarray(1.0 - light if dark else light, np.float32)
        if constraint.relation == "size" and word in _SMALL | _LARGE:
            return columns.size_rank if word in _LARGE else 1.0 - columns.size_rank
        if constraint.relation in ("superlative", "ordinal", "side"):
            return np.zeros(len(columns), np.float32)  # settled on the candidates afterwards
        return self._words(word)

    def room(self, constraint: Constraint) -> Floats:
        """By the label of the object's room, and by what else the query says of that room."""
        columns = self._columns
        scores = np.zeros(len(columns.rooms) + 1, np.float32)  # the last one: in no room
        for i, room in enumerate(columns.rooms):
            scores[i] = max(self._room_degree(n, room.label) for n in constraint.alternatives())
        for inner in constraint.reference:
            held = np.zeros_like(scores)
            np.maximum.at(held, columns.room_of, self._in_room(inner))
            held = 1.0 - held if inner.polarity < 0 else held
            scores *= 1.0 - self._config.attribute_share * (1.0 - held)
        scores[NONE] = 0.0
        return scores[columns.room_of]

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
        return np.isin(self._columns.floor_of, [w for w in wanted if 0 <= w < count])

    def match(self, constraints: Sequence[Constraint], things: Indices | None = None) -> Floats:
        """Scores of things that all ``constraints`` describe: what a relation refers to."""
        found = np.ones(len(self._columns), np.float32)
        for constraint in constraints:
            score = self.of(constraint, things)
            if constraint.polarity < 0:
                score = 1.0 - score
            if constraint.type != "target":
                score = 1.0 - self._config.attribute_share * (1.0 - score)
            found = found * score
        return found

    def references(
        self, constraints: Sequence[Constraint], context: Floats | None = None
    ) -> tuple[Indices, Floats]:
        """The things that ``constraints`` may mean, best first, with their scores.

        ``context`` (N,) favours things in the place that the whole query speaks of.
        """
        scores = self.match(constraints)
        if context is not None:
            scores = scores * (1.0 - self._config.context_share * (1.0 - context))
        best = float(scores.max(initial=0.0))
        if best <= 0.0:
            return np.zeros(0, np.int32), np.zeros(0, np.float32)
        index = np.flatnonzero(scores >= self._config.reference_share * best)
        order = np.argsort(-scores[index], kind="stable")[: self._config.max_references]
        return index[order].astype(np.int32), scores[index[order]]

    def relation(
        self,
        constraint: Constraint,
        things: Indices | None = None,
        context: Floats | None = None,
    ) -> Floats:
        """By stored edges and by the boxes, over the best references."""
        everything = np.arange(len(self._columns), dtype=np.int32)
        things = everything if things is None else things
        found = np.zeros(len(self._columns), np.float32)
        if constraint.relation == "between":
            found[things] = self._between(constraint, things)
            return found
        index, weight = self.references(constraint.reference, context)
        if len(index) and len(things):
            found[things] = (self.pairs(constraint, things, index) * weight[None]).max(axis=1)
        return found

    def pairs(self, constraint: Constraint, things: Indices, index: Indices) -> Floats:
        """(M, K) how well each thing relates to each reference; 0 to itself."""
        relation = constraint.relation or "near"
        pairs = Pairs(self._boxes.take(things), self._boxes.take(index), self._config.geometry)
        if relation in ("closest", "farthest"):
            scores = self._by_distance(pairs.distance_m, relation, constraint.argument)
        else:
            scores = pairs.score(relation)
            self._raise_by_edges(scores, relation, things, index)
        scores[things[:, None] == index[None]] = 0.0
        return scores

    def _by_distance(self, distance_m: Floats, relation: str, ordinal: str) -> Floats:
        """1 for the closest (farthest, second closest ...) thing, less the more one is off it."""
        nearest = distance_m.min(axis=1)
        ranked = np.sort(nearest) if relation == "closest" else np.sort(nearest)[::-1]
        place = min(int(ordinal or 1) - 1, len(ranked) - 1)
        score = np.exp(-np.abs(nearest - ranked[place]) / self._config.ranking_m)
        return np.broadcast_to(score[:, None], distance_m.shape).astype(np.float32)

    def _raise_by_edges(
        self, scores: Floats, relation: str, things: Indices, index: Indices
    ) -> None:
        row, column = _places(things, len(self._columns)), _places(index, len(self._columns))
        for predicate in _EDGES.get(relation, ()):
            edges = self._columns.edges.get(predicate)
            if edges is None:
                continue
            i, j = row[edges.subject], column[edges.object]
            known = (i >= 0) & (j >= 0)
            weight = 1.0 if predicate == relation else 0.8
            np.maximum.at(scores, (i[known], j[known]), weight * edges.confidence[known])

    def _between(self, constraint: Constraint, things: Indices) -> Floats:
        ends = [self.references(end.reference)[0][:8] for end in constraint.reference]
        if len(ends) == 1:  # "between two chairs"
            ends = ends * 2
        if len(ends) < 2 or not all(map(len, ends)) or not len(things):
            return np.zeros(len(things), np.float32)
        center = self._columns.center_m
        scores = between(center[things], center[ends[0]], center[ends[1]], self._config.geometry)
        scores[:, ends[0][:, None] == ends[1][None]] = 0.0
        return np.asarray(scores.max(axis=(1, 2)), np.float32)

    def _in_room(self, inner: Constraint) -> Floats:
        """For a condition on a room: (N,) how well each object shows that its room meets it."""
        if inner.type == "relation" and inner.relation in ("with", "inside", "on"):
            return self.match(inner.reference)
        if inner.type == "attribute":
            return np.ones(len(self._columns), np.float32)
        return self.of(inner)

    def _room_degree(self, asked: str, label: str) -> float:
        return 1.0 if asked in ("room", "area") else self._synonyms.degree(asked, label)

    def _label_degrees(self, name: str) -> Floats:
        if name not in self._degrees:
            degrees = [self._synonyms.degree(name, label) for label in self._columns.labels]
            self._degrees[name] = np.array(degrees, np.float32)
        return self._degrees[name]

    def _words(self, phrase: str) -> Floats:
        """Share of the phrase's words that an object's labels and description hold."""
        found = np.zeros(len(self._columns), np.float32)
        words = [singular(_SAME_WORD.get(w, w)) for w in fold(phrase).split()]
        for word in words:
            members = self._columns.words.get(word)
            if members is not None:
                found[members] += 1.0 / len(words)
        return found


def _places(index: Indices, count: int) -> Indices:
    places = np.full(count, NONE, np.int32)
    places[index] = np.arange(len(index), dtype=np.int32)
    return places
