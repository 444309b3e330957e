"""What a question gets: ranked objects with reasons, and those that are meant."""

from dataclasses import asdict, dataclass
from typing import Any

from inherit_fast.retrieval.query import Query

WHOLE_TEXT = "the whole text"  # the reason that is a likeness of texts


@dataclass(frozen=True, slots=True)
class Reason:
    """One constraint's part in an answer's score.

    Attributes:
        constraint: the condition in words.
        score: s, 0 to 1: how well the object meets it.
        weight: w, normalised over the query, negative for a condition that must not hold.
        part: what it adds to the score.
        references: ids of the things that a relation was measured to, best first.
        seen_from: for sides and ordinals, where one is supposed to stand.
    """

    constraint: str
    score: float
    weight: float
    part: float
    references: tuple[str, ...] = ()
    seen_from: str = ""


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

    @property
    def is_guess(self) -> bool:
        """Whether no condition of the question speaks for it, but a likeness of texts at most."""
        wanted = [r.score for r in self.why if r.weight > 0 and r.constraint != WHOLE_TEXT]
        return bool(wanted) and max(wanted) <= 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """Answers, best first, and how the text was understood.

    Attributes:
        query: the parsed constraints.
        answers: at most as many as were asked for, each with something that speaks for it.
        note: what was given up to find an answer, such as an unknown floor; else empty.
        chosen: ids of all objects that the question asks for and that fit: one, several for
            "both" and "all", none where nothing fits.
        route: which evidence was used, in words.
        rivals: ids of what fits as well as the one chosen, where one thing is asked for: the
            question does not say which is meant.
    """

    query: Query
    answers: tuple[Answer, ...]
    note: str = ""
    chosen: tuple[str, ...] = ()
    route: str = ""
    rivals: tuple[str, ...] = ()

    @property
    def top(self) -> Answer | None:
        """The best answer, or None if nothing fits."""
        return self.answers[0] if self.answers else None

    @property
    def shown(self) -> tuple[Answer, ...]:
        """The answers without guesses: what commands and services tell."""
        return tuple(answer for answer in self.answers if not answer.is_guess)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, without guesses."""
        return {
            "query": self.query.text,
            "constraints": [str(c) for c in self.query.constraints],
            "asks": self.query.asks,
            "note": self.note,
            "route": self.route,
            "chosen": list(self.chosen),
            "rivals": list(self.rivals),
            "answers": [asdict(answer) for answer in self.shown],
        }
