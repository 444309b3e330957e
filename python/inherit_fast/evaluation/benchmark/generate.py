"""Queries with complete answers for known scenes, balanced over 14 fine types."""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from inherit_fast.errors import QueryError
from inherit_fast.evaluation.benchmark.conditions import Meaning, breakers, holds, inner_breakers
from inherit_fast.evaluation.benchmark.facts import UNCLEAR, YES, FactConfig, Facts, Truth
from inherit_fast.evaluation.benchmark.proposals import FINE_TYPES, Proposal, Proposer
from inherit_fast.evaluation.benchmark.scene import read_scene
from inherit_fast.evaluation.benchmark.wording import Wording
from inherit_fast.evaluation.queries import EvalQuery
from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms


@dataclass(frozen=True, slots=True)
class BenchmarkConfig:
    """What is asked.

    Attributes:
        count: queries in all; a multiple of 6 x 6 is balanced over all fine types.
        seed: another seed chooses other queries and other words.
        max_targets: a query with more right answers says too little.
        max_tries: proposals looked at for one fine type of one scene.
        same_name: queries of one fine type in one scene that may name the same kind of thing.
        same_use: the same for a use or a wide kind, of which there are fewer.
    """

    count: int = 864
    seed: int = 0
    max_targets: int = 8
    max_tries: int = 4000
    same_name: int = 3
    same_use: int = 5
    facts: FactConfig = field(default_factory=FactConfig)


def generate_queries(
    graphs: Mapping[str, SceneGraph], synonyms: Synonyms, config: BenchmarkConfig | None = None
) -> dict[str, list[EvalQuery]]:
    """Balanced queries for each scene; scenes take turns until every fine type has its share.

    Raises:
        QueryError: the scenes hold too little to ask so many queries of each fine type.
    """
    config = config or BenchmarkConfig()
    writers = {name: _Writer(name, graph, synonyms, config) for name, graph in graphs.items()}
    made: dict[str, list[EvalQuery]] = {name: [] for name in graphs}
    for category, fine_types in FINE_TYPES.items():
        for place, fine_type in enumerate(fine_types):
            wanted = _share(config.count, place, len(fine_types))
            sources = {name: w.queries(category, fine_type) for name, w in writers.items()}
            missing = _take_turns(sources, wanted, made)
            if missing:
                raise QueryError(
                    f"these {len(graphs)} scenes hold only {wanted - missing} of {wanted} "
                    f"queries of the type {fine_type!r}; ask for fewer, or give more scenes"
                )
    return made


def _share(count: int, place: int, types: int) -> int:
    """A category has a sixth of all; its types share that as evenly as whole numbers allow."""
    whole = count // len(FINE_TYPES)
    return whole * (place + 1) // types - whole * place // types


def _take_turns(
    sources: dict[str, Iterator[EvalQuery]], wanted: int, made: dict[str, list[EvalQuery]]
) -> int:
    while wanted and sources:
        for name in list(sources):
            query = next(sources[name], None) if wanted else None
            if query is not None:
                made[name].append(query)
                wanted -= 1
            elif wanted:
                del sources[name]
    return wanted


class _Writer:
    """Writes the queries of one scene."""

    def __init__(
        self, name: str, graph: SceneGraph, synonyms: Synonyms, config: BenchmarkConfig
    ) -> None:
        self._name, self._config = name, config
        self._facts = Facts(read_scene(graph, synonyms), synonyms, config.facts)
        self._proposer = Proposer(self._facts)

    def queries(self, category: str, fine_type: str) -> Iterator[EvalQuery]:
        key = zlib.crc32(f"{self._name} {fine_type}".encode())
        rng = np.random.Generator(np.random.PCG64([self._config.seed, key]))
        wording = Wording(self._facts, rng)
        proposals = list(self._proposer.of(fine_type))
        order = rng.permutation(len(proposals))[: self._config.max_tries]
        told: dict[str, int] = {}
        asked: set[tuple[Meaning, tuple[int, ...]]] = set()
        for place in order:
            proposal = proposals[place]
            subject = " ".join(proposal.meaning[0].words)
            most = self._config.same_use if proposal.use else self._config.same_name
            if told.get(subject, 0) >= most:
                continue
            targets, negative = self._answers(proposal)
            if negative is None or (proposal.meaning, targets) in asked:
                continue
            told[subject] = told.get(subject, 0) + 1
            asked.add((proposal.meaning, targets))
            query_id = f"{self._name}-{fine_type.replace(' ', '-')}-{len(asked):03d}"
            text = self._text(proposal, wording)
            broken = _broken(proposal)
            yield EvalQuery(query_id, text, targets, category, negative, fine_type, broken)

    def _answers(self, proposal: Proposal) -> tuple[tuple[int, ...], int | None]:
        """Ids of all targets, and a hard negative; None where the query cannot be asked."""
        scene = self._facts.scene
        found = holds(proposal.meaning, self._facts)
        count = int((found == YES).sum())
        if (found == UNCLEAR).any() or not 1 <= count <= self._config.max_targets:
            return (), None
        wrong = self._wrong(proposal) == YES
        wrong &= scene.askable
        if not wrong.any():
            return (), None
        target = int(np.argmax(found == YES))
        distance = np.linalg.norm(scene.center_m - scene.center_m[target], axis=1)
        nearest = min(np.flatnonzero(wrong), key=lambda i: (distance[i], i))
        return tuple(int(i) for i in sorted(scene.ids[found == YES])), int(scene.ids[nearest])

    def _wrong(self, proposal: Proposal) -> Truth:
        if proposal.inner:
            return inner_breakers(proposal.meaning, proposal.broken, self._facts)
        return breakers(proposal.meaning, proposal.broken, self._facts)

    def _text(self, proposal: Proposal, wording: Wording) -> str:
        if proposal.use:
            rest = proposal.meaning[1:]
            return wording.use(proposal.use.nouns, proposal.use.sentences, rest)
        return wording.request(proposal.meaning)


def _broken(proposal: Proposal) -> str:
    condition = proposal.meaning[proposal.broken]
    if proposal.inner:
        return f"reference's {condition.reference[-1].kind}"
    return condition.relation or condition.kind
