"""Runs every query of a file against a map and judges the answers."""

import time
from collections.abc import Iterable, Sequence
from typing import Protocol

from inherit_fast.evaluation.match import Matcher
from inherit_fast.evaluation.metrics import (
    RECALL_AT,
    Verdict,
    judge_by_position,
    judge_by_source_id,
)
from inherit_fast.evaluation.queries import EvalQuery
from inherit_fast.evaluation.report import Report
from inherit_fast.retrieval import Query, Ranking


class Answerer(Protocol):
    """Whatever ranks the objects of one map for a text: a retriever, or a peer's mechanism."""

    def __call__(self, text: str, top: int = ...) -> Ranking:
        """At most ``top`` objects, best first."""
        ...


def evaluate(
    answerer: Answerer,
    queries: Iterable[EvalQuery],
    matcher: Matcher,
    *,
    by_source_id: bool,
    sources: dict[str, str] | None = None,
) -> Report:
    """Answer and judge.

    Args:
        answerer: of the map.
        queries: what to ask.
        matcher: holds the true objects.
        by_source_id: compare the source's own ids (imported maps) instead of positions.
        sources: told in the report.
    """
    judge = judge_by_source_id if by_source_id else judge_by_position
    verdicts: list[Verdict] = []
    seconds = 0.0
    for query in queries:
        start = time.perf_counter()
        ranking = _answer(answerer, query)
        seconds += time.perf_counter() - start
        verdicts.append(judge(query, ranking, matcher))
    return Report(verdicts, sources or {}, 1000 * seconds / max(1, len(verdicts)))


def missing_targets(queries: Sequence[EvalQuery], matcher: Matcher) -> list[int]:
    """Target ids that the truth does not have."""
    known = set(matcher.ids.tolist())
    return sorted({i for query in queries for i in query.target_ids if i not in known})


def _answer(answerer: Answerer, query: EvalQuery) -> Ranking:
    if not query.text.strip():
        return Ranking(Query(query.text, ()), ())
    return answerer(query.text, top=RECALL_AT)
