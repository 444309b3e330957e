"""Strict Top-1, Recall@5 and SR@1m over a list of queries, whole and by category."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inherit_fast.evaluation.match import Matcher
from inherit_fast.evaluation.queries import EvalQuery
from inherit_fast.retrieval import Answer, Ranking

RECALL_AT = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one query's answers were worth.

    Attributes:
        matched_ids: the true object that each answer stands for, or None.
        top1, recall, success: strict Top-1, Recall@5, SR@1m.
        reason: ``right``, ``in the list``, ``near the target``, ``not in the list``,
            ``no answer``, or ``target unknown`` where the truth lacks every target.
    """

    query: EvalQuery
    answers: tuple[Answer, ...]
    matched_ids: tuple[int | None, ...]
    top1: bool
    recall: bool
    success: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Scores:
    """Shares of 1 over ``count`` queries."""

    count: int
    strict_top1: float
    recall_at_5: float
    sr_at_1m: float


def judge_by_position(query: EvalQuery, ranking: Ranking, matcher: Matcher) -> Verdict:
    """By where the answers are: for maps made from images."""
    answers = ranking.answers[:RECALL_AT]
    matched = tuple(matcher.match(a.centroid_m, a.label) for a in answers)
    return _verdict(query, answers, matched, matcher)


def judge_by_source_id(query: EvalQuery, ranking: Ranking, matcher: Matcher) -> Verdict:
    """By the ids that the source gave: for imported maps."""
    answers = ranking.answers[:RECALL_AT]
    return _verdict(query, answers, tuple(a.source_id for a in answers), matcher)


def total(verdicts: Iterable[Verdict]) -> Scores:
    """Shares over these verdicts; zeros for none."""
    judged = list(verdicts)
    count = len(judged) or 1
    return Scores(
        len(judged),
        sum(v.top1 for v in judged) / count,
        sum(v.recall for v in judged) / count,
        sum(v.success for v in judged) / count,
    )


def by_category(verdicts: Sequence[Verdict]) -> dict[str, Scores]:
    """Scores of each category, in the order in which the file brings them."""
    names = dict.fromkeys(v.query.category for v in verdicts)
    return {name: total(v for v in verdicts if v.query.category == name) for name in names}


def _verdict(
    query: EvalQuery,
    answers: tuple[Answer, ...],
    matched: tuple[int | None, ...],
    matcher: Matcher,
) -> Verdict:
    targets = set(query.target_ids)
    top1 = bool(matched) and matched[0] in targets
    recall = not targets.isdisjoint(matched)
    success = bool(answers) and matcher.is_near(answers[0].centroid_m, query.target_ids)
    if not targets & set(matcher.ids.tolist()):
        reason = "target unknown"
    elif not answers:
        reason = "no answer"
    elif top1:
        reason = "right"
    elif recall:
        reason = "in the list"
    else:
        reason = "near the target" if success else "not in the list"
    return Verdict(query, answers, matched, top1, recall, success, reason)
