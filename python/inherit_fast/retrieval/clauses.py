"""A request to its clauses: where to go, what to do, and the noun phrase that belongs to each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from inherit_fast.retrieval.lexicon import Lexicon

Knows = Callable[[str], bool]
ClauseKind = Literal["motion", "action", "leaving", "bare"]
_MARKS = {".", ";", "?", "!", ":", "then"}
_LOOSE_PARTICLES = {"off", "up", "out", "down", "away"}
_PREPOSITIONS = {
    "in",
    "on",
    "at",
    "from",
    "inside",
    "under",
    "near",
    "by",
    "next",
    "above",
    "behind",
}
_SELF = {"me", "us"}
_STATES = {"open", "shut", "closed", "clean", "dry"}  # "slide open the door"
_GETS = {"her", "him", "them"}
_INDEFINITE = {"something", "anything", "everything", "stuff"}
_SIDES = {"left", "right"}
_PASSING = {"past", "through", "along", "across", "down", "up", "over", "around", "beyond"}


@dataclass(frozen=True, slots=True)
class Clause:
    """One part of a request: ``motion`` (go to), ``action`` (clean), ``leaving``, or ``bare``."""

    kind: ClauseKind
    words: list[str]
    verb: str = ""


def split_clauses(words: list[str], lexicon: Lexicon, knows: Knows) -> list[Clause]:
    """Clauses in order; words around a request ("please", "can you") are dropped.

    ``knows`` tells names of things: a "water bottle" waters nothing.
    """
    return [
        clause
        for sentence in _sentences(words)
        for clause in _clauses(sentence, lexicon, knows)
        if clause.words
    ]


def _sentences(words: list[str]) -> Iterator[list[str]]:
    sentence: list[str] = []
    for word in [*words, "."]:
        if word in _MARKS:
            yield sentence
            sentence = []
        else:
            sentence.append(word)


def _clauses(words: list[str], lexicon: Lexicon, knows: Knows) -> Iterator[Clause]:
    at = _skip_wrappers(words, 0, lexicon)
    at += words[at : at + 1] == ["which"]
    before = at
    kind, at = _opening(words, at, lexicon, knows)
    verb, start = " ".join(words[before:at]), at
    while at < len(words):
        joint = words[at] in ("and", ",")
        begin = _skip_wrappers(words, at + 1, lexicon) if joint else at
        # "On the couch in the living room bring me ...": the place comes before the verb.
        inner = not joint and kind == "bare" and words[start] in _PREPOSITIONS and at > start
        if joint or inner:
            next_kind, after = _verb(words, begin, lexicon, strict=True)
            if next_kind != "bare":
                yield _clause(kind, words[start:at], verb, lexicon)
                kind, verb = next_kind, " ".join(words[begin:after])
                start = at = after
                continue
        at += 1
    yield _clause(kind, words[start:], verb, lexicon)


def _clause(kind: ClauseKind, words: list[str], verb: str, lexicon: Lexicon) -> Clause:
    """The clause; of "walk past the stairs to the office" only where it leads to at last."""
    start = at = 0
    if kind == "motion" and words and not _PASSING.isdisjoint((words[0], verb.split()[-1])):
        while at < len(words):
            text = lexicon.match(words[at:]).text
            at += len(text.split())
            leads = text in ("to", "into") and at < len(words)
            if leads and _SIDES.isdisjoint(words[at : at + 2]):
                start = at
    return Clause(kind, words[start:], verb)


def _skip_wrappers(words: list[str], at: int, lexicon: Lexicon) -> int:
    while at < len(words):
        length = _longest(words, at, lexicon.wrappers)
        if words[at] not in ("and", ",") and not length:
            break
        at += max(1, length)
    return at


def _verb(
    words: list[str], at: int, lexicon: Lexicon, *, strict: bool = False
) -> tuple[ClauseKind, int]:
    """Kind of the clause that starts at ``at``, and where its phrase begins.

    ``strict`` asks for an article or the like behind the verb, as inside a sentence a verb may
    just as well be a noun ("the water and the light").
    """
    place = lexicon.match(words[at:]) if at < len(words) else None
    placed = len(place.text.split()) if place and place.kind == "relation" else 0
    posture = _longest(words, at, lexicon.postures)
    if posture and (at + posture) < len(words):
        where = lexicon.match(words[at + posture :])
        if where.kind == "relation":
            return "motion", at + posture + len(where.text.split())
    if length := _longest(words, at, lexicon.leaving):
        return "leaving", at + length
    for kind, phrases in (("motion", lexicon.motion), ("action", lexicon.verbs)):
        length = _longest(words, at, phrases)
        if length < placed:  # "close to the door" closes nothing
            continue
        plain = length > 1 or tuple(words[at : at + length]) in lexicon.plain_verbs
        if length and (not strict or plain or _object_follows(words, at + length, lexicon)):
            return _named(kind), _skip_particles(words, at + length, lexicon)
    if at + 1 < len(words) and _is_unknown_verb(words, at, lexicon):
        return "action", _skip_particles(words, at + 1, lexicon)
    return "bare", at


def _named(kind: str) -> ClauseKind:
    return "motion" if kind == "motion" else "action"


def _longest(words: list[str], at: int, phrases: set[tuple[str, ...]]) -> int:
    return next((n for n in range(5, 0, -1) if tuple(words[at : at + n]) in phrases), 0)


def _object_follows(words: list[str], at: int, lexicon: Lexicon) -> bool:
    if at >= len(words):
        return False
    word = words[at]
    return lexicon.is_article(word) or word in lexicon.particles | _SELF | lexicon.pronouns


def _opening(words: list[str], at: int, lexicon: Lexicon, knows: Knows) -> tuple[ClauseKind, int]:
    """Kind of a sentence's first clause, and where its phrase begins."""
    if _is_compound(words, at, lexicon, knows):
        return "bare", at
    return _verb(words, at, lexicon)


def _is_compound(words: list[str], at: int, lexicon: Lexicon, knows: Knows) -> bool:
    """Whether what looks like a verb begins a name ("light switch") or describes ("dry towel")."""
    if at + 1 >= len(words) or _object_follows(words, at + 1, lexicon):
        return False
    tells = lexicon.match(words[at : at + 1]).kind in ("tone", "state")
    return tells or knows(f"{words[at]} {words[at + 1]}")


def _is_unknown_verb(words: list[str], at: int, lexicon: Lexicon) -> bool:
    """A word that an article follows: within a noun phrase that cannot be."""
    verbs = lexicon.placing_verbs | lexicon.caring_verbs
    if words[at] in verbs and _object_follows(words, at + 1, lexicon):
        return True
    if lexicon.match(words[at : at + 1]).kind not in ("word", "state", "tone"):
        return False
    after = at + 1 + (words[at + 1] in _LOOSE_PARTICLES)
    following = words[after] if after < len(words) else ""
    return lexicon.is_article(following) or following in _INDEFINITE


def _skip_particles(words: list[str], at: int, lexicon: Lexicon) -> int:
    """Past "up", "me", and "her" where she only gets it: "give her the ball"."""
    while at < len(words):
        gets = words[at] in _GETS and _object_follows(words, at + 1, lexicon)
        opens = words[at] in _STATES and _object_follows(words, at + 1, lexicon)
        if not (gets or opens or words[at] in lexicon.particles | _SELF):
            break
        at += 1
    return at
