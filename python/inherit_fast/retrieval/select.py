"""Which of the ranked objects are meant: one, several, or none, because nothing fits."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.query import Constraint, Query
from inherit_fast.retrieval.scored import Part, Scored

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Least:
    """By type of constraint, the score from which one counts as met."""

    target: float = 0.65
    attribute: float = 0.6
    relation: float = 0.5
    room: float = 0.6
    area: float = 0.5
    floor: float = 0.5


@dataclass(frozen=True, slots=True)
class SelectConfig:
    """When an object fits; calibrated by ``bench/calibrate_select.py``.

    Attributes:
        least: scores from which constraints count as met.
        denied: score up to which a denied condition counts as not met.
        tells: a condition that no candidate meets better than this is one the map cannot tell.
        most: objects that "all" may name.
        nearest: cosine of texts from which a thing is named as the nearest in meaning, where
            nothing fits.
        tie: what scores as much as the best up to this may be meant just as well.
        alike: share of the best label that counts among "all": where there are stools, footstools
            that only look like one are not counted.
    """

    least: Least = field(default_factory=Least)
    denied: float = 0.4
    tells: float = 0.02
    most: int = 50
    nearest: float = 0.35
    tie: float = 0.01
    alike: float = 0.88


@dataclass(frozen=True, slots=True)
class Selection:
    """What is meant.

    Attributes:
        chosen: positions of the objects, best first.
        note: why there is none, what the map cannot tell, or the answer to "is there".
        rivals: where one thing is asked for, the others that fit as well as the one chosen.
    """

    chosen: tuple[int, ...]
    note: str = ""
    rivals: tuple[int, ...] = ()


def select(query: Query, scored: Scored, order: Indices, config: SelectConfig) -> Selection:
    """Choose among ``order`` (best first) by what the query asks."""
    parts = [part for part in scored.parts if part.constraint is not None]
    untold = [part for part in parts if _untold(part, order, config)]
    fits = np.full(len(order), not scored.floor_missed)
    for part in parts:
        if part not in untold:
            fits &= _met(part, order, config)
    if query.asks != "one":
        fits &= _named_so(parts, order, config)
    fitting = tuple(int(i) for i in order[fits][: config.most])
    notes = [f"the map does not tell: {part.constraint}" for part in untold]
    chosen = _as_many(query.asks, fitting)
    rivals = _rivals(fitting, scored, config) if query.asks == "one" else ()
    return Selection(chosen, "; ".join([*_notes(query, fitting), *notes]), rivals)


def _as_many(asks: str, fitting: tuple[int, ...]) -> tuple[int, ...]:
    if asks in ("all", "whether"):
        return fitting
    return fitting[: int(asks) if asks.isdigit() else 1]


def _rivals(fitting: tuple[int, ...], scored: Scored, config: SelectConfig) -> tuple[int, ...]:
    """The others whose score is hardly less than that of the best."""
    least = float(scored.scores[list(fitting[:1])].max(initial=0.0)) - config.tie
    return tuple(i for i in fitting[1:] if scored.scores[i] >= least)


def _notes(query: Query, fitting: tuple[int, ...]) -> list[str]:
    if query.asks == "whether":
        return [f"yes, {len(fitting)}" if fitting else "no, nothing in the map fits"]
    if not fitting:
        return ["nothing in the map fits all of it; these come closest"]
    if query.asks.isdigit() and len(fitting) < int(query.asks):
        return [f"only {len(fitting)} of {query.asks} found"]
    return []


def _named_so(parts: list[Part], order: Indices, config: SelectConfig) -> npt.NDArray[np.bool_]:
    """Whether each is called what was asked for as well as the best of them, or nearly."""
    named = np.ones(len(order), np.bool_)
    for part in parts:
        if part.constraint and part.constraint.type == "target" and part.constraint.polarity > 0:
            scores = part.scores[order]
            named &= scores >= config.alike * scores.max(initial=0.0)
    return named


def _met(part: Part, order: Indices, config: SelectConfig) -> npt.NDArray[np.bool_]:
    constraint = part.constraint
    assert constraint is not None
    scores = part.scores[order]
    if constraint.polarity < 0:
        return np.asarray(scores <= config.denied)
    return np.asarray(scores >= getattr(config.least, constraint.type))


def _untold(part: Part, order: Indices, config: SelectConfig) -> bool:
    """Words of look that no candidate is described by: the map does not hold such words."""
    constraint: Constraint | None = part.constraint
    if constraint is None or constraint.type != "attribute" or constraint.polarity < 0:
        return False
    known = constraint.relation not in ("word", "material", "state", "shape")
    return not known and float(part.scores[order].max(initial=0.0)) <= config.tells
