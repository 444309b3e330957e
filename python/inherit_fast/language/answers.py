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
        box: left, top, right, bottom as shares of the picture's width and height, 0 to 1.
    """

    label: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class MissedThings:
    """Object expansion (paper, section III-C)."""

    things: list[MissedThing] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PlaceText:
    """Name and summary of a functional area or of a room."""

    label: str
    description: str
