"""What a noun phrase and the thing it belongs to make of each other."""

from dataclasses import replace

from inherit_fast.retrieval.phrase import Phrase
from inherit_fast.retrieval.query import POSITIVE, RANKING, Constraint

OF = "of"  # while a phrase is read; "with" once it is done
_IN_ROOM = {"inside", "on", "beside", "with", OF}
STAIRS = {"stairs", "stair", "staircase", "stairway", "stairwell", "steps", "flight of stairs"}
PART = "part"  # "in the corner of": in it if it is a room, else near it


def name_owner(phrase: Phrase) -> None:
    """Make "the drawer of the desk" a "desk drawer", or, where that was not mapped, the desk."""
    for constraint in phrase.constraints:
        owner = constraint.reference[0] if constraint.reference else None
        owned = constraint.relation in ("on", OF) and constraint.polarity == POSITIVE
        if owned and owner and owner.type == "target" and len(constraint.reference) == 1:
            phrase.heads = [f"{owner.argument} {phrase.heads[0]}", owner.argument]
            phrase.constraints.remove(constraint)
            return


def outside(reference: Phrase) -> list[Constraint]:
    """Outside the kitchen is not in it; outside anything else is near it."""
    own = reference.own()
    if not own:
        return []
    if reference.is_room:
        inner = tuple(c for c in own[1:] if c.type != "floor")
        return [Constraint("room", own[0].argument, None, inner).negated()]
    return [Constraint("relation", "", "near", tuple(own))]


def shared(constraints: list[Constraint]) -> list[Constraint]:
    """Where the reference is, the thing is too: rooms and floors hold for both."""
    places = (c for c in constraints if c.type in ("room", "floor") and c.polarity == POSITIVE)
    return [c for c in places if c.relation != "of"]  # not for "near the office door"


def denied(phrase: Phrase) -> list[Constraint]:
    """Of "not the red one" the colour is denied, of "not a chair" the noun."""
    return [c.negated() for c in phrase.constraints or phrase.own()[:1]]


def at_end(constraints: list[Constraint], end: str) -> list[Constraint]:
    """At the upper or lower end of stairs; "at the foot of the bed" has no height."""
    side = Constraint("attribute", end, "side")
    return [
        replace(c, reference=(*c.reference, side))
        if c.reference and c.reference[0].argument in STAIRS
        else c
        for c in constraints
    ]


def placed(constraints: list[Constraint], place: str) -> list[Constraint]:
    """With the number of "the second closest"."""
    return [replace(c, argument=place) if c.relation in RANKING else c for c in constraints]


def neighbours(constraints: list[Constraint]) -> list[Constraint]:
    """A room that is said to be next to a room is not in it."""
    return [
        Constraint("relation", "", "beside", (c,)) if c.type == "room" else c for c in constraints
    ]


def between(ends: list[Phrase]) -> Constraint:
    """Between these things."""
    told = [tuple(end.own()) for end in ends]
    inner = tuple(Constraint("relation", "", "end", own) for own in told if own)
    return Constraint("relation", "", "between", inner)


def settled(constraint: Constraint) -> Constraint:
    """As it stands once its phrase is read: "of" is "with"."""
    if constraint.type != "relation" or constraint.relation != OF:
        return constraint
    return replace(constraint, relation="with")


def link(relation: str, reference: Phrase) -> list[Constraint]:
    """What a relation to a reference says: of rooms where the thing is, of things how it lies."""
    own = reference.own()
    if relation == PART:
        relation = "inside" if reference.is_room else "near"
    if not reference.heads and not reference.generic:
        return own  # "the second from the right"
    places = shared(own[1:])
    if reference.is_area:
        return [own[0], *places]
    if reference.is_room and relation in _IN_ROOM:
        inner = tuple(c for c in own[1:] if c.type != "floor")
        if own[0].argument in ("room", "area") and not inner:
            return places  # "in the room" says nothing
        return [Constraint("room", own[0].argument, None, inner), *places]
    return [Constraint("relation", "", relation, tuple(own)), *places]


def but_places(constraints: list[Constraint]) -> list[Constraint]:
    """All denied; where the thing is only if nothing else is: "not the red chair in the hall"."""
    places = [c for c in constraints if c.type in ("room", "floor")]
    others = [c.negated() for c in constraints if c not in places]
    return [*others, *places] if others else [c.negated() for c in places]
