"""Says of every answer what each constraint added, by which things, and seen from where."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.answer import WHOLE_TEXT, Answer, Reason
from inherit_fast.retrieval.columns import NONE
from inherit_fast.retrieval.query import CHOOSING, SIDES, Constraint, Query
from inherit_fast.retrieval.score import Scorer
from inherit_fast.retrieval.scored import Part, Scored

SOURCES_SHOWN = 2
RIVALS_SHOWN = NEAREST_SHOWN = 3
Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


def like_picture(answer: Answer, cosine: float) -> Answer:
    """The answer scored by its likeness to a picture alone."""
    value = round(cosine, 4)
    return replace(answer, score=value, why=(Reason("looks like the picture", value, 1.0, value),))


class Explainer:
    """Turns positions into answers for one scored query."""

    def __init__(self, scorer: Scorer, query: Query, scored: Scored) -> None:
        self._scorer = scorer
        self._columns = scorer.columns
        self._query = query
        self._scored = scored
        told = (part.constraint for part in scored.parts)
        self._names = [str(c) if c else WHOLE_TEXT for c in told]

    def answers(self, best: Indices) -> tuple[Answer, ...]:
        """One answer for each position, in that order."""
        sources = [self._sources(part, best) for part in self._scored.parts]
        return tuple(
            self._answer(int(i), [told[place] for told in sources]) for place, i in enumerate(best)
        )

    def notes(self, answers: tuple[Answer, ...]) -> list[str]:
        """What was given up to find an answer."""
        scored = self._scored
        notes = [self._floors_told()]
        if all(answer.is_guess for answer in answers):
            return [*notes, "nothing in the map fits"]
        targets = [p for p in scored.parts if p.constraint and p.constraint.type == "target"]
        wanted = [part for part in targets if part.constraint and part.constraint.polarity > 0]
        missing = [p for p in wanted if p.scores[scored.order].max(initial=0.0) <= 0]
        return notes + [
            f'nothing is called "{p.constraint.argument}"' for p in missing if p.constraint
        ]

    def _floors_told(self) -> str:
        """What became of the floor that was asked for, where it could not be searched alone."""
        count, asked = len(self._columns.floors), self._query.of_type("floor")
        if asked and not count:
            return "the map does not tell floors"
        if not self._scored.floor_missed:
            return ""
        beyond = any(c.argument.isdigit() and int(c.argument) > count for c in asked)
        told = (
            f"no such floor, the map has {count}" if beyond else "nothing is on the floor asked for"
        )
        return f"{told}; all floors were searched"

    def nearest(self, vectors: Floats | None, least: float) -> str:
        """What is nearest in meaning to a target that nothing fits; empty if nothing is near.

        Args:
            vectors: (2, D) unit vectors of the whole text and of the target's.
            least: cosine of what is told.
        """
        texts = self._columns.text
        if vectors is None or texts.shape[1] != vectors.shape[1]:
            return ""
        likeness = texts @ vectors[1]
        order = np.argsort(-likeness, kind="stable")
        near = [int(i) for i in order if likeness[i] >= least and self._columns.confirmed[i]]
        kinds = {self._columns.nodes[i].label: i for i in reversed(near)}  # the best of each
        shown = [self._named(i) for i in sorted(kinds.values(), key=near.index)]
        return f"nearest in meaning: {', '.join(shown[:NEAREST_SHOWN])}" if shown else ""

    def rivals(self, others: Sequence[int]) -> str:
        """What fits as well as the first answer, and where it is; empty if nothing does."""
        if not others:
            return ""
        shown = [self._named(i) for i in others[:RIVALS_SHOWN]]
        more = "" if len(others) <= RIVALS_SHOWN else f" and {len(others) - RIVALS_SHOWN} more"
        return f"as good: {', '.join(shown)}{more}; say more to tell them apart"

    def _named(self, index: int) -> str:
        columns, node = self._columns, self._columns.nodes[index]
        room, floor = int(columns.room_of[index]), int(columns.floor_of[index])
        places = [columns.rooms[room].label] if room != NONE else []
        places += [columns.floors[floor].name or columns.floors[floor].id] if floor != NONE else []
        return f"{node.id} ({', '.join([node.label, *places])})"

    def _sources(self, part: Part, best: Indices) -> list[tuple[str, ...]]:
        """For each answer the ids of the things that a relation was measured to."""
        constraint = part.constraint
        if constraint is None or constraint.type != "relation":
            return [()] * len(best)
        nodes = self._columns.nodes
        evidence = self._scorer.evidence
        told = evidence.told_by(constraint, best, self._scored.references, SOURCES_SHOWN)
        return [
            tuple(nodes[j].id for j in row) if part.scores[i] > 0 else ()
            for i, row in zip(best, told, strict=True)
        ]

    def _answer(self, index: int, sources: list[tuple[str, ...]]) -> Answer:
        columns = self._columns
        node = columns.nodes[index]
        x, y, z = (float(value) for value in node.centroid_m)
        room, floor = int(columns.room_of[index]), int(columns.floor_of[index])
        level = columns.floors[floor] if floor != NONE else None
        parts = zip(self._names, self._scored.parts, sources, strict=True)
        return Answer(
            node.id,
            node.label,
            round(float(self._scored.scores[index]), 4),
            (x, y, z),
            columns.rooms[room].label if room != NONE else None,
            (level.name or level.id) if level else None,
            node.room_id,
            node.floor_id,
            node.source_id,
            node.description,
            tuple(self._reason(index, *part) for part in parts),
        )

    def _reason(self, index: int, name: str, part: Part, sources: tuple[str, ...]) -> Reason:
        constraint = part.constraint
        weight = part.weight * (constraint.polarity if constraint else 1)
        score = float(part.scores[index])
        return Reason(
            name,
            round(score, 4),
            round(weight, 4),
            round(weight * score, 4),
            sources,
            self._seen_from(index, constraint),
        )

    def _seen_from(self, index: int, constraint: Constraint | None) -> str:
        """Where one stands, for what depends on it."""
        if constraint is None or constraint.relation not in SIDES | CHOOSING - {"superlative"}:
            return ""
        told: str = self._columns.viewpoints.told[int(self._columns.room_of[index])]
        return told
