"""From text to typed constraints by a language model; the rules stand in for every failure."""

from collections import Counter
from collections.abc import Iterable

from inherit_fast.errors import LanguageModelError, ModelError
from inherit_fast.language import LanguageModel, load_prompt
from inherit_fast.language.answers import ParsedConstraint, ParsedQuery
from inherit_fast.retrieval.parse import MAX_CHARACTERS, ORDER, Parser
from inherit_fast.retrieval.query import NEGATIVE, POSITIVE, Constraint, Query

MAX_DEPTH = 8
MAX_CONSTRAINTS = 64
MAX_ARGUMENT = 200
RELATIONS = {"near", "beside", "on", "under", "inside", "above", "with", "between", "closest",
             "farthest", "left", "right", "front", "behind", "end"}  # fmt: skip
PREDICATES = {"color", "tone", "size", "material", "shape", "state", "word", "superlative",
              "ordinal", "side", "count"}  # fmt: skip
_FLOORS = {"top", "up", "down"}
_ASKS = {"one", "all", "whether"}


class ModelParser:
    """Asks a model for the constraints and keeps what the vocabulary of ``Constraint`` allows.

    Attributes:
        failures: how often the rules stood in, by the kind of failure.
        dropped: constraints that were outside the vocabulary.
    """

    def __init__(self, model: LanguageModel, rules: Parser) -> None:
        self._model = model
        self._rules = rules
        self.failures: Counter[str] = Counter()
        self.dropped = 0

    def __call__(self, text: str) -> Query:
        """The constraints of any text; never fails."""
        by_rules = self._rules(text)
        if not text.strip():
            return by_rules
        prompt = load_prompt(
            "parse-1", "parse", _as_answer(by_rules), question=text[:MAX_CHARACTERS]
        )
        try:
            answer, _ = self._model.ask(prompt, (), ParsedQuery)
        except LanguageModelError as error:
            self.failures[error.kind] += 1
            return by_rules
        except ModelError:
            self.failures["absent"] += 1
            return by_rules
        constraints = self._checked(answer.constraints, 0)
        if not constraints:
            self.failures["empty"] += 1
            return by_rules
        ordered = sorted(dict.fromkeys(constraints), key=lambda c: ORDER.index(c.type))
        known = answer.asks in _ASKS or answer.asks.isdigit()
        return Query(text, tuple(ordered), answer.asks if known else by_rules.asks)

    def _checked(self, parsed: Iterable[ParsedConstraint], depth: int) -> list[Constraint]:
        found = []
        for item in list(parsed)[:MAX_CONSTRAINTS]:
            constraint = self._constraint(item, depth)
            if constraint is None:
                self.dropped += 1
            else:
                found.append(constraint)
        return found

    def _constraint(self, item: ParsedConstraint, depth: int) -> Constraint | None:
        argument = " ".join(item.argument.lower().split())[:MAX_ARGUMENT]
        predicate = (item.relation or "").lower() or None
        if item.type not in ORDER or depth >= MAX_DEPTH:
            return None
        if not _fits(item.type, predicate, argument, bool(item.reference)):
            return None
        if item.type in ("target", "floor", "area"):
            predicate = None
        reference = tuple(self._checked(item.reference, depth + 1))
        polarity = NEGATIVE if item.negated else POSITIVE
        return Constraint(item.type, argument, predicate, reference, polarity)  # type: ignore[arg-type]


def _fits(kind: str, predicate: str | None, argument: str, refers: bool) -> bool:
    """Whether scoring can read it."""
    if kind == "relation":
        counts = not argument or argument.lstrip("-").isdigit()
        return predicate in RELATIONS and refers and counts
    if kind == "attribute":
        number = argument.lstrip("-").isdigit()
        return predicate in PREDICATES and bool(argument) and (predicate != "ordinal" or number)
    if kind == "floor":
        return argument in _FLOORS or argument.isdigit()
    return bool(argument)


def _as_answer(query: Query) -> ParsedQuery:
    return ParsedQuery([_parsed(c) for c in query.constraints], query.asks)


def _parsed(c: Constraint) -> ParsedConstraint:
    inner = [_parsed(r) for r in c.reference]
    return ParsedConstraint(c.type, c.argument, c.relation or "", inner, c.polarity < 0)
