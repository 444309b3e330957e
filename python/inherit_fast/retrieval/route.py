"""Which evidence a query is answered by, read off the parser's fields (paper, section III-D)."""

from collections.abc import Iterator
from dataclasses import dataclass

from inherit_fast.retrieval.query import NEGATIVE, POSITIVE, Constraint, Query

VISUAL = {"color", "tone", "size", "shape", "material", "state", "word"}


@dataclass(frozen=True, slots=True)
class RouteConfig:
    """What is left out where relations are less reliable. The paper sets both shares to 0.

    Attributes:
        hierarchy: whether rooms, areas and floors count at all; off only to compare.
        relations: whether relations count at all; off only to compare.
        negated_share: weight of relations where a reference object is denied.
        nested_share: weight of relations that are nested in a query that names a room.
    """

    hierarchy: bool = True
    relations: bool = True
    negated_share: float = 1.0
    nested_share: float = 1.0


@dataclass(frozen=True, slots=True)
class Route:
    """How one query goes.

    Attributes:
        relation_share: factor on the weight of its relations, 0 to 1.
        hierarchy: whether rooms, areas and floors count.
        visual: whether pictures may decide between the first candidates.
        why: the reason in words.
    """

    relation_share: float
    hierarchy: bool
    visual: bool
    why: str


def route(query: Query, config: RouteConfig) -> Route:
    """Denied references first, then nesting beside a room cue; all others use everything."""
    relations = query.of_type("relation")
    visual = has_visual_attributes(query) and not relations
    if not config.relations:
        return Route(0.0, config.hierarchy, visual, "without relations")
    if any(c.polarity == NEGATIVE for c in _flat(relations)):
        why = "a reference is denied"
        return Route(
            config.negated_share, config.hierarchy, visual, _told(why, config.negated_share)
        )
    if any(_nests(c) for c in relations) and query.of_type("room"):
        share, why = config.nested_share, "references are nested and a room is named"
        return Route(share, config.hierarchy, visual, _told(why, share))
    return Route(1.0, config.hierarchy, visual, "all evidence")


def has_visual_attributes(query: Query) -> bool:
    """Whether something is asked for that a picture shows."""
    return any(c.relation in VISUAL and c.polarity == POSITIVE for c in query.of_type("attribute"))


def _told(why: str, share: float) -> str:
    if share == 1.0:
        return f"all evidence ({why})"
    return f"relations count {share:g} of their weight: {why}" if share else f"no relations: {why}"


def _flat(constraints: list[Constraint]) -> Iterator[Constraint]:
    for constraint in constraints:
        yield constraint
        yield from _flat(list(constraint.reference))


def _nests(constraint: Constraint) -> bool:
    return any(
        inner.type == "relation" and inner.relation != "end" for inner in constraint.reference
    )
