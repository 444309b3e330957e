"""What language models are asked for: one frozen dataclass a kind of answer."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ObjectText:
    """How one thing looks.

    Attributes:
        phrase: noun phrase with its visible qualities ("small white ceramic mug with a handle").
        attributes: single words of material, pattern, shape and state.
    """

    phrase: str
    attributes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MissedThing:
    """A thing that a picture shows and the map lacks.

    Attributes:
        label: lower-case category.
        left, top, right, bottom: as shares of the picture's width and height, 0 to 1.
    """

    label: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class MissedThings:
    """Object expansion (paper, section III-C)."""

    things: list[MissedThing] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PlaceText:
    """Name and summary of a functional area or of a room."""

    label: str
    description: str


@dataclass(frozen=True, slots=True)
class ParsedConstraint:
    """One typed constraint, c = (tau, a, r, b, p) (paper, section III-D).

    Attributes:
        type: target, attribute, relation, room, area or floor.
        argument: the phrase; an ordinal or a floor as a number.
        relation: the predicate of a relation or attribute, else empty.
        reference: constraints on the thing that a relation refers to, or on a room.
        negated: the condition must not hold.
    """

    type: str
    argument: str
    relation: str = ""
    reference: list["ParsedConstraint"] = field(default_factory=list)
    negated: bool = False


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query as typed constraints; ``asks``: one, all, whether, or a number of things."""

    constraints: list[ParsedConstraint]
    asks: str = "one"


@dataclass(frozen=True, slots=True)
class PicturePick:
    """The picture, counted from 1, that shows what is asked for; 0 for none. Sure: 0 to 1."""

    picture: int
    confidence: float


@dataclass(frozen=True, slots=True)
class RankedIds:
    """Ids of objects of a memory, best first."""

    ids: list[str] = field(default_factory=list)
