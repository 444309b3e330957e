"""Instructions for a way, cut into the places that it leads past and to."""

import re
from dataclasses import dataclass, field, replace
from typing import Literal

Role = Literal["via", "stop", "avoid"]


@dataclass(frozen=True, slots=True)
class Leg:
    """One place of a way.

    Attributes:
        role: passed by, gone to, or kept away from.
        text: the phrase that names it, such as "the lamp near the sofa".
        between: the place lies between the things that the phrase names.
    """

    role: Role
    text: str
    between: bool = False


# Phrases that begin a leg. Those of `_LOOSE` may just as well belong to the description of a thing
# ("the lamp near the sofa"), so that they begin a leg only behind a verb, a joint or "path".
_MARKS: dict[Role, tuple[str, ...]] = {
    "avoid": (
        "avoid", "avoiding", "without passing", "do not pass", "do not go near",
        "do not go through", "stay away from", "staying away from", "keep away from",
        "keeping away from",
    ),
    "via": (
        "past", "pass", "passing", "pass by", "passing by", "via", "by way of", "through", "across",
        "around", "along", "between", "near", "close to", "by", "beside", "next to", "closest to",
    ),
    "stop": (
        "to", "towards", "toward", "up to", "into", "onto", "until", "until you reach", "to reach",
        "reach", "stop at", "stop near", "stop by", "stop beside", "stop between", "stop next to",
        "stop close to", "stop in front of", "stop on", "stop under", "stop in", "end at",
        "end near", "end up at", "finish at", "arrive at", "at", "approach", "visit", "find",
        "in front of",
    ),
}  # fmt: skip
_LOOSE = {
    "near", "close to", "by", "beside", "next to", "closest to", "between", "through", "across",
    "around", "along", "at", "in front of", "find", "pass", "onto", "into",
}  # fmt: skip
_PHRASES = {
    tuple(phrase.split()): (role, phrase) for role, phrases in _MARKS.items() for phrase in phrases
}
_LONGEST = max(map(len, _PHRASES))
_JOINTS = {",", ".", ";", "then", "first", "finally", "afterwards", "next", "lastly", "now"}
_VERBS = {
    "go", "walk", "move", "drive", "head", "navigate", "proceed", "continue", "travel", "run",
    "come", "get", "turn", "take", "follow", "stop", "end", "return", "keep", "pass", "it", "you",
    "going", "walking", "moving", "heading", "please", "there", "over", "back", "on", "and", "up",
    "straight", "directly", "robot", "to", "do", "that", "after", "by", "while", "make", "your",
    "way",
}  # fmt: skip
_PATH = {"path", "route", "way", "one"}
_BOUND_TO = {"next", "close", "closest", "nearest", "nearer", "adjacent", "opposite", "attached",
             "farthest", "furthest", "belongs", "connected"}  # fmt: skip
_SIDES = re.compile(r"^(?:the )?(?:left|right|front|back|side|rear) (?:side )?of\b")
_PARTICIPLES = {"going", "walking", "moving", "passing", "driving"}
_SMALL = {"the", "a", "which", "is"}
_TAILS = {"and", "go", "walk", "move", "stop", "take", "path", *_PARTICIPLES}
_PATH_HEAD = re.compile(r"(?:the |a |any )?(?:path|route|way|area|space) (?:(?:that|which) is )?")
_INNER = re.compile(r"(between|near|close to|next to|by|beside|past|through|along) ")
_WORD = re.compile(r"[a-z0-9]+(?:[-'][a-z0-9]+)*|[,.;]")


@dataclass(slots=True)
class _Open:
    """A leg whose words are still being read; ``later``: told behind what it leads to."""

    role: Role | None = None
    mark: str = ""
    later: bool = False
    words: list[str] = field(default_factory=list)


def split_legs(text: str) -> list[Leg]:
    """The places of an instruction, in the order in which one comes by.

    A text that tells of no way ("the red chair near the door") gives no leg.
    """
    words = _WORD.findall(text.lower())
    legs: list[Leg] = []
    open_leg = _Open()
    at = 0
    while at < len(words):
        found = _mark_at(words, at, open_leg)
        if found is not None or _ends(words, at):
            _close(legs, open_leg)
            open_leg = _Open()
        if found is not None:
            role, mark = found
            later = mark.startswith("passing") or (at > 0 and words[at - 1] in _PARTICIPLES)
            open_leg = _Open(role, mark, later)
            at += len(mark.split())
        else:
            open_leg.words.append(words[at])
            at += 1
    _close(legs, open_leg)
    ends = [k for k, leg in enumerate(legs) if leg.role != "avoid"][-1:]
    return [replace(leg, role="stop") if k in ends else leg for k, leg in enumerate(legs)]


def _mark_at(words: list[str], at: int, leg: _Open) -> tuple[Role, str] | None:
    """The longest phrase that begins a leg here."""
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        found = _PHRASES.get(tuple(words[at : at + length]))
        if found is not None and _may_begin(words, at, found[1], leg):
            return found
    return None


def _may_begin(words: list[str], at: int, mark: str, leg: _Open) -> bool:
    before = words[at - 1] if at else ""
    if mark in _LOOSE:
        named = [w for w in leg.words if w not in _VERBS | _JOINTS | _PATH | _SMALL]
        # "Avoid the path between": the path is what is avoided.
        return not named and (leg.role is None or not leg.words)
    if mark == "to":
        after = " ".join(words[at + 1 : at + 5])
        return before not in _BOUND_TO and not _SIDES.match(after)
    return True


def _ends(words: list[str], at: int) -> bool:
    """Whether a joint parts this word from what is before: "," or "then", but not "next to"."""
    if words[at] not in _JOINTS:
        return words[at] == "and" and words[at + 1 : at + 2] != [] and words[at + 1] in _VERBS
    return words[at] != "next" or words[at + 1 : at + 2] != ["to"]


def _close(legs: list[Leg], leg: _Open) -> None:
    words = [w for w in leg.words if w not in (",", ".", ";")]
    while words and words[-1] in _JOINTS | _TAILS:
        words = words[:-1]
    while words and words[0] in _JOINTS | {"and"}:
        words = words[1:]
    role = leg.role
    if role is None and legs and words[:1] in (["the"], ["a"]):
        role = legs[-1].role  # "past the lamp, the sofa and then the table"
    if role is None or not words:
        return
    text, between = " ".join(words), leg.mark.endswith("between")
    path = _PATH_HEAD.match(text)
    text = text[path.end() :] if path is not None else text
    inner = _INNER.match(text)
    if inner is not None:
        text, between = text[inner.end() :], between or inner[1] == "between"
    # "To the painting, passing between the chairs": the chairs come first.
    early = leg.later and role == "via" and legs and legs[-1].role == "stop"
    legs.insert(len(legs) - 1 if early else len(legs), Leg(role, text, between))
