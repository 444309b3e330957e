"""A study as files: tables for people, numbers for programs, and every answer beside them."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from inherit_fast import __version__
from inherit_fast.errors import StoreError
from inherit_fast.evaluation.comparison import Run
from inherit_fast.evaluation.diagnose import count_checks
from inherit_fast.evaluation.interfaces import InterfaceResult, interface_table
from inherit_fast.evaluation.metrics import by_category, total
from inherit_fast.evaluation.queries import write_queries
from inherit_fast.evaluation.sets import total_sets
from inherit_fast.evaluation.study import Study
from inherit_fast.evaluation.tables import (
    ablation_table,
    diagnosis_table,
    fine_type_table,
    set_table,
    system_table,
)
from inherit_fast.graph import schema


def to_dict(study: Study) -> dict[str, Any]:
    """Plain values; shares of 1."""
    seeds = {"queries": study.config.benchmark.seed, "noise": study.config.noise.seed}
    return {
        "versions": {"inherit_fast": __version__, "map_schema": schema.SCHEMA},
        "seeds": seeds,
        "config": asdict(study.config),
        "queries": {name: len(asked) for name, asked in study.queries.items()},
        "systems": {kind: list(map(run_dict, runs)) for kind, runs in study.systems.items()},
        "ablation": {kind: list(map(run_dict, runs)) for kind, runs in study.ablation.items()},
        "sets": {kind: _sets(run) for kind, run in study.sets.items()},
        "interfaces": list(map(interface_dict, study.interfaces)),
    }


def to_markdown(study: Study) -> str:
    """All tables."""
    parts = []
    for kind, runs in study.systems.items():
        parts += [f"## Systems, {kind} maps", system_table(runs)]
    for kind, runs in study.ablation.items():
        parts += [f"## Components, {kind} maps", ablation_table(runs)]
    for kind, runs in study.systems.items():
        parts += [f"## Where queries fail, {kind} maps", diagnosis_table(runs)]
    parts += ["## Fine types, ours, clean maps", fine_type_table(study.systems["clean"][0])]
    parts += ["## Sets, ours", set_table(study.sets)]
    if study.interfaces:
        parts += ["## Interfaces, clean maps", interface_table(study.interfaces)]
    return "\n\n".join(parts) + "\n"


def write_study(study: Study, folder: Path) -> None:
    """Write ``report.md``, ``report.json``, ``predictions.jsonl`` and ``queries/<scene>.jsonl``.

    Raises:
        StoreError: the place cannot be written.
    """
    try:
        (folder / "queries").mkdir(parents=True, exist_ok=True)
        (folder / "report.md").write_text(to_markdown(study), "utf-8")
        document = json.dumps(to_dict(study), ensure_ascii=False, indent=1)
        (folder / "report.json").write_text(document + "\n", "utf-8")
        for scene, asked in study.queries.items():
            write_queries(folder / "queries" / f"{scene}.jsonl", asked)
            write_queries(folder / "queries" / f"{scene}.sets.jsonl", study.set_queries[scene])
        with (folder / "predictions.jsonl").open("w", encoding="utf-8") as file:
            for row in _predictions(study):
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as error:
        raise StoreError(f"{folder}: cannot be written: {error.strerror or error}") from error


def run_dict(run: Run) -> dict[str, Any]:
    """One run's scores, times and checks."""
    return {
        "name": run.name,
        **asdict(total(run.verdicts)),
        "by_category": {name: asdict(s) for name, s in by_category(run.verdicts).items()},
        "local_ms": round(run.local_ms, 3),
        "encoder_ms": round(run.encoder_ms, 3),
        "checks": count_checks(run.checks),
    }


def _sets(run: Run) -> dict[str, Any]:
    return asdict(total_sets([verdict for _, verdict in run.sets]))


def interface_dict(result: InterfaceResult) -> dict[str, Any]:
    """One model's scores and cost by one interface."""
    return {
        "model": result.model,
        "interface": result.interface,
        **asdict(total(result.verdicts)),
        "cost_per_query": result.cost,
        "tokens_per_query": result.tokens,
        "seconds_per_query": result.seconds,
        "failures": result.failures,
    }


def _predictions(study: Study) -> Iterator[dict[str, Any]]:
    for part, kinds in (("systems", study.systems), ("ablation", study.ablation)):
        for kind, runs in kinds.items():
            for run in runs:
                yield from _answers(part, kind, run)


def _answers(part: str, kind: str, run: Run) -> Iterator[dict[str, Any]]:
    for verdict, check in zip(run.verdicts, run.checks, strict=True):
        yield {
            "part": part,
            "maps": kind,
            "system": run.name,
            "query_id": verdict.query.query_id,
            "answers": [answer.id for answer in verdict.answers],
            "matched_ids": list(verdict.matched_ids),
            "top1": verdict.top1,
            "check": check,
        }
