"""What a noun phrase and the thing it belongs to make of each other."""

from inherit_fast.retrieval.noun_phrases import Phrase
from inherit_fast.retrieval.query import POSITIVE, Constraint

OF = "of"  # while a phrase is read; "with" once it is done


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
