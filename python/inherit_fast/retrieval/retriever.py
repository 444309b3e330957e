"""Answers a text from a graph: parse, score, explain."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import repeat
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import QueryError
from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.retrieval.columns import NONE, Columns, build_columns
from inherit_fast.retrieval.parse import Parser, RuleParser
from inherit_fast.retrieval.query import Query
from inherit_fast.retrieval.score import Part, ScoreConfig, Scored, Scorer

SOURCES_SHOWN = 2


class TextEncoder(Protocol):
    """Sentence vectors."""

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """(N, dim) float32, unit length."""
        ...


@dataclass(frozen=True, slots=True)
class Reason:
    """One constraint's part in an answer's score.

    Attributes:
        constraint: the condition in words.
        score: s, 0 to 1: how well the object meets it.
        weight: w, normalised over the query, negative for a condition that must not hold.
        part: what it adds to the score.
        references: ids of the things that a relation was measured to, best first.
    """

    constraint: str
    score: float
    weight: float
    part: float
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """One object that may be meant, with where it is and why it was chosen."""

    id: str
    label: str
    score: float
    centroid_m: tuple[float, float, float]
    room: str | None
    floor: str | None
    room_id: str | None
    floor_id: str | None
    source_id: int | None
    description: str
    why: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Answers, best first, and how the text was understood.

    Attributes:
        query: the parsed constraints.
        answers: at most as many as were asked for.
        note: what was given up to find an answer, such as an unknown floor; else empty.
    """

    query: Query
    answers: tuple[Answer, ...]
    note: str = ""

    @property
    def top(self) -> Answer | None:
        """The best answer, or None if nothing fits."""
        return self.answers[0] if self.answers else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "query": self.query.text,
            "constraints": [str(c) for c in self.query.constraints],
            "note": self.note,
            "answers": [asdict(answer) for answer in self.answers],
        }


class Retriever:
    """Finds objects of one graph by what people say.

    Nothing is read from the graph before the first question; call ``refresh`` after it changed.
    """

    def __init__(
        self,
        graph: SceneGraph,
        text_encoder: TextEncoder | None = None,
        *,
        config: ScoreConfig | None = None,
        parser: Parser | None = None,
        synonyms: Synonyms | None = None,
    ) -> None:
        """Keep what is needed to answer.

        Args:
            graph: the map; only confirmed objects are answers.
            text_encoder: adds the similarity of the whole text, where nodes have text vectors.
            config: weights and limits.
            parser: the rules by default.
            synonyms: those of the package by default.
        """
        self._graph = graph
        self._encoder = text_encoder
        self._config = config or ScoreConfig()
        self._parser = parser
        self._synonyms = synonyms
        self._scorer: Scorer | None = None
        self._columns: Columns | None = None

    def refresh(self) -> None:
        """Read the graph anew at the next question."""
        self._scorer = self._columns = None

    def parse(self, text: str) -> Query:
        """How the text is understood."""
        if self._parser is None:
            self._parser = RuleParser(self._tables())
        return self._parser(text)

    def __call__(self, text: str, top: int = 5) -> Ranking:
        """Rank the objects that ``text`` may mean.

        Raises:
            QueryError: the text is empty.
        """
        if not text.strip():
            raise QueryError("the query is empty; say what to look for")
        query = self.parse(text)
        return self.answer(query, top=top, vector=self._vector(text))

    def answer(
        self, query: Query, *, top: int = 5, vector: npt.NDArray[np.float32] | None = None
    ) -> Ranking:
        """Rank for constraints that were parsed before; ``vector``: of the whole text."""
        if self._scorer is None or self._columns is None:
            self._columns = build_columns(self._graph, self._tables())
            self._scorer = Scorer(self._columns, self._tables(), self._config)
        scored = self._scorer(query, vector)
        best = scored.order[:top]
        sources = [self._sources(part, best, scored) for part in scored.parts]
        answers = tuple(
            self._answer(int(i), scored, [told[place] for told in sources])
            for place, i in enumerate(best)
        )
        return Ranking(query, answers, "; ".join(_notes(scored, answers)))

    def _tables(self) -> Synonyms:
        if self._synonyms is None:
            self._synonyms = Synonyms.load()
        return self._synonyms

    def _vector(self, text: str) -> npt.NDArray[np.float32] | None:
        return self._encoder([text])[0] if self._encoder else None

    def _sources(
        self, part: Part, best: npt.NDArray[np.int32], scored: Scored
    ) -> list[tuple[str, ...]]:
        """For each answer the ids of the things that a relation was measured to."""
        constraint = part.constraint
        if constraint is None or constraint.type != "relation":
            return [()] * len(best)
        assert self._scorer is not None and self._columns is not None
        nodes = self._columns.nodes
        told = self._scorer.evidence.told_by(constraint, best, scored.context, SOURCES_SHOWN)
        return [
            tuple(nodes[j].id for j in row) if part.scores[i] > 0 else ()
            for i, row in zip(best, told, strict=True)
        ]

    def _answer(self, index: int, scored: Scored, sources: list[tuple[str, ...]]) -> Answer:
        columns = self._columns
        assert columns is not None
        node = columns.nodes[index]
        x, y, z = (float(value) for value in node.centroid_m)
        room, floor = int(columns.room_of[index]), int(columns.floor_of[index])
        level = columns.floors[floor] if floor != NONE else None
        return Answer(
            node.id,
            node.label,
            round(float(scored.scores[index]), 4),
            (x, y, z),
            columns.rooms[room].label if room != NONE else None,
            (level.name or level.id) if level else None,
            node.room_id,
            node.floor_id,
            node.source_id,
            node.description,
            tuple(map(_reason, repeat(index), scored.parts, sources)),
        )


def _notes(scored: Scored, answers: Sequence[Answer]) -> list[str]:
    notes = ["no such floor, so all floors were searched"] if scored.floor_missed else []
    if not answers:
        return [*notes, "nothing in the map fits"]
    targets = [p for p in scored.parts if p.constraint and p.constraint.type == "target"]
    wanted = [part for part in targets if part.constraint and part.constraint.polarity > 0]
    if any(part.scores[scored.order].max() <= 0 for part in wanted):
        notes.append("nothing is called that; these fit the rest of the question")
    return notes


def _reason(index: int, part: Part, sources: tuple[str, ...]) -> Reason:
    constraint = part.constraint
    weight = part.weight * (constraint.polarity if constraint else 1)
    score = float(part.scores[index])
    return Reason(
        str(constraint) if constraint else "the whole text",
        round(score, 4),
        round(weight, 4),
        round(weight * score, 4),
        sources,
    )
