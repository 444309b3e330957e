"""S(v) = sum of p * w * s(v, c), the signed weighted sum (paper, section III-D)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from inherit_fast.language import Synonyms
from inherit_fast.retrieval.choice import Choice, ChoiceConfig, counted, late
from inherit_fast.retrieval.columns import Columns
from inherit_fast.retrieval.evidence import Evidence, EvidenceConfig, Floats, Indices
from inherit_fast.retrieval.found import References
from inherit_fast.retrieval.query import RANKING, Constraint, Query
from inherit_fast.retrieval.ranks import best_first
from inherit_fast.retrieval.route import Route
from inherit_fast.retrieval.scored import Part, Scored, supported


@dataclass(frozen=True, slots=True)
class Weights:
    """Of each type of constraint, before they are normalised over the query.

    Attributes:
        text: of the whole query's text against descriptions, where both have vectors.
    """

    target: float = 0.45
    attribute: float = 0.20
    relation: float = 0.25
    room: float = 0.25
    area: float = 0.10
    text: float = 0.02


@dataclass(frozen=True, slots=True)
class ScoreConfig:
    """Weights by type of constraint, normalised over each query; floors filter instead.

    Attributes:
        weights: of the types of constraints.
        min_target: label score from which an object counts as a candidate.
        max_candidates: objects for which relations are evaluated, best first.
        close_call: candidates within this of the best settle "largest", "closest" and the like.
        right_room: share of the best room's score from which a room counts as the right one.
        text_low, text_high: cosines that count as 0 and as 1.
    """

    weights: Weights = field(default_factory=Weights)
    min_target: float = 0.3
    max_candidates: int = 512
    close_call: float = 0.15
    right_room: float = 0.75
    text_low: float = 0.15
    text_high: float = 0.75
    evidence: EvidenceConfig = field(default_factory=EvidenceConfig)
    choice: ChoiceConfig = field(default_factory=ChoiceConfig)


class Scorer:
    """Scores a query on the columns of one graph."""

    def __init__(self, columns: Columns, synonyms: Synonyms, config: ScoreConfig) -> None:
        self.columns = columns
        self._config = config
        self.evidence = Evidence(columns, synonyms, config.evidence)
        self.choice = Choice(columns, columns.viewpoints, config.choice)

    def __call__(
        self, query: Query, text: Floats | None = None, way: Route | None = None
    ) -> Scored:
        """Score and order the candidates.

        Args:
            query: the typed constraints.
            text: (D,) unit vector of the query's text, if there is an encoder.
            way: which evidence counts; all by default.
        """
        told = _on_the_way(query, way)
        weights = self._normalised(told, text, way)
        allowed, missed = self._on_floor(told)
        settled, memo = late(told), References()
        early = [c for c in told.constraints if c in weights and c not in settled]
        named = any(c.polarity > 0 for c in told.of_type("target"))
        parts = {c: Part(c, weights[c], self.evidence.of(c, named=named)) for c in early}
        base = self._sum(list(parts.values()))
        candidates = self._candidates(parts, base, allowed)
        similar = self._similarity(text, candidates)
        similarity = [] if similar is None else [Part(None, weights[None], similar)]
        base = base + self._sum(similarity)
        rooms = [p.scores for c, p in parts.items() if c.type == "room" and c.polarity > 0]
        context = np.prod([*rooms, allowed.astype(np.float32)], axis=0)
        for c in settled:
            ranks = c.relation in RANKING or c.type == "attribute"
            things = self._contenders(base, candidates, rooms) if ranks else candidates
            scores = self._late_evidence(c, told, things, context, memo)
            parts[c] = Part(c, weights[c], scores)
            base = base + parts[c].share
        found = [parts[c] for c in told.constraints if c in parts] + similarity
        order = candidates[np.argsort(-base[candidates], kind="stable")]
        order = order[supported(found, order)]
        return Scored(base, found, order, memo, allowed, missed)

    def also(self, scored: Scored, text: Floats, things: Indices) -> Scored:
        """The same with the likeness of the text to further ``things`` counted, too."""
        further = self._similarity(text, things) if len(things) else None
        if further is None:
            return scored
        told = scored.parts[-1]
        more = replace(told, scores=np.maximum(told.scores, further))
        scores = scored.scores + (more.share - told.share)
        return replace(scored, scores=scores, parts=[*scored.parts[:-1], more])

    def _late_evidence(
        self,
        constraint: Constraint,
        query: Query,
        things: Indices,
        context: Floats,
        memo: References,
    ) -> Floats:
        if constraint.type == "relation":
            numbered = counted(query, constraint)
            scores = self.evidence.relation(numbered, things, context, memo)
            if numbered in memo:
                memo[constraint] = memo[numbered]
            return scores
        return self.choice.of(constraint, query, things)

    def _normalised(
        self, query: Query, text: Floats | None, way: Route | None
    ) -> dict[Constraint | None, float]:
        raw: dict[Constraint | None, float] = {
            c: getattr(self._config.weights, c.type)
            for c in query.constraints
            if c.type != "floor" and c.relation != "count"
        }
        for c in query.of_type("relation") if way else ():
            raw[c] *= way.relation_share if way else 1.0
        if text is not None:
            raw[None] = self._config.weights.text
        total = sum(raw.values()) or 1.0
        return {key: weight / total for key, weight in raw.items()}

    def _sum(self, parts: list[Part]) -> Floats:
        total = np.zeros(len(self.columns), np.float32)
        for part in parts:
            total += part.share
        return total

    def _similarity(self, text: Floats | None, things: Indices) -> Floats | None:
        """(N,) of ``things``; 0 for all others."""
        if text is None or self.columns.text.shape[1] != len(text):
            return None
        low, high = self._config.text_low, self._config.text_high
        found = np.zeros(len(self.columns), np.float32)
        share = (self.columns.text[things] @ text - low) / (high - low)
        found[things] = np.clip(share, 0.0, 1.0)
        return found

    def _on_floor(self, query: Query) -> tuple[npt.NDArray[np.bool_], bool]:
        """Positive floors filter; if nothing is left the search is global (section III-D)."""
        allowed = np.ones(len(self.columns), np.bool_)
        if not self.columns.floors:  # the map does not tell
            return allowed, False
        for constraint in query.of_type("floor"):
            on = self.evidence.floor(constraint)
            allowed &= on if constraint.polarity > 0 else ~on
        return (allowed, False) if allowed.any() else (~allowed, len(allowed) > 0)

    def _candidates(
        self, parts: Mapping[Constraint, Part], base: Floats, allowed: npt.NDArray[np.bool_]
    ) -> Indices:
        """Objects that may be meant: of the target's kind and on the floor, if there are any.

        Tentative ones only where no confirmed one is of that kind.
        """
        sure = allowed & self.columns.confirmed
        groups = [self._named(parts, sure), self._named(parts, allowed), sure, allowed]
        chosen = np.flatnonzero(next((group for group in groups if group.any()), allowed))
        best = best_first(base[chosen], self._config.max_candidates)
        return chosen[best].astype(np.int32)

    def _named(
        self, parts: Mapping[Constraint, Part], among: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.bool_]:
        named = among.copy()
        for constraint, part in parts.items():
            if constraint.type == "target" and constraint.polarity > 0:
                named &= part.scores >= self._config.min_target
        return named

    def _contenders(self, base: Floats, candidates: Indices, rooms: list[Floats]) -> Indices:
        """Those of whom the closest or largest is meant: in the right room, else near the best."""
        for score in rooms:
            best = float(score[candidates].max(initial=0.0))
            candidates = candidates[score[candidates] >= self._config.right_room * best]
        best = float(base[candidates].max(initial=0.0))
        return candidates[base[candidates] >= best - self._config.close_call]


def _on_the_way(query: Query, way: Route | None) -> Query:
    """The query without what its route leaves out."""
    if way is None or (way.hierarchy and way.relation_share > 0):
        return query
    left_out: set[str] = set() if way.hierarchy else {"room", "area", "floor"}
    left_out |= set() if way.relation_share > 0 else {"relation"}
    return replace(query, constraints=tuple(c for c in query.constraints if c.type not in left_out))
