"""A meaning as an English request, in varied words."""

import re
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from inherit_fast.evaluation.benchmark.conditions import Condition, Meaning, holds
from inherit_fast.evaluation.benchmark.facts import YES, Facts

T = TypeVar("T")

_FRAMES = (
    "Find {np}.", "Where is {np}?", "Go to {np}.", "Take me to {np}.", "Show me {np}.",
    "Can you find {np}?", "Please locate {np}.", "I am looking for {np}.", "{np}",
    "Walk over to {np}.", "I need {np}.", "Let's look for {np}.",
    "Could you bring me {np}?", "Point me to {np}, please.",
)  # fmt: skip
_ROOM_FIRST = (
    "Go to the {where} and find {np}.", "In the {where}, find {np}.",
    "Head to the {where} and bring me to {np}.", "I am in the {where}, where is {np}?",
)  # fmt: skip
_FLOOR_FIRST = ("{where}, find {np}.", "{where}, where is {np}?")
GOES_FIRST = 0.35  # share of the requests that name a place in which the place comes first
_PLURAL_FRAMES = ("Find {np}.", "Where are {np}?", "Go to {np}.", "Show me {np}.", "{np}")
_SAY = {
    "near": ("near", "close to", "not far from", "in the vicinity of"),
    "beside": ("next to", "beside", "by", "right next to"),
    "on": ("on", "on top of", "resting on", "standing on"),
    "under": ("under", "underneath", "below", "beneath"),
    "inside": ("in", "inside"),
    "closest": ("closest to", "nearest to"),
    "farthest": ("farthest from", "furthest away from"),
}
_DENY = {
    "near": ("not near", "not close to", "nowhere near", "far away from"),
    "beside": ("not next to", "not beside"),
    "on": ("not on", "not on top of"),
    "under": ("not under", "not below"),
    "inside": ("not in", "not inside"),
}
_TELL: dict[tuple[str, bool], tuple[str, ...]] = {
    ("color", True): ("that is {}", "which is {}"),
    ("color", False): ("that is not {}", "that isn't {}", "which is not {}"),
    ("room", True): ("in the {}", "inside the {}", "that is in the {}"),
    ("room", False): ("that is not in the {}", "not in the {}", "outside the {}"),
}
_OTHER_NAMES = {
    "sofa": ("couch",), "trash can": ("garbage can", "rubbish bin"), "tv": ("television",),
    "nightstand": ("bedside table",), "refrigerator": ("fridge",), "bathtub": ("tub",),
    "washbasin": ("sink",), "wastebasket": ("trash can", "bin"), "television": ("tv",),
    "bookshelf": ("bookcase",), "suitcase": ("travel case",), "picture": ("framed picture",),
    "plant": ("houseplant",), "fridge": ("refrigerator",),
}  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_MANY = {"blinds", "stairs", "clothes", "books", "papers", "scissors", "glasses", "shoes",
         "curtains"}  # fmt: skip


