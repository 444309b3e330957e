"""An evaluation as one document: for JSON, and as Markdown for people."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from inherit_fast import __version__
from inherit_fast.evaluation.metrics import Scores, Verdict, by_category, total
from inherit_fast.graph import schema


@dataclass(frozen=True, slots=True)
class Report:
    """All that an evaluation found.

    Attributes:
        verdicts: one a query, in the order of the file.
        sources: what was compared: paths and SHA-256 of the map's content, queries and truth.
        milliseconds: mean time of one answer, text encoding included.
    """

    verdicts: Sequence[Verdict]
    sources: dict[str, str]
    milliseconds: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values; shares of 1."""
        scores = asdict(total(self.verdicts))
        count = scores.pop("count")
        return {
            **scores,
            "count": count,
            "by_category": {name: asdict(s) for name, s in by_category(self.verdicts).items()},
            "milliseconds_per_query": round(self.milliseconds, 3),
            "versions": {"inherit_fast": __version__, "map_schema": schema.SCHEMA},
            "seeds": {},  # nothing in retrieval draws random numbers
            "sources": self.sources,
            "queries": [_query(verdict) for verdict in self.verdicts],
        }

    def to_markdown(self) -> str:
        """The table of the paper's shape, in percent."""
        lines = [
            "| category | queries | strict Top-1 | Recall@5 | SR@1m |",
            "|---|---|---|---|---|",
        ]
        lines += [_row(name, scores) for name, scores in by_category(self.verdicts).items()]
        lines.append(_row("all", total(self.verdicts)))
        return "\n".join(lines)


def _row(name: str, scores: Scores) -> str:
    shares = (scores.strict_top1, scores.recall_at_5, scores.sr_at_1m)
    cells = [name, str(scores.count), *(f"{100 * share:.2f} %" for share in shares)]
    return f"| {' | '.join(cells)} |"


def _query(verdict: Verdict) -> dict[str, Any]:
    query = verdict.query
    return {
        "query_id": query.query_id,
        "category": query.category,
        "text": query.text,
        "target_ids": list(query.target_ids),
        "top1": verdict.top1,
        "recall_at_5": verdict.recall,
        "success_at_1m": verdict.success,
        "verdict": verdict.reason,
        "answers": [
            {
                "id": answer.id,
                "label": answer.label,
                "score": answer.score,
                "centroid_m": list(answer.centroid_m),
                "matched_id": matched,
            }
            for answer, matched in zip(verdict.answers, verdict.matched_ids, strict=True)
        ],
    }
