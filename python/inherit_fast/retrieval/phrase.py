"""A noun phrase as it was read: names for its head, and constraints on it."""

from dataclasses import dataclass, field

from inherit_fast.retrieval.query import Constraint


@dataclass(slots=True)
class Phrase:
    """A noun phrase: names that will do for its head, and the constraints on it.

    Attributes:
        heads: its names; empty for "something" (``generic``) and where no noun was found.
        is_room: the head names a kind of room.
        ranking: "closest" or "farthest" before the noun.
        place: its number, as in "the second closest chair"; empty for the first.
        is_area: the head names a part of a room ("seating area").
    """

    heads: list[str] = field(default_factory=list)
    is_room: bool = False
    is_area: bool = False
    ranking: str = ""
    place: str = ""
    generic: bool = False
    constraints: list[Constraint] = field(default_factory=list)

    def own(self) -> list[Constraint]:
        """The head as a constraint (none for "something"), then those on it."""
        if not self.heads:
            return list(self.constraints)
        names = " or ".join(self.heads)
        if self.is_area:
            return [Constraint("area", names), *self.constraints]
        return [Constraint("room" if self.is_room else "target", names), *self.constraints]
