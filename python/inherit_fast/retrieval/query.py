"""A query as typed constraints, c = (tau, a, r, b, p) (paper, section III-D)."""

from dataclasses import dataclass, replace
from typing import Literal

ConstraintType = Literal["target", "attribute", "relation", "room", "floor", "area"]

POSITIVE, NEGATIVE = 1, -1
# Predicates of one kind.
RANKING = {"closest", "farthest"}
SIDES = {"left", "right", "front", "behind"}
CHOOSING = {"superlative", "ordinal", "side"}


@dataclass(frozen=True, slots=True)
class Constraint:
    """One condition on the thing that is looked for.

    Attributes:
        type: tau, what kind of evidence answers it.
        argument: a, the phrase that constrains; alternatives are joined by " or ".
        relation: r, the predicate: near, beside, on, under, inside, above, with, between,
            closest, farthest, left, right, front, behind for relations; color, tone, size,
            material, shape, state, word, superlative, ordinal, count for attributes; else None.
        reference: b, the constraints on the thing (or room) that the relation refers to.
        polarity: p, +1, or -1 where the condition must not hold.
    """

    type: ConstraintType
    argument: str = ""
    relation: str | None = None
    reference: tuple["Constraint", ...] = ()
    polarity: int = POSITIVE

    def negated(self) -> "Constraint":
        """The same condition with the other polarity."""
        return replace(self, polarity=-self.polarity)

    def alternatives(self) -> list[str]:
        """The argument's phrases, any of which will do."""
        return self.argument.split(" or ")

    def __str__(self) -> str:
        sign = "not " if self.polarity == NEGATIVE else ""
        inner = "; ".join(map(str, self.reference))
        relation = f" {self.relation}" if self.relation else ""
        argument = f' "{self.argument}"' if self.argument else ""
        return f"{sign}{self.type}{relation}{argument}" + (f" [{inner}]" if inner else "")


@dataclass(frozen=True, slots=True)
class Query:
    """What a parser made of a text.

    Attributes:
        text: the question.
        constraints: all apply to the thing looked for.
        asks: what an answer is: "one" thing, "all" that fit, a number of them ("2"), or
            "whether" there is one.
    """

    text: str
    constraints: tuple[Constraint, ...]
    asks: str = "one"

    def of_type(self, *types: ConstraintType) -> list[Constraint]:
        """The constraints of these types, in order."""
        return [c for c in self.constraints if c.type in types]

    def line(self) -> str:
        """The parse as one line."""
        return "; ".join(map(str, self.constraints))

    def tree(self) -> str:
        """The parse as an indented tree."""
        return "\n".join(_branch(self.constraints, 0))


def _branch(constraints: tuple[Constraint, ...], depth: int) -> list[str]:
    lines = []
    for constraint in constraints:
        lines.append("  " * depth + str(replace(constraint, reference=())))
        lines += _branch(constraint.reference, depth + 1)
    return lines
