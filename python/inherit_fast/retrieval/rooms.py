"""What the graph says about a room that a query speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from inherit_fast.language import Synonyms
from inherit_fast.language.kin import remember
from inherit_fast.retrieval.columns import Columns
from inherit_fast.retrieval.query import Constraint

if TYPE_CHECKING:
    from inherit_fast.retrieval.evidence import Evidence

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RoomConfig:
    """How conditions on a room are weighed.

    Attributes:
        condition_share: how much a condition ("with a bathtub") can take from a room's score.
        sure: how well the best room must meet a condition for that share; less takes less.
        kind: rooms are of the kind asked for from this share of the best label on.
        rank_share: how much a "master bedroom" loses that is the smallest bedroom.
        alone_share: how much a room loses at most that shares its bare name with others.
        area_room: what being in a room counts for the area of that name.
        next_m: rooms with less between their outlines are next to each other.
    """

    condition_share: float = 0.7
    sure: float = 0.6
    kind: float = 0.75
    rank_share: float = 0.4
    alone_share: float = 0.05
    area_room: float = 0.8
    next_m: float = 1.0


_LARGE = {"large", "big", "huge", "giant", "wide", "long"}
_SMALL = {"small", "little", "tiny", "narrow"}
_RANKED = {"master": "large", "main": "large", "primary": "large", "guest": "small"}
_ANY = {"room", "area"}
_AREA_WORDS = {"area", "corner", "nook", "zone", "section", "space"}
_HOLDS = {"with", "inside", "on"}


class RoomEvidence:
    """Scores all rooms of one graph."""

    def __init__(self, columns: Columns, synonyms: Synonyms, config: RoomConfig) -> None:
        self._columns = columns
        self._synonyms = synonyms
        self._config = config
        self._known: dict[str, Floats] = {}
        floors = np.array([room.floor_id for room in columns.rooms])
        self._same_floor = floors[:, None] == floors[None]

    def of(self, constraint: Constraint, evidence: Evidence) -> Floats:
        """(R,) how well each room is the one that a room constraint describes."""
        rooms = self._columns.rooms
        scores = np.zeros(len(rooms), np.float32)
        for name in constraint.alternatives():
            scores = np.maximum(scores, self._degrees(name) * self._rank(name))
        kind = scores >= self._config.kind * scores.max(initial=0.0)
        if not constraint.reference:
            scores = scores * self._alone(kind)
        for inner in constraint.reference:
            held = self._meets(inner, scores, evidence)
            held = 1.0 - held if inner.polarity < 0 else held
            share, held = self._told(held, kind)
            scores = scores * (1.0 - share * (1.0 - held))
        return scores.astype(np.float32)

    def _alone(self, kind: npt.NDArray[np.bool_]) -> Floats:
        """(R,) who says no more than "the bathroom" rather means one that is alone on its floor."""
        others = self._same_floor @ kind.astype(np.float32)
        share = np.where(kind, 1.0 / np.maximum(others, 1.0), 1.0)
        return np.asarray(1.0 - self._config.alone_share * (1.0 - share), np.float32)

    def _rank(self, name: str) -> Floats:
        """(R,) the master bedroom or bathroom is the largest of them, a guest's is not."""
        first = name.split()[0] if name else ""
        kind = self._degrees(name)
        if first not in _RANKED or not kind.any():
            return np.ones(len(kind), np.float32)
        size = self._size(_RANKED[first], kind)
        return np.asarray(1.0 - self._config.rank_share * (1.0 - size), np.float32)

    def _told(self, held: Floats, kind: npt.NDArray[np.bool_]) -> tuple[float, Floats]:
        """How much a condition can take, and (R,) how each room stands beside the best of the kind.

        What none of them is known to have tells nothing.
        """
        best = float(held[kind].max(initial=0.0))
        share = self._config.condition_share * min(1.0, best / self._config.sure)
        return share, np.minimum(held / np.float32(max(best, 1e-6)), np.float32(1.0))

    def area(self, constraint: Constraint) -> Floats:
        """(N,) by the label of the object's functional area, or of a room that is called alike."""
        columns, stem = self._columns, _stem(constraint.argument)
        degrees = [self._synonyms.degree(stem, _stem(label)) for label in columns.areas]
        found = np.array([*degrees, 0.0], np.float32)[columns.area_of]
        for scores in (self.by_label(stem), self.by_label(constraint.argument)):
            if scores is not None:
                inside = np.append(scores, np.float32(0.0))[columns.room_of]
                found = np.maximum(found, np.float32(self._config.area_room) * inside)
        return found

    def by_label(self, word: str) -> Floats | None:
        """(R,) for a word in front of a noun ("office", "dining"); None if it is no room."""
        for name in (word, f"{word} room"):
            if name in self._synonyms and self._synonyms.isa(name, "room", mainly=True):
                return self._degrees(name)
        return None

    def _degrees(self, name: str) -> Floats:
        found = self._known.get(name)
        if found is None:
            found = remember(self._known, name, self._label_degrees(name))
        return found

    def _label_degrees(self, name: str) -> Floats:
        if name in _ANY:
            return np.ones(len(self._columns.rooms), np.float32)
        labels = [room.label for room in self._columns.rooms]
        return np.array([self._synonyms.degree(name, label) for label in labels], np.float32)

    def _meets(self, inner: Constraint, labelled: Floats, evidence: Evidence) -> Floats:
        """(R,) how well each room meets one condition."""
        if inner.type == "attribute":
            return self._size(inner.argument, labelled)
        if inner.type == "room":  # "the bathroom in the bedroom": one that is next to it
            return self._next_to(self.of(inner, evidence))
        if inner.type == "relation" and inner.reference and inner.reference[0].type == "room":
            first, *rest = inner.reference
            other = Constraint("room", first.argument, None, tuple(rest))
            return self._next_to(self.of(other, evidence))
        if inner.type == "relation" and inner.relation in _HOLDS:
            return self._best_of_members(evidence.match(inner.reference))
        return self._best_of_members(evidence.of(inner))

    def _best_of_members(self, scores: Floats) -> Floats:
        best = np.zeros(len(self._columns.rooms) + 1, np.float32)
        np.maximum.at(best, self._columns.room_of, scores)
        return best[:-1]

    def _size(self, word: str, labelled: Floats) -> Floats:
        """Rank by area among the rooms of that kind; 1 for words that say nothing of size."""
        if word not in _LARGE | _SMALL or not len(labelled):
            return np.ones(len(labelled), np.float32)
        kind = labelled >= labelled.max()
        area = self._columns.room_area_m2
        rank = (area[:, None] > area[kind][None]).sum(axis=1) / max(1, kind.sum() - 1)
        rank = np.minimum(rank, 1.0)
        return np.asarray(rank if word in _LARGE else 1.0 - rank, np.float32)

    def _next_to(self, other: Floats) -> Floats:
        """(R,) best score of another room that each room is next to."""
        low, high = self._columns.room_low_m, self._columns.room_high_m
        gap = np.maximum(low[:, None] - high[None], low[None] - high[:, None])
        distance = np.sqrt((np.maximum(np.nan_to_num(gap, nan=np.inf), 0.0) ** 2).sum(axis=2))
        near = np.clip(1.0 - distance / self._config.next_m, 0.0, 1.0)
        near[~self._same_floor] = 0.0
        np.fill_diagonal(near, 0.0)
        return np.asarray((near * other[None]).max(axis=1, initial=0.0), np.float32)


def _stem(area: str) -> str:
    return " ".join(word for word in area.split() if word not in _AREA_WORDS)
