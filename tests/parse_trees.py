"""Hand-written trees of constraints, and how well a parse agrees with one."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Constraint

_LINE = re.compile(r"( *)(\? )?(not )?(\w+)(?: ([\w|]+))?:(?: (.*))?$")


@dataclass
class Wanted:
    """A constraint that a parse should hold; ``optional``: neither asked for nor held against."""

    type: str
    relations: tuple[str, ...]
    arguments: tuple[str, ...]
    polarity: int
    optional: bool
    children: list["Wanted"] = field(default_factory=list)

    def size(self) -> int:
        """Constraints that must be found; none of what belongs to an optional one."""
        return 0 if self.optional else 1 + sum(child.size() for child in self.children)


@dataclass
class Agreement:
    """Counts of constraints over one sentence."""

    matched: int = 0
    wanted: int = 0
    found: int = 0
    denials_right: bool = True
    denies: bool = False


def read_trees(path: Path) -> list[tuple[str, list[Wanted]]]:
    """Sentences with the constraints that they should parse to."""
    cases: list[tuple[str, list[Wanted]]] = []
    stack: list[list[Wanted]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("> "):
            cases.append((line[2:], []))
            stack = [cases[-1][1]]
        elif line.strip() and not line.startswith("#"):
            found = _LINE.match(line)
            assert found, f"{path.name}:{number}: cannot read {line!r}"
            depth = len(found[1]) // 2
            node = _wanted(*found.groups()[1:])
            stack[depth].append(node)
            stack[depth + 1 :] = [node.children]
    return cases


def _wanted(optional, denied, kind, relation, argument) -> Wanted:
    relations = tuple(relation.split("|")) if relation else ()
    arguments = tuple(argument.split("|")) if argument else ()
    return Wanted(kind, relations, arguments, -1 if denied else 1, bool(optional))


class Judge:
    """Compares parses with trees; words that mean the same agree."""

    def __init__(self, synonyms: Synonyms) -> None:
        self._synonyms = synonyms

    def __call__(self, wanted: list[Wanted], found: tuple[Constraint, ...]) -> Agreement:
        """Agreement of one sentence's parse."""
        result = Agreement()
        self._compare(wanted, found, result)
        return result

    def _compare(self, wanted, found, result: Agreement) -> None:
        left = list(wanted)
        for constraint in found:
            fits = [node for node in left if self._fits(node, constraint)]
            if not fits:
                result.found += _size(constraint)
                self._denied(constraint.polarity, result, right=False)
                continue
            best = max(fits, key=lambda node: self._inner(node, constraint))
            left.remove(best)
            if best.optional:
                continue
            result.matched += 1
            result.wanted += 1
            result.found += 1
            self._denied(constraint.polarity, result, right=True)
            self._compare(best.children, constraint.reference, result)
        for node in left:
            result.wanted += node.size()
            if not node.optional:
                self._denied(node.polarity, result, right=False)

    def _inner(self, node: Wanted, constraint: Constraint) -> tuple[int, bool]:
        inner = Agreement()
        self._compare(node.children, constraint.reference, inner)
        return inner.matched - inner.found, not node.optional

    def _denied(self, polarity: int, result: Agreement, *, right: bool) -> None:
        if polarity < 0:
            result.denies = True
            result.denials_right &= right

    def _fits(self, node: Wanted, constraint: Constraint) -> bool:
        if node.type != constraint.type or node.polarity != constraint.polarity:
            return False
        if node.relations and constraint.relation not in node.relations:
            return False
        if not node.arguments:
            return True
        told = constraint.alternatives()
        return any(self._same(a, b) for a in node.arguments for b in told)

    def _same(self, a: str, b: str) -> bool:
        normal = self._synonyms.normal
        return a == b or normal(a) == normal(b)


def _size(constraint: Constraint) -> int:
    return 1 + sum(map(_size, constraint.reference))
