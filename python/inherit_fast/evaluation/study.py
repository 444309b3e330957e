"""The whole comparison: clean maps and noisy ones, systems, components, sets and interfaces."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from inherit_fast.evaluation.benchmark import BenchmarkConfig, generate_queries
from inherit_fast.evaluation.benchmark.set_queries import generate_set_queries
from inherit_fast.evaluation.comparison import Case, Run, TimedEncoder, run_sets, run_systems
from inherit_fast.evaluation.interfaces import InterfaceResult, compare_interfaces
from inherit_fast.evaluation.labels import LabelTable
from inherit_fast.evaluation.match import Matcher
from inherit_fast.evaluation.noise import NoiseConfig, add_noise
from inherit_fast.evaluation.queries import EvalQuery
from inherit_fast.evaluation.systems import OURS, ablated_systems, compared_systems
from inherit_fast.evaluation.truth import truth_of
from inherit_fast.graph import SceneGraph
from inherit_fast.language import LanguageModel, Synonyms
from inherit_fast.perception import TextEncoder

Queries = Mapping[str, Sequence[EvalQuery]]


@dataclass(frozen=True, slots=True)
class StudyConfig:
    """What is asked, and how much worse the noisy maps are.

    Attributes:
        sets: queries for sets, a scene.
        read: queries, a scene, for the comparison of language models' interfaces.
    """

    benchmark: BenchmarkConfig = field(default_factory=BenchmarkConfig)
    noise: NoiseConfig = field(default_factory=NoiseConfig)
    sets: int = 20
    read: int = 12


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """All that was found; ``clean`` and ``noisy`` are the kinds of maps.

    Attributes:
        queries, set_queries: by scene.
        systems: kind of map -> runs of the compared systems, ours first.
        ablation: kind of map -> runs, each with one component more.
        sets: kind of map -> ours, asked for sets.
        interfaces: of language models, where any was given, on the clean maps.
    """

    config: StudyConfig
    queries: Queries
    set_queries: Queries
    systems: Mapping[str, Sequence[Run]]
    ablation: Mapping[str, Sequence[Run]]
    sets: Mapping[str, Run]
    interfaces: Sequence[InterfaceResult] = ()


def count_steps(graphs: Mapping[str, SceneGraph]) -> int:
    """How often ``run_study`` calls ``on_step``."""
    return 2 * len(graphs) * (7 + 7)


def run_study(
    graphs: Mapping[str, SceneGraph],
    encoder: TextEncoder,
    synonyms: Synonyms,
    config: StudyConfig | None = None,
    *,
    models: Mapping[str, LanguageModel] | None = None,
    on_step: Callable[[], None] = lambda: None,
) -> Study:
    """Ask everything on the clean maps and on their noisy copies.

    Args:
        graphs: known scenes by name; text vectors are made anew.
        encoder: shared by all systems.
        synonyms: of the parser, the benchmark and the labels' table.
        config: told in the report.
        models: language models for the comparison of interfaces.
        on_step: called after each system has done each map.

    Raises:
        QueryError: the scenes hold too little for so many queries.
    """
    config = config or StudyConfig()
    timed = TimedEncoder(encoder)
    queries = generate_queries(graphs, synonyms, config.benchmark)
    about_sets = {
        name: generate_set_queries(
            name, graph, synonyms, count=config.sets, seed=config.benchmark.seed
        )
        for name, graph in graphs.items()
    }
    maps = {
        "clean": graphs,
        "noisy": {name: add_noise(graph, config.noise) for name, graph in graphs.items()},
    }
    for graph in (graph for kind in maps.values() for graph in kind.values()):
        _encode(graph, encoder)
    matchers = _matchers(graphs, synonyms)
    cases = {kind: _cases(found, matchers, queries) for kind, found in maps.items()}
    wanted = {kind: _cases(found, matchers, about_sets) for kind, found in maps.items()}
    systems = compared_systems(timed, synonyms)
    parts = ablated_systems(timed, synonyms)
    return Study(
        config,
        queries,
        about_sets,
        {kind: run_systems(systems, found, timed, on_step) for kind, found in cases.items()},
        {kind: run_systems(parts, found, timed, on_step) for kind, found in cases.items()},
        {kind: run_sets(OURS, systems[OURS], found) for kind, found in wanted.items()},
        _interfaces(models or {}, cases["clean"], synonyms, config.read),
    )


def _matchers(graphs: Mapping[str, SceneGraph], synonyms: Synonyms) -> dict[str, Matcher]:
    labels = LabelTable.load(synonyms)
    return {name: Matcher(truth_of(graph), labels) for name, graph in graphs.items()}


def _cases(
    graphs: Mapping[str, SceneGraph], matchers: Mapping[str, Matcher], queries: Queries
) -> list[Case]:
    return [
        Case(name, graph, matchers[name], queries[name])
        for name, graph in graphs.items()
        if queries[name]
    ]


def _interfaces(
    models: Mapping[str, LanguageModel], cases: Sequence[Case], synonyms: Synonyms, most: int
) -> list[InterfaceResult]:
    if not models:
        return []
    fewer = [Case(c.scene, c.graph, c.matcher, _spread(c.queries, most)) for c in cases]
    return compare_interfaces(models, fewer, synonyms)


def _spread(queries: Sequence[EvalQuery], most: int) -> Sequence[EvalQuery]:
    """At most so many, evenly over the list, which is in the order of the fine types."""
    step = max(1.0, len(queries) / most)
    return [queries[int(i * step)] for i in range(min(most, len(queries)))]


def _encode(graph: SceneGraph, encoder: TextEncoder) -> None:
    for node in graph.objects.values():
        node.text_feature = encoder([node.description])[0]