class Wording:
    """Words meanings about one scene; every choice comes from the generator given."""

    def __init__(self, facts: Facts, rng: np.random.Generator) -> None:
        self._facts = facts
        self._rng = rng

    def request(self, meaning: Meaning) -> str:
        """A sentence that asks for what ``meaning`` describes."""
        places = [c for c in meaning[1:] if c.kind in ("room", "floor") and c.positive]
        if places and self._rng.random() < GOES_FIRST:
            return self._going_there(meaning, places[0])
        many = meaning[0].words[0] in _MANY
        frame = self._one(_PLURAL_FRAMES if many else _FRAMES)
        return self._sentence(frame.format(np=self.phrase(meaning)))

    def _going_there(self, meaning: Meaning, place: Condition) -> str:
        """The place before the thing: "Go to the kitchen and find ...", "Upstairs, find ..."."""
        if place.kind == "room":
            frame, where = self._one(_ROOM_FIRST), place.words[0]
        else:
            frame, where = self._one(_FLOOR_FIRST), self._floor(int(place.words[0]))
        thing = self.phrase(tuple(c for c in meaning if c is not place))
        return self._sentence(frame.format(where=where, np=thing))

    def use(self, nouns: Sequence[str], sentences: Sequence[str], rest: Meaning) -> str:
        """A request for something that serves an end, with further conditions."""
        tail = "".join(f" {self._after(c)}" for c in rest)
        if sentences and not rest and self._rng.random() < 0.6:
            return self._one(sentences)
        noun = self._one(nouns)
        if not noun.startswith(("some", "a ", "an ")):
            noun = f"{a_or_an(noun)} {noun}"
        return self._sentence(self._one(_FRAMES).format(np=noun + tail))

    def phrase(self, meaning: Meaning) -> str:
        """A noun phrase with its article."""
        words, tails = self.parts(meaning)
        if meaning[0].words[0] in _MANY:
            tails = [re.sub(r"^((?:and )?(?:that|which)) is", r"\1 are", tail) for tail in tails]
        return " ".join([self._determiner(meaning, words), *tails])

    def parts(self, meaning: Meaning) -> tuple[str, list[str]]:
        """A noun with what stands before it, and the phrases behind it."""
        name = self._name(meaning[0].words[0])
        fronts = [(self._in_front(condition), condition) for condition in meaning[1:]]
        words = " ".join([*(front for front, _ in fronts if front), name])
        after = sorted((condition for front, condition in fronts if not front), key=_place)
        return words, _joined([self._after(condition) for condition in after])

    def _determiner(self, meaning: Meaning, words: str) -> str:
        """The thing's article: "the" where there is one such thing."""
        one = int((holds(meaning, self._facts) == YES).sum()) == 1
        if meaning[0].words[0] in _MANY:
            return f"the {words}"
        if one or any(c.kind == "rank" for c in meaning):
            return f"the {words}"
        return f"{a_or_an(words)} {words}"

    def _in_front(self, condition: Condition) -> str:
        """The condition as an adjective, if it is one and so chosen."""
        if condition.kind == "color" and condition.positive and self._rng.random() < 0.75:
            return condition.words[0]
        if condition.kind == "rank" and not condition.reference:
            word = condition.words[0]
            return self._one(("largest", "biggest")) if word == "largest" else word
        return ""

    def _after(self, condition: Condition) -> str:
        kind, word = condition.kind, condition.words[0] if condition.words else ""
        if (kind, condition.positive) in _TELL:
            return self._one(_TELL[kind, condition.positive]).format(word)
        if kind == "floor":
            return self._floor(int(word))
        if kind == "rank":
            return self._linked(self._one(_SAY[word]), condition.reference)
        say = (_SAY if condition.positive else _DENY)[condition.relation]
        return self._linked(self._one(say), condition.reference)

    def _linked(self, words: str, reference: Meaning) -> str:
        clause = self._one(("", "", "that is ", "which is "))
        return f"{clause}{words} {self.phrase(reference)}"

    def _floor(self, number: int) -> str:
        top = self._facts.scene.floor_count
        say = [f"on level {number}", f"on the {_ORDINALS[number - 1]} floor", f"on floor {number}"]
        if number == 1:
            say.append("on the ground floor")
        if number == top:
            say.append("on the top floor")
        if top == 2:
            say.append("upstairs" if number == 2 else "downstairs")
        return self._one(say)

    def _name(self, name: str) -> str:
        """The name or another that is true of the very same things."""
        called = self._facts.called
        others = [n for n in _OTHER_NAMES.get(name, ()) if (called(n) == called(name)).all()]
        return self._one(others) if others and self._rng.random() < 0.3 else name

    def _one(self, options: Sequence[T]) -> T:
        return options[int(self._rng.integers(len(options)))]

    def _sentence(self, text: str) -> str:
        return text[:1].upper() + text[1:] if text.endswith((".", "?")) else text


def a_or_an(words: str) -> str:
    """The indefinite article for what follows it."""
    return "an" if words[:1] in "aeiou" else "a"


def has_no_singular(name: str) -> bool:
    """Whether a label is one of the plurals that stand for a thing."""
    return name in _MANY


def plural(noun: str) -> str:
    """The plural of a noun phrase that ends with its noun."""
    if noun.split()[-1] in _MANY:
        return noun
    for ending, many in (("elf", "elves"), ("fe", "ves"), ("man", "men"), ("mouse", "mice")):
        if noun.endswith(ending):
            return noun.removesuffix(ending) + many
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def _place(condition: Condition) -> int:
    """Places before relations: what stands last is read with the reference."""
    order = {"color": 0, "room": 1, "floor": 2, "relation": 3, "rank": 4}
    return order[condition.kind]


def _joined(tails: list[str]) -> list[str]:
    """Two clauses of their own are joined by "and"."""
    clauses = ("that ", "which ")
    joined: list[str] = []
    for tail in tails:
        if joined and tail.startswith(clauses) and joined[-1].startswith(clauses):
            tail = "and " + tail.replace("which ", "that ", 1)
        joined.append(tail)
    return joined
