"""A generated query's meaning, and the things of a scene that it is true of."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from inherit_fast.evaluation.benchmark.facts import NO, UNCLEAR, YES, Facts, Truth

ConditionKind = Literal["called", "any of", "color", "room", "floor", "relation", "rank"]


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that a query says of its target.

    Attributes:
        kind: what is said.
        words: the name, colour, room or storey; the names that serve a use and the names that
            may serve it ("any of"); "largest", "smallest", "tallest", "closest", "farthest".
        relation: near, beside, on, under, inside; for closest and farthest unused.
        reference: what a relation or a distance is measured to.
        positive: False where it must not hold.
    """

    kind: ConditionKind
    words: tuple[str, ...] = ()
    relation: str = ""
    reference: tuple["Condition", ...] = ()
    positive: bool = True


Meaning = tuple[Condition, ...]
Measure = npt.NDArray[np.float64]
Rivals = npt.NDArray[np.int64]


def holds(meaning: Meaning, facts: Facts) -> Truth:
    """(N,) what is known of "this thing is meant"; ranks are settled after all the rest."""
    found = np.full(len(facts.scene), YES, np.int8)
    for condition in meaning:
        if condition.kind != "rank":
            found = np.minimum(found, _signed(condition, facts))
    for condition in meaning:
        if condition.kind == "rank":
            found = np.minimum(found, _ranked(condition, found, facts))
    return found


def breakers(meaning: Meaning, place: int, facts: Facts) -> Truth:
    """(N,) YES for things that meet all of ``meaning`` but its condition ``place``."""
    condition, rest = meaning[place], meaning[:place] + meaning[place + 1 :]
    others = holds(rest, facts)
    if condition.kind == "rank":
        return np.minimum(others, 2 - holds(meaning, facts))
    return np.minimum(others, 2 - _signed(condition, facts))


def inner_breakers(meaning: Meaning, place: int, facts: Facts) -> Truth:
    """(N,) YES where only the last condition on the reference of ``place`` is broken."""
    condition = meaning[place]
    loose = replace(condition, reference=condition.reference[:-1])
    looser = (*meaning[:place], loose, *meaning[place + 1 :])
    return np.minimum(holds(looser, facts), 2 - _signed(condition, facts))


def _signed(condition: Condition, facts: Facts) -> Truth:
    found = _plain(condition, facts)
    return found if condition.positive else np.asarray(2 - found, np.int8)


def _plain(condition: Condition, facts: Facts) -> Truth:
    words = condition.words
    if condition.kind == "called":
        return facts.called(words[0])
    if condition.kind == "any of":
        return _serves(words, facts)
    if condition.kind == "color":
        return facts.colored(words[0])
    if condition.kind == "room":
        return facts.in_room(words[0])
    if condition.kind == "floor":
        return facts.on_floor(int(words[0]))
    pairs = facts.related(condition.relation)
    there = holds(condition.reference, facts)
    return np.asarray(np.minimum(pairs, there[None]).max(axis=1, initial=NO), np.int8)


def _serves(words: tuple[str, ...], facts: Facts) -> Truth:
    """Names before "|" serve, those behind it may; what is only kin to them does not."""
    cut = words.index("|") if "|" in words else len(words)
    none = np.zeros(len(facts.scene), np.bool_)
    sure = np.max([none, *(facts.called(name) == YES for name in words[:cut])], axis=0)
    maybe = np.max([none, *(facts.called(name) == YES for name in words[cut + 1 :])], axis=0)
    return np.where(maybe, UNCLEAR, np.where(sure, YES, NO)).astype(np.int8)


def _ranked(condition: Condition, among: Truth, facts: Facts) -> Truth:
    """The one that leads by every reading of the word; unclear for all if none does."""
    rivals = np.flatnonzero(among != NO)
    unclear = np.where(among == NO, NO, UNCLEAR).astype(np.int8)
    measures = _measures(condition, facts)
    if len(rivals) < 2 or not measures:
        return unclear
    first = int(rivals[np.argmax(measures[0][rivals])])
    lead, lead_m = facts.config.lead, facts.config.lead_m if condition.reference else 0.0
    if among[first] != YES or not all(_leads(m, first, rivals, lead, lead_m) for m in measures):
        return unclear
    found = np.zeros(len(facts.scene), np.int8)
    found[first] = YES
    return found


def _measures(condition: Condition, facts: Facts) -> list[Measure]:
    """Readings of the word, more is better; all must agree."""
    scene, word = facts.scene, condition.words[0]
    sign = -1.0 if word in ("smallest", "closest") else 1.0
    if word in ("largest", "smallest"):
        footprint = (scene.high_m - scene.low_m)[:, :2].prod(axis=1)
        sizes = (np.cbrt(scene.sides_m.prod(axis=1)), np.sqrt(footprint), scene.sides_m.max(axis=1))
        return [sign * size for size in sizes]
    if word == "tallest":
        return [scene.high_m[:, 2] - scene.low_m[:, 2]]
    there = holds(condition.reference, facts)
    if (there == UNCLEAR).any() or (there == YES).sum() != 1:
        return []
    other = int(np.argmax(there))
    centers = np.linalg.norm(scene.center_m - scene.center_m[other], axis=1)
    return [sign * centers, sign * np.minimum(scene.gap_m[:, other], centers)]


def _leads(measure: Measure, first: int, rivals: Rivals, lead: float, lead_m: float) -> bool:
    next_best = float(measure[rivals[rivals != first]].max())
    scale = max(abs(float(measure[first])), abs(next_best))
    return bool(measure[first] - next_best >= max(lead * scale, lead_m, 1e-6))
