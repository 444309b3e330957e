"""Finds the thresholds of ``SelectConfig`` on questions whose complete answers are known.

    python bench/calibrate_select.py [MAP ...]

Generated houses, and imported maps where given, are asked for all, for a number, and for whether
there is any; one half of the houses (and one seed of the questions) is tuned on, the other told.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from inherit_fast.datasets.house import HouseConfig, build_house
from inherit_fast.datasets.house.truth import truth_graph
from inherit_fast.evaluation.benchmark.set_queries import generate_set_queries
from inherit_fast.graph import SceneGraph, Store
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Query, Retriever, SelectConfig
from inherit_fast.retrieval.scored import Scored
from inherit_fast.retrieval.select import select

HOUSES = 8
PER_MAP = 48
STEPS = {
    "target": (0.4, 0.5, 0.6, 0.7, 0.8, 0.85),
    "attribute": (0.3, 0.4, 0.45, 0.5, 0.6, 0.7),
    "relation": (0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    "room": (0.4, 0.5, 0.6, 0.7, 0.8),
    "denied": (0.2, 0.3, 0.4, 0.5, 0.6),
}


@dataclass(frozen=True)
class Asked:
    """One question, scored once."""

    query: Query
    scored: Scored
    sources: list[int | None]
    targets: frozenset[int]

    def exact(self, config: SelectConfig) -> bool:
        """Whether the chosen set is the true one."""
        chosen = select(self.query, self.scored, self.scored.order, config).chosen
        return {self.sources[i] for i in chosen} == self.targets


def asked(name: str, graph: SceneGraph, synonyms: Synonyms, seed: int) -> Iterator[Asked]:
    retriever = Retriever(graph, synonyms=synonyms)
    for query in generate_set_queries(name, graph, synonyms, count=PER_MAP, seed=seed):
        parsed = retriever.parse(query.text)
        scored = retriever.score(parsed)
        sources = [node.source_id for node in graph.objects.values() if node.state != "absent"]
        yield Asked(parsed, scored, sources, frozenset(query.target_ids))


def share(cases: list[Asked], config: SelectConfig) -> float:
    return sum(case.exact(config) for case in cases) / max(1, len(cases))


def tuned(cases: list[Asked], config: SelectConfig) -> SelectConfig:
    """Coordinate descent; of equal values the one nearest to the present default."""
    for _ in range(2):
        for name, values in STEPS.items():
            change = _changer(name)
            now = config.denied if name == "denied" else getattr(config.least, name)
            best = max(values, key=lambda v: (share(cases, change(config, v)), -abs(v - now)))
            config = change(config, best)
    return config


def _changer(name: str) -> Callable[[SelectConfig, float], SelectConfig]:
    if name == "denied":
        return lambda config, value: replace(config, denied=value)
    return lambda config, value: replace(config, least=replace(config.least, **{name: value}))


def main() -> None:
    synonyms = Synonyms.load()
    graphs = {
        f"house-{seed}": truth_graph(build_house(HouseConfig(seed=seed, rooms_per_floor=6)))
        for seed in range(HOUSES)
    }
    for path in map(Path, sys.argv[1:]):
        with Store.open(path, readonly=True) as store:
            graphs[path.name] = store.load()
    halves: list[list[Asked]] = [[], []]
    for k, (name, graph) in enumerate(graphs.items()):
        half = k % 2 if name.startswith("house") else 0
        halves[half] += asked(name, graph, synonyms, seed=0)
        if not name.startswith("house"):
            halves[1] += asked(name, graph, synonyms, seed=1)
    before = SelectConfig()
    after = tuned(halves[0], before)
    for told, config in (("default", before), ("tuned", after)):
        shares = " / ".join(f"{100 * share(half, config):.1f} %" for half in halves)
        print(f"{told}: exact sets {shares} (tuned on / held back), {config}")


if __name__ == "__main__":
    main()
