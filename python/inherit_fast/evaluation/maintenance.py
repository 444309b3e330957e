"""When to update globally: at structural events, or every N keyframes (paper, table V)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from inherit_fast.config import Config
from inherit_fast.evaluation.evaluate import evaluate
from inherit_fast.evaluation.match import Matcher
from inherit_fast.evaluation.metrics import Verdict, total
from inherit_fast.evaluation.queries import EvalQuery
from inherit_fast.evaluation.tables import markdown
from inherit_fast.frame import Frame
from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.mapper import Mapper
from inherit_fast.retrieval import Retriever

PERIODS = (6, 9, 18)


@dataclass(frozen=True, slots=True, eq=False)
class PolicyResult:
    """One policy on one recording.

    Attributes:
        updates, seconds: global updates, and the time they took in all.
        verdicts: of the queries on the map that came out.
    """

    name: str
    updates: int
    seconds: float
    verdicts: Sequence[Verdict]


def policies(config: Config) -> dict[str, Config]:
    """The same configuration with each trigger of global updates."""
    made = {f"every {n} keyframes": _with(config, "period", n) for n in PERIODS}
    return {**made, "structural events": _with(config, "structural", PERIODS[-1])}


def run_policy(
    name: str,
    config: Config,
    frames: Iterable[Frame],
    instance_labels: Mapping[int, str],
    queries: Sequence[EvalQuery],
    matcher: Matcher,
    synonyms: Synonyms,
    T_map_source: npt.NDArray[np.float64],
) -> PolicyResult:
    """Map the frames under one policy and ask the queries, judged by position."""
    mapper = Mapper(config, instance_labels=instance_labels, T_map_source=T_map_source)
    for frame in frames:
        mapper.push(frame)
    graph: SceneGraph = mapper.close()
    timings = mapper.stats().timings
    steps = [timing for stage, timing in timings.items() if stage.startswith("update: ")]
    updates = timings["update: places"].count if "update: places" in timings else 0
    report = evaluate(Retriever(graph, synonyms=synonyms), queries, matcher, by_source_id=False)
    return PolicyResult(name, updates, sum(step.total_s for step in steps), report.verdicts)


def policy_table(results: Sequence[Sequence[PolicyResult]]) -> str:
    """Policies over several recordings; each inner sequence is one recording's."""
    rows = []
    for runs in zip(*results, strict=True):
        scores = total(verdict for run in runs for verdict in run.verdicts)
        updates = sum(run.updates for run in runs) / len(runs)
        seconds = sum(run.seconds for run in runs) / len(runs)
        rows.append(
            [
                runs[0].name,
                f"{100 * scores.strict_top1:.1f}",
                f"{100 * scores.recall_at_5:.1f}",
                f"{updates:.1f}",
                f"{seconds:.3f}",
            ]
        )
    return markdown(["policy", "strict Top-1", "Recall@5", "updates a scene", "s a scene"], rows)


def _with(config: Config, trigger: Literal["structural", "period"], keyframes: int) -> Config:
    events = replace(config.geometric.events, trigger=trigger, period_keyframes=keyframes)
    return replace(config, geometric=replace(config.geometric, events=events))
