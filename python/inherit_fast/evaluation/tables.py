"""Tables of the paper's shape, as Markdown, in percent."""

from collections.abc import Mapping, Sequence

from inherit_fast.evaluation.comparison import Run
from inherit_fast.evaluation.diagnose import count_checks
from inherit_fast.evaluation.metrics import by_category, total
from inherit_fast.evaluation.sets import IOU_LEVELS, total_sets
from inherit_fast.evaluation.significance import paired_permutation


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the first column to the left, numbers to the right."""
    lines = [f"| {' | '.join(head)} |", f"|---|{'---:|' * (len(head) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def system_table(runs: Sequence[Run]) -> str:
    """Systems by category (table I); the last column compares with the first system."""
    categories = list(by_category(runs[0].verdicts)) if runs else []
    head = ["method", *categories, "strict Top-1", "Recall@5", "SR@1m", "ms/query", "p"]
    rows = [
        [
            run.name,
            *_scores(run),
            f"{run.local_ms:.2f}",
            _p(runs[0], run) if run is not runs[0] else "",
        ]
        for run in runs
    ]
    return markdown(head, rows)


def ablation_table(runs: Sequence[Run]) -> str:
    """Components added one by one (table II); the last column compares with the row before."""
    categories = list(by_category(runs[0].verdicts)) if runs else []
    head = ["retrieval strategy", *categories, "strict Top-1", "Recall@5", "SR@1m"]
    head += ["local ms/query", "encoder ms/query", "p"]
    rows = []
    for before, run in zip([None, *runs[:-1]], runs, strict=True):
        times = [f"{run.local_ms:.2f}", f"{run.encoder_ms:.2f}"]
        rows.append([run.name, *_scores(run), *times, _p(before, run) if before else ""])
    return markdown(head, rows)


def fine_type_table(run: Run) -> str:
    """One system by fine type."""
    names = dict.fromkeys((v.query.category, v.query.fine_type) for v in run.verdicts)
    rows = []
    for category, fine_type in names:
        scores = total(v for v in run.verdicts if v.query.fine_type == fine_type)
        shares = (scores.strict_top1, scores.recall_at_5, scores.sr_at_1m)
        rows.append([category, fine_type, str(scores.count), *map(_percent, shares)])
    head = ["category", "fine type", "queries", "strict Top-1", "Recall@5", "SR@1m"]
    return markdown(head, rows)


def diagnosis_table(runs: Sequence[Run]) -> str:
    """Queries by the first check that was not met (figure 4)."""
    counts = [count_checks(run.checks) for run in runs]
    head = ["first unmet check", *(run.name for run in runs)]
    checks = counts[0] if counts else {}
    return markdown(head, [[check, *(str(c[check]) for c in counts)] for check in checks])


def set_table(runs: Mapping[str, Run]) -> str:
    """Chosen sets by kind of map and fine type (table III's measures)."""
    rows = []
    for kind, run in runs.items():
        groups = [*dict.fromkeys(fine_type for fine_type, _ in run.sets), "all of them"]
        for group in groups:
            told = [v for fine_type, v in run.sets if group in (fine_type, "all of them")]
            scores = total_sets(told)
            shares = map(_percent, (*scores.f1, scores.exact))
            rows.append([kind, group, str(scores.count), *shares])
    levels = [f"F1@{level:.2f}" for level in IOU_LEVELS]
    return markdown(["maps", "asks for", "queries", *levels, "exact set"], rows)


def _scores(run: Run) -> list[str]:
    whole = total(run.verdicts)
    by = [_percent(scores.strict_top1) for scores in by_category(run.verdicts).values()]
    return [*by, *map(_percent, (whole.strict_top1, whole.recall_at_5, whole.sr_at_1m))]


def _p(a: Run, b: Run) -> str:
    """Of a paired test that flips whole scenes, as the paper's does; queries of a single one."""
    scores = ([float(v.top1) for v in run.verdicts] for run in (a, b))
    p = paired_permutation(*scores, groups=a.scenes if len(set(a.scenes)) > 1 else None)
    return f"{p:.3f}" if p >= 0.001 else "< 0.001"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
