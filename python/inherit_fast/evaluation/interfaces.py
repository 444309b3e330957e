"""Direct reading against structured retrieval, model by model, with what it costs (table IV)."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inherit_fast.errors import LanguageModelError
from inherit_fast.evaluation.comparison import Case
from inherit_fast.evaluation.evaluate import Answerer
from inherit_fast.evaluation.metrics import (
    RECALL_AT,
    Verdict,
    judge_by_position,
    judge_by_source_id,
    total,
)
from inherit_fast.evaluation.tables import markdown
from inherit_fast.language import LanguageModel, MeteredModel, Synonyms
from inherit_fast.retrieval import (
    DirectReader,
    ModelParser,
    Query,
    Ranking,
    Retriever,
    RuleParser,
)


@dataclass(frozen=True, slots=True, eq=False)
class InterfaceResult:
    """One model behind one interface.

    Attributes:
        cost: a query, in the currency of the configured prices.
        tokens: a query, prompt and answer.
        seconds: a query, by the clock.
        failures: questions to which the model gave no usable answer.
    """

    model: str
    interface: str
    verdicts: Sequence[Verdict]
    cost: float
    tokens: float
    seconds: float
    failures: int


def compare_interfaces(
    models: Mapping[str, LanguageModel], cases: Sequence[Case], synonyms: Synonyms
) -> list[InterfaceResult]:
    """The rules alone, then each model: reading the whole memory, and parsing for retrieval.

    As in the paper, retrieval goes without the dense paths and without pictures here.
    """
    rules = RuleParser(synonyms)
    results = [_ask("rules, no model", "structured", None, cases, rules, synonyms)]
    for name, model in models.items():
        for interface in ("direct", "structured"):
            results.append(_ask(name, interface, MeteredModel(model), cases, rules, synonyms))
    return results


def interface_table(results: Sequence[InterfaceResult]) -> str:
    """The comparison as Markdown."""
    rows = []
    for result in results:
        scores = total(result.verdicts)
        shares = (scores.strict_top1, scores.recall_at_5)
        rows.append(
            [
                f"{result.model}, {result.interface}",
                *(f"{100 * share:.1f}" for share in shares),
                f"{result.cost:.4f}",
                f"{result.tokens:.0f}",
                f"{result.seconds:.3f}",
                str(result.failures),
            ]
        )
    head = ["model, interface", "strict Top-1", "Recall@5", "cost/query", "tokens/query"]
    return markdown([*head, "s/query", "no answer"], rows)


def _ask(
    name: str,
    interface: str,
    model: MeteredModel | None,
    cases: Sequence[Case],
    rules: RuleParser,
    synonyms: Synonyms,
) -> InterfaceResult:
    verdicts: list[Verdict] = []
    start = time.perf_counter()
    for case in cases:
        answerer = _answerer(interface, model, case, rules, synonyms)
        judge = judge_by_source_id if case.by_source_id else judge_by_position
        for query in case.queries:
            verdicts.append(judge(query, answerer(query.text, RECALL_AT), case.matcher))
    seconds, count = time.perf_counter() - start, max(1, len(verdicts))
    if model is None:
        return InterfaceResult(name, interface, verdicts, 0.0, 0.0, seconds / count, 0)
    meter = model.meter()
    tokens = meter.usage.prompt_tokens + meter.usage.completion_tokens
    failures = sum(meter.failures.values())
    return InterfaceResult(
        name,
        interface,
        verdicts,
        meter.usage.cost / count,
        tokens / count,
        seconds / count,
        failures,
    )


def _answerer(
    interface: str,
    model: MeteredModel | None,
    case: Case,
    rules: RuleParser,
    synonyms: Synonyms,
) -> Answerer:
    if interface == "direct":
        assert model is not None
        return _Direct(DirectReader(case.graph, model))
    parser = rules if model is None else ModelParser(model, rules)
    return Retriever(case.graph, parser=parser, synonyms=synonyms)


class _Direct:
    """A reader whose failures are empty answers."""

    def __init__(self, reader: DirectReader) -> None:
        self._reader = reader

    def __call__(self, text: str, top: int = 5) -> Ranking:
        try:
            return self._reader(text, top).ranking
        except LanguageModelError:
            return Ranking(Query(text, ()), ())
