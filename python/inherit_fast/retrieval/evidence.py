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
from inherit_fast.retrieval.rooms import RoomConfig, RoomEvidence

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class EvidenceConfig:
    """How evidence is weighed within one constraint.

    Attributes:
        max_references: best things that a relation's reference may be.
        likely_share: of things described by several conditions, relations are tried on those
            that meet the others at least this well, against the best.
        max_likely: at most this many of them, best first.
        reference_share: a reference counts if its score is at least this share of the best.
        attribute_share: how much an attribute can take from a reference's score.
        compound_share: how much of what a plain label lacks ("lamp" for "table lamp") the place
            makes up for: a lamp on a table, a chair in the office.
        plain_from, plain_below: label scores between which a label counts as plain.
        context_share: how much a reference loses outside the rooms and floors asked for.
        ranking_m: distance over which "closest" fades behind the nearest.
    """

    max_references: int = 48
    likely_share: float = 0.3
    max_likely: int = 2048
    reference_share: float = 0.6
    attribute_share: float = 0.7
    context_share: float = 0.5
    ranking_m: float = 0.75
    compound_share: float = 0.5
    plain_from: float = 0.6
    plain_below: float = 0.85
    geometry: GeometryConfig = field(default_factory=GeometryConfig)
    rooms: RoomConfig = field(default_factory=RoomConfig)


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


MAX_CACHED = 512  # names whose label scores are remembered


class Evidence:
    """Evaluates constraints on the columns; nested ones inside out."""

    def __init__(self, columns: Columns, synonyms: Synonyms, config: EvidenceConfig) -> None:
        self._columns = columns
        self._synonyms = synonyms
        self._config = config
        self._boxes = Boxes(columns.center_m, columns.low_m, columns.high_m)
        self._places = RoomEvidence(columns, synonyms, config.rooms)
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
            found = degrees[columns.label_of]
            np.maximum.at(
                found, columns.vote_object, columns.vote_share * degrees[columns.vote_label]
            )
            best = np.maximum(best, self._by_place(name, found))
        return best

    def _by_place(self, name: str, found: Floats) -> Floats:
        """A lamp on a table may be the "table lamp", a chair in the office the "office chair"."""
        words = self._synonyms.normal(name).split()
        plain = (found > self._config.plain_from) & (found < self._config.plain_below)
        if len(words) != 2 or not plain.any():
            return found
        place = self._places.by_label(words[0])
        if place is not None:
            context = np.append(place, np.float32(0.0))[self._columns.room_of]
        elif words[0] in self._synonyms:
            near = Constraint("relation", "", "beside", (Constraint("target", words[0]),))
            context = self.relation(near, np.flatnonzero(plain).astype(np.int32))
        else:
            return found
        raised = found + self._config.compound_share * (1.0 - found) * context
        return np.where(plain, raised, found).astype(np.float32)

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
        scores = np.append(self._places.of(constraint, self), np.float32(0.0))  # last: no room
        return scores[self._columns.room_of]

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

    def match(self, constraints: Sequence[Constraint]) -> Floats:
        """Scores of things that all ``constraints`` describe: what a relation refers to."""
        found = np.ones(len(self._columns), np.float32)
        for constraint in sorted(constraints, key=lambda c: c.type == "relation"):
            score = self.of(constraint, self._likely(found))
            if constraint.polarity < 0:
                score = 1.0 - score
            if constraint.type != "target":
                score = 1.0 - self._config.attribute_share * (1.0 - score)
            found = found * score
        return found

    def _likely(self, found: Floats) -> Indices:
        """Things worth trying a relation on, given how well they meet the other conditions."""
        likely = np.flatnonzero(found >= self._config.likely_share * found.max(initial=0.0))
        if len(likely) > self._config.max_likely:
            best = np.argsort(-found[likely], kind="stable")[: self._config.max_likely]
            likely = np.sort(likely[best])
        return likely.astype(np.int32)

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
        """By stored edges and by the boxes, over the best references; ``things`` as in ``of``."""
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

    def told_by(
        self, constraint: Constraint, things: Indices, context: Floats | None, count: int
    ) -> list[list[int]]:
        """For each of ``things`` the references that decided its score, best first."""
        if constraint.relation == "between":
            ends = [self.references(end.reference)[0][:1] for end in constraint.reference]
            return [[int(i) for end in ends for i in end] for _ in things]
        index, weight = self.references(constraint.reference, context)
        if constraint.relation in ("closest", "farthest"):
            boxes = self._boxes.take(things), self._boxes.take(index)
            scores = 1.0 / (1.0 + Pairs(*boxes, self._config.geometry).distance_m)
        else:
            scores = self.pairs(constraint, things, index) * weight[None]
        best = np.argsort(-scores, axis=1, kind="stable")[:, :count]
        return [
            [int(index[j]) for j in row if score[j] > 0]
            for row, score in zip(best, scores, strict=True)
        ]

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

    def _label_degrees(self, name: str) -> Floats:
        if name not in self._degrees:
            if len(self._degrees) >= MAX_CACHED:
                self._degrees.clear()
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
