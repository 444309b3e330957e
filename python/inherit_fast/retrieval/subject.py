"""Which of a request's noun phrases names the thing that is meant."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from inherit_fast.retrieval.clauses import Clause
from inherit_fast.retrieval.lexicon import Lexicon
from inherit_fast.retrieval.phrase import Phrase
from inherit_fast.retrieval.query import POSITIVE
from inherit_fast.retrieval.vocabulary import SURE

Told = tuple[Clause, Phrase]
Degree = Callable[[str], float]

# How well the map must answer to what is put somewhere: no other plant for "flowers in the vase".
PLAIN = 0.8
_MEANS = {"inside", "with"}
_PLACES = {"on", "inside", "under", "with", "beside", "near", "above", "front"}


def main_phrase(phrases: Sequence[Told], lexicon: Lexicon, degree: Degree) -> Phrase | None:
    """The first object that something is done to; else the last one gone to; else a room.

    ``degree`` tells how well the map answers to a name: where it has no such thing, "put the pan
    on the hob" means the hob, and nobody looks for hands to wash.
    """
    ranked = _ranked(phrases)
    if not ranked:
        return None
    clause, phrase = ranked[0]
    placed = _placing(clause, phrase, lexicon)
    least = PLAIN if placed else SURE
    named = any(degree(head) >= least for head in phrase.heads)
    if phrase.is_room or (named and not _is_body(phrase, lexicon)):
        return phrase
    if placed and _promote(phrase, placed, degree):
        return phrase
    if clause.verb in lexicon.request_verbs:
        return phrase
    others = (p for _, p in ranked if not p.is_room and _answers(p, degree))
    return next(others, phrase)


def mean_the_last(told: list[Told]) -> list[Told]:
    """Of "there is a table. On it is a vase. Bring it" the vase is what something is done to."""
    for at in range(len(told) - 1, -1, -1):
        clause, phrase = told[at]
        if clause.kind == "action":
            break
        if clause.kind == "bare" and phrase.heads and not phrase.is_room:
            return [*told[:at], (replace(clause, kind="action"), phrase), *told[at + 1 :]]
    return told


def mean_the_surface(phrase: Phrase) -> None:
    """Of "clear the items from the counter" the counter is the thing that is meant."""
    _promote(phrase, {"on", "beside"}, lambda name: 1.0)


def _ranked(phrases: Sequence[Told]) -> list[Told]:
    things = [(c, p) for c, p in phrases if p.heads and not p.is_room]
    groups = [
        [(c, p) for c, p in things if c.kind == "action"],
        [(c, p) for c, p in things if c.kind != "motion"],
        things[::-1],
        [(c, p) for c, p in phrases if p.constraints and not p.heads],
        [(c, p) for c, p in phrases if p.heads],
    ]
    return [told for group in groups for told in group]


def _answers(phrase: Phrase, degree: Degree) -> bool:
    return any(degree(head) >= SURE for head in phrase.heads)


def _is_body(phrase: Phrase, lexicon: Lexicon) -> bool:
    return any(head in lexicon.body for head in phrase.heads)


def _placing(clause: Clause, phrase: Phrase, lexicon: Lexicon) -> set[str]:
    """Relations to what may be meant in place of the thing: to clean a vase moves it nowhere."""
    verb = clause.verb.split()[:1]
    if any(word in lexicon.placing_verbs for word in verb):
        return _PLACES
    if any(word in lexicon.caring_verbs for word in verb):
        return _MEANS if not _is_body(phrase, lexicon) else _PLACES
    return _PLACES if _is_body(phrase, lexicon) else set()


def _promote(phrase: Phrase, relations: set[str], degree: Degree) -> bool:
    """Make the reference of the first of these relations the thing; what was said of it stays."""
    for constraint in phrase.constraints:
        first = constraint.reference[0] if constraint.reference else None
        if first is None or first.type != "target" or constraint.polarity != POSITIVE:
            continue
        if constraint.relation not in relations:
            continue
        if all(degree(name) < SURE for name in first.alternatives()):
            continue
        phrase.heads, phrase.generic = first.alternatives(), False
        places = [c for c in phrase.constraints if c.type in ("room", "floor", "area")]
        phrase.constraints = list(dict.fromkeys([*constraint.reference[1:], *places]))
        return True
    return False
