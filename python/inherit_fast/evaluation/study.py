"""The whole comparison: clean maps and noisy ones, all tables, and every answer beside them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from inherit_fast import __version__
from inherit_fast.evaluation.benchmark import BenchmarkConfig
from inherit_fast.evaluation.comparison import Case, Make, Run, TimedEncoder, run_systems
from inherit_fast.evaluation.diagnose import count_checks
from inherit_fast.evaluation.labels import LabelTable
from inherit_fast.evaluation.match import Matcher
from inherit_fast.evaluation.metrics import by_category, total
from inherit_fast.evaluation.noise import NoiseConfig, add_noise
from inherit_fast.evaluation.queries import EvalQuery, write_queries
from inherit_fast.evaluation.tables import (
    ablation_table,
    diagnosis_table,
    fine_type_table,
    system_table,
)
from inherit_fast.evaluation.truth import truth_of
from inherit_fast.graph import SceneGraph, schema
from inherit_fast.language import Synonyms


@dataclass(frozen=True, slots=True)
class StudyConfig:
    """What is asked, and how much worse the noisy maps are."""

    benchmark: BenchmarkConfig = field(default_factory=BenchmarkConfig)
    noise: NoiseConfig = field(default_factory=NoiseConfig)


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """All that was found.

    Attributes:
        queries: by scene.
        systems: kind of map ("clean", "noisy") -> runs of the compared systems, ours first.
        ablation: runs on the clean maps, each with one component more.
    """

    config: StudyConfig
    queries: Mapping[str, Sequence[EvalQuery]]
    systems: Mapping[str, Sequence[Run]]
    ablation: Sequence[Run]

    def to_dict(self) -> dict[str, Any]:
        """Plain values; shares of 1."""
        return {
            "versions": {"inherit_fast": __version__, "map_schema": schema.SCHEMA},
            "seeds": {"queries": self.config.benchmark.seed, "noise": self.config.noise.seed},
            "config": asdict(self.config),
            "queries": {name: len(asked) for name, asked in self.queries.items()},
            "systems": {kind: list(map(_run, runs)) for kind, runs in self.systems.items()},
            "ablation": [_run(run) for run in self.ablation],
        }

    def to_markdown(self) -> str:
        """All tables."""
        parts = []
        for kind, runs in self.systems.items():
            parts += [f"## Systems, {kind} maps", system_table(runs)]
            parts += [f"## Where queries fail, {kind} maps", diagnosis_table(runs)]
        if self.ablation:
            parts += ["## Components, clean maps", ablation_table(self.ablation)]
        if "clean" in self.systems:
            parts += ["## Fine types, clean maps", fine_type_table(self.systems["clean"][0])]
        return "\n\n".join(parts) + "\n"

    def write(self, folder: Path) -> None:
        """``report.md``, ``report.json``, ``predictions.jsonl`` and the queries by scene."""
        (folder / "queries").mkdir(parents=True, exist_ok=True)
        (folder / "report.md").write_text(self.to_markdown(), "utf-8")
        document = json.dumps(self.to_dict(), ensure_ascii=False, indent=1)
        (folder / "report.json").write_text(document + "\n", "utf-8")
        for scene, asked in self.queries.items():
            write_queries(folder / "queries" / f"{scene}.jsonl", asked)
        kinds = {**self.systems, "ablation": self.ablation}
        with (folder / "predictions.jsonl").open("w", encoding="utf-8") as file:
            for kind, runs in kinds.items():
                for run in runs:
                    for row in _predictions(kind, run):
                        file.write(json.dumps(row, ensure_ascii=False) + "\n")


def run_study(
    graphs: Mapping[str, SceneGraph],
    queries: Mapping[str, Sequence[EvalQuery]],
    systems: Mapping[str, Make],
    ablation: Mapping[str, Make],
    encoder: TimedEncoder,
    synonyms: Synonyms,
    config: StudyConfig | None = None,
    on_case: Callable[[], None] = lambda: None,
) -> Study:
    """Ask everything on the clean maps and on their noisy copies.

    Args:
        graphs: known scenes by name.
        queries: what is asked of each.
        systems: compared on both kinds of maps.
        ablation: compared on the clean maps, in the order in which components come.
        encoder: the systems' own; text vectors of the maps are made with it.
        synonyms: for the labels' table.
        config: told in the report; its noise is added.
        on_case: called after each system has done each map.
    """
    config = config or StudyConfig()
    labels = LabelTable.load(synonyms)
    matchers = {name: Matcher(truth_of(graph), labels) for name, graph in graphs.items()}
    kinds = {
        "clean": graphs,
        "noisy": {name: add_noise(graph, config.noise) for name, graph in graphs.items()},
    }
    cases: dict[str, list[Case]] = {}
    for kind, maps in kinds.items():
        for graph in maps.values():
            _encode(graph, encoder)
        cases[kind] = [
            Case(name, graph, matchers[name], queries[name])
            for name, graph in maps.items()
            if queries.get(name)
        ]
    found = {kind: run_systems(systems, asked, encoder, on_case) for kind, asked in cases.items()}
    parts = run_systems(ablation, cases["clean"], encoder, on_case)
    return Study(config, queries, found, parts)


def _encode(graph: SceneGraph, encoder: TimedEncoder) -> None:
    for node in graph.objects.values():
        node.text_feature = encoder([node.description])[0]


def _run(run: Run) -> dict[str, Any]:
    return {
        "name": run.name,
        **asdict(total(run.verdicts)),
        "by_category": {name: asdict(s) for name, s in by_category(run.verdicts).items()},
        "local_ms": round(run.local_ms, 3),
        "encoder_ms": round(run.encoder_ms, 3),
        "checks": count_checks(run.checks),
    }


def _predictions(kind: str, run: Run) -> list[dict[str, Any]]:
    return [
        {
            "maps": kind,
            "system": run.name,
            "query_id": verdict.query.query_id,
            "answers": [answer.id for answer in verdict.answers],
            "matched_ids": list(verdict.matched_ids),
            "top1": verdict.top1,
            "check": check,
        }
        for verdict, check in zip(run.verdicts, run.checks, strict=True)
    ]
