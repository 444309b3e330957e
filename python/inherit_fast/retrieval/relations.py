"""What the graph says about a relation: from a thing to what it is said to be near, on, under."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.boxes import Boxes, GeometryConfig
from inherit_fast.retrieval.columns import NONE, Columns
from inherit_fast.retrieval.found import Found, References
from inherit_fast.retrieval.geometry import Pairs, between
from inherit_fast.retrieval.query import RANKING, Constraint
from inherit_fast.retrieval.ranks import best_first
from inherit_fast.retrieval.viewpoint import GIVEN
from inherit_fast.retrieval.whereabouts import at_end, in_room, through_ceilings

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]
Match = Callable[[Sequence[Constraint]], Floats]


@dataclass(frozen=True, slots=True)
class RelationConfig:
    """Which things a reference may be, and how far relations reach.

    Attributes:
        max_references: best things that a reference may be.
        max_ends: the same for each end of "between".
        reference_share: a reference counts if its score is at least this share of the best.
        ranking_share: the same for "closest" and "farthest".
        doubt_m: for "closest" and "farthest", how much farther a reference counts that is
            quite unlike the one described.
        context_share: how much a reference loses outside the rooms and floors asked for.
        tentative_share: what a thing counts as a reference that was seen too rarely.
        kindred_edge: what a stored "near" counts for "next to", and the other way round.
        ranking_m: distance over which "closest" fades behind the nearest.
        ranking_next: what such a one counts beside the very closest, however little it is off.
        off_floor: what a relation counts through a ceiling, between things of two floors.
        off_side: what a relation counts on the other side of the reference than the one named.
    """

    max_references: int = 48
    max_ends: int = 8
    reference_share: float = 0.72
    ranking_share: float = 0.7
    doubt_m: float = 2.0
    context_share: float = 0.8
    tentative_share: float = 0.6
    kindred_edge: float = 0.45
    ranking_m: float = 0.75
    ranking_next: float = 0.85
    off_floor: float = 0.3
    off_side: float = 0.4
    geometry: GeometryConfig = field(default_factory=GeometryConfig)


_EDGES = {
    "near": ("near", "beside"),
    "beside": ("beside", "near"),
    "on": ("on",),
    "inside": ("inside",),
    "under": ("under",),
    "above": ("above",),
}
_PARTS = {"left", "right"}
_ENDS = {"top", "bottom"}
_WALLS = {"wall", "walls"}


class RelationEvidence:
    """Scores things by one relation; ``match`` scores what its references may be."""

    def __init__(self, columns: Columns, config: RelationConfig) -> None:
        self._columns = columns
        self._config = config
        self._standing = np.where(columns.confirmed, 1.0, config.tentative_share)
        corners = (columns.center_m, columns.low_m, columns.high_m)
        self._boxes = Boxes(*corners, columns.longest_m)

    def of(
        self,
        constraint: Constraint,
        things: Indices,
        context: Floats | None,
        match: Match,
        memo: References | None,
    ) -> Floats:
        """(N,) scores of ``things``; 0 for all others."""
        found = np.zeros(len(self._columns), np.float32)
        memo = {} if memo is None else memo
        if constraint.relation == "between":
            found[things] = self._between(constraint, things, match, memo)
            return found
        index, weight = self._references(constraint, context, match)
        memo[constraint] = Found(index, weight, things)
        if len(index) and len(things):
            scores = self._weighed(constraint, things, index, weight)
            memo[constraint] = Found(index, weight, things, scores)
            found[things] = scores.max(axis=1)
        return found

    def told_by(
        self, constraint: Constraint, things: Indices, memo: References, count: int
    ) -> list[list[int]]:
        """For each of ``things`` the references that decided its score, best first."""
        if constraint.relation == "between":
            ends = [memo[end].index[:1] for end in constraint.reference if end in memo]
            return [[int(i) for end in ends for i in end] for _ in things]
        found = memo[constraint]
        if constraint.relation in RANKING:
            scores = 1.0 / (1.0 + self._distances(things, found.index, found.weight))
        else:
            scores = found.of(things)
        best = np.argsort(-scores, axis=1, kind="stable")[:, :count]
        return [
            [int(found.index[j]) for j in row if score[j] > 0]
            for row, score in zip(best, scores, strict=True)
        ]

    def _references(
        self, constraint: Constraint, context: Floats | None, match: Match
    ) -> tuple[Indices, Floats]:
        """The things that the relation may refer to, best first, with their scores."""
        scores = match(constraint.reference) * self._standing
        placed = any(c.type in ("room", "floor") for c in constraint.reference)
        if context is not None and not placed:
            scores = scores * (1.0 - self._config.context_share * (1.0 - context))
        best = float(scores.max(initial=0.0))
        if best <= 0.0:
            return np.zeros(0, np.int32), np.zeros(0, np.float32)
        ranks = constraint.relation in RANKING
        share = self._config.ranking_share if ranks else self._config.reference_share
        index = np.flatnonzero(scores >= share * best)
        order = best_first(scores[index], self._config.max_references)
        return index[order].astype(np.int32), scores[index[order]]

    def _weighed(
        self, constraint: Constraint, things: Indices, index: Indices, weight: Floats
    ) -> Floats:
        """(M, K) how well each thing relates to each reference; 0 to itself."""
        relation = constraint.relation or "near"
        if relation in RANKING:
            distance_m = self._distances(things, index, weight)
            return self._by_distance(distance_m, relation, constraint.argument)
        pairs = self._pairs(things, index)
        scores = pairs.score(relation) * through_ceilings(
            self._columns, things, index, self._config.off_floor
        )
        part = next((c.argument for c in constraint.reference if c.relation == "side"), "")
        if part in _PARTS:
            scores = self._on_part(scores, part, constraint.reference[0], pairs, things)
        self._raise_by_edges(scores, relation, things, index)
        if part in _ENDS:  # "at the top of the stairs"
            scores = scores * self._aside(at_end(self._columns, part, things, index))
        scores[things[:, None] == index[None]] = 0.0
        return scores * weight[None]

    def _on_part(
        self, scores: Floats, part: str, reference: Constraint, pairs: Pairs, things: Indices
    ) -> Floats:
        """Scores with "on the left end of the sofa", or "on the left wall" of the room."""
        if reference.argument not in _WALLS:
            return scores * self._aside(pairs.lies(part))
        # Which wall tells little where walls are mapped in pieces or not at all.
        at_least = np.maximum(scores, np.float32(self._config.off_side))
        return at_least * self._aside(in_room(self._columns, things, part)[:, None])

    def _aside(self, share: Floats) -> Floats:
        """The share that counts on the side that was named, and less of it on the other."""
        off = self._config.off_side
        return np.asarray(off + (1.0 - off) * share, np.float32)

    def _pairs(self, things: Indices, index: Indices) -> Pairs:
        views = self._columns.viewpoints
        eyes_m = views.eye_m[self._columns.room_of[index]]
        boxes = self._boxes.take(things), self._boxes.take(index)
        return Pairs(*boxes, self._config.geometry, eyes_m, given=views.told[-1] == GIVEN)

    def _distances(self, things: Indices, index: Indices, weight: Floats) -> Floats:
        """(M, K) metres, more for doubtful references; infinite to itself."""
        boxes = self._boxes.take(things), self._boxes.take(index)
        doubt = 1.0 - weight / max(float(weight.max(initial=0.0)), 1e-6)
        distance_m = Pairs(*boxes, self._config.geometry).distance_m
        distance_m = distance_m + np.asarray(self._config.doubt_m * doubt, np.float32)
        distance_m[things[:, None] == index[None]] = np.inf
        return distance_m

    def _by_distance(self, distance_m: Floats, relation: str, ordinal: str) -> Floats:
        """1 for the closest (farthest, second closest ...) thing, less the more one is off it."""
        nearest = distance_m.min(axis=1)
        ranked = np.sort(nearest[np.isfinite(nearest)])
        if not len(ranked):
            return np.zeros(distance_m.shape, np.float32)
        place = min(int(ordinal or 1), len(ranked))
        first = ranked[place - 1] if relation == "closest" else ranked[-place]
        score = np.exp(-np.abs(nearest - first) / self._config.ranking_m)
        score = np.where(nearest == first, score, self._config.ranking_next * score)
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
            weight = 1.0 if predicate == relation else self._config.kindred_edge
            np.maximum.at(scores, (i[known], j[known]), weight * edges.confidence[known])

    def _between(
        self, constraint: Constraint, things: Indices, match: Match, memo: References
    ) -> Floats:
        most = self._config.max_ends
        for end in constraint.reference:
            memo[end] = Found(*self._references(end, None, match), things)
        ends = [memo[end].index[:most] for end in constraint.reference]
        if len(ends) == 1:  # "between two chairs"
            ends = ends * 2
        if len(ends) < 2 or not all(map(len, ends)) or not len(things):
            return np.zeros(len(things), np.float32)
        center = self._columns.center_m
        scores = between(center[things], center[ends[0]], center[ends[1]], self._config.geometry)
        scores[:, ends[0][:, None] == ends[1][None]] = 0.0
        return np.asarray(scores.max(axis=(1, 2)), np.float32)


def _places(index: Indices, count: int) -> Indices:
    places = np.full(count, NONE, np.int32)
    places[index] = np.arange(len(index), dtype=np.int32)
    return places
