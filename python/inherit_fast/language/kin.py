"""How closely two names are related, and what is remembered of one name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from inherit_fast.language.words import head_position

T = TypeVar("T")
CACHE_SIZE = 20_000


@dataclass(frozen=True, slots=True)
class Degrees:
    """How well a label answers a word, 0 to 1, by the way the two are related.

    Attributes:
        synonym: another name of the same thing.
        shared_word: another name that shares a word: "coffee cup" for "coffee mug".
        narrower: the label is a kind of the word; times ``step`` for each further level.
        wider: the word is a kind of the label; times ``step`` for each further level.
        look_alike: people and detectors confuse the two.
        related: different things, called by each other's name.
        own_head: the label's last word is the word: a "dining chair" is called a chair.
        same_head: different kinds of one thing ("coffee table", "dining table").
        same: two labels of at least this degree, either way, agree.
        reach: levels followed up or down.
    """

    synonym: float = 0.95
    shared_word: float = 0.97
    narrower: float = 0.9
    wider: float = 0.7
    look_alike: float = 0.65
    related: float = 0.45
    own_head: float = 0.96
    same_head: float = 0.45
    step: float = 0.93
    same: float = 0.65
    reach: int = 5


@dataclass(frozen=True, slots=True)
class Kin:
    """A label's place in the tables: its meanings, and wider ones with their level."""

    name: str
    head: str
    own: frozenset[int]
    up: Mapping[int, int]
    alike: frozenset[int]
    related: frozenset[int]


def remember(cache: dict[str, T], key: str, value: T, most: int = CACHE_SIZE) -> T:
    """Keep ``value`` for the next question; at ``most`` entries the cache starts anew."""
    if len(cache) >= most:
        cache.clear()
    cache[key] = value
    return value


def head_of(name: str) -> str:
    """The word of a name that says what the thing is."""
    words = name.split()
    return words[head_position(words)] if words else ""
