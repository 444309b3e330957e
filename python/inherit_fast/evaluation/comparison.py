"""Several systems asked the same queries on the same maps, under one protocol."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.evaluation.diagnose import Diagnosis
from inherit_fast.evaluation.evaluate import Answerer
from inherit_fast.evaluation.match import Matcher
from inherit_fast.evaluation.metrics import (
    Verdict,
    judge_by_position,
    judge_by_source_id,
)
from inherit_fast.evaluation.queries import EvalQuery
from inherit_fast.evaluation.sets import SetVerdict, judge_set
from inherit_fast.graph import SceneGraph
from inherit_fast.perception import TextEncoder
from inherit_fast.retrieval import Answer, Ranking

POOL = 20  # candidates that a system may name: for the diagnosis; scores look at fewer


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One map and what is asked of it.

    Attributes:
        scene: its name.
        graph: the map that the systems see.
        matcher: holds the true objects.
        queries: with their true targets.
        by_source_id: answers are judged by the source's ids, else by where they are.
    """

    scene: str
    graph: SceneGraph
    matcher: Matcher
    queries: Sequence[EvalQuery]
    by_source_id: bool = True


@dataclass(slots=True)
class Run:
    """What one system made of all cases; the lists run in parallel.

    Attributes:
        local_ms, encoder_ms: mean processor time of a query, without and within the sentence
            encoder; what a map costs once is in neither.
        checks: where each query failed (see ``Diagnosis``).
        sets: fine type of each query that asks for a set, and what the chosen set was worth
            (see ``run_sets``).
    """

    name: str
    verdicts: list[Verdict] = field(default_factory=list)
    scenes: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    sets: list[tuple[str, SetVerdict]] = field(default_factory=list)
    local_ms: float = 0.0
    encoder_ms: float = 0.0


class TimedEncoder:
    """A text encoder that counts the processor time spent in it."""

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self.seconds = 0.0

    @property
    def dim(self) -> int:
        """Length of a vector."""
        return self._encoder.dim

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """As the encoder timed."""
        start = time.process_time()
        vectors = self._encoder(texts)
        self.seconds += time.process_time() - start
        return vectors


Make = Callable[[SceneGraph], Answerer]


def run_systems(
    systems: Mapping[str, Make],
    cases: Sequence[Case],
    encoder: TimedEncoder,
    on_case: Callable[[], None] = lambda: None,
) -> list[Run]:
    """Ask every system every query.

    Args:
        systems: name -> what makes the system ready for one map.
        cases: the maps with their queries.
        encoder: the one that the systems use, to tell its time from theirs.
        on_case: called after each system has done each case.
    """
    runs = [Run(name) for name in systems]
    for case in cases:
        diagnosis = Diagnosis(case.graph.present(), case.matcher)
        for run, make in zip(runs, systems.values(), strict=True):
            _ask(run, make(case.graph), case, diagnosis, encoder)
            on_case()
    for run in runs:
        count = max(1, len(run.verdicts))
        run.local_ms, run.encoder_ms = run.local_ms / count, run.encoder_ms / count
    return runs


def _ask(
    run: Run, answerer: Answerer, case: Case, diagnosis: Diagnosis, encoder: TimedEncoder
) -> None:
    judge = judge_by_source_id if case.by_source_id else judge_by_position
    answerer(case.queries[0].text, top=1)  # what a map costs once
    for query in case.queries:
        before, start = encoder.seconds, time.process_time()
        ranking = answerer(query.text, top=POOL)
        encoding = encoder.seconds - before
        run.encoder_ms += 1000 * encoding
        run.local_ms += 1000 * (time.process_time() - start - encoding)
        run.verdicts.append(judge(query, ranking, case.matcher))
        run.scenes.append(case.scene)
        matched = [_match(case, answer) for answer in ranking.answers]
        run.checks.append(diagnosis(query, matched))


def run_sets(name: str, make: Make, cases: Sequence[Case]) -> Run:
    """Ask one system for sets: the ``queries`` of the cases ask for all, or for any."""
    run = Run(name)
    for case in cases:
        answerer = make(case.graph)
        for query in case.queries:
            verdict = _judge_set(case, query, answerer(query.text, top=POOL))
            run.sets.append((query.fine_type, verdict))
            run.scenes.append(case.scene)
    return run


def _judge_set(case: Case, query: EvalQuery, ranking: Ranking) -> SetVerdict:
    nodes = [case.graph.objects[node_id] for node_id in ranking.chosen]
    matched = [
        node.source_id if case.by_source_id else case.matcher.match(node.centroid_m, node.label)
        for node in nodes
    ]
    targets = case.matcher.boxes_of(query.target_ids)
    return judge_set(matched, [node.box for node in nodes], query.target_ids, targets)


def _match(case: Case, answer: Answer) -> int | None:
    if case.by_source_id:
        return answer.source_id
    return case.matcher.match(answer.centroid_m, answer.label)
