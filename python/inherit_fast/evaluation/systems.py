"""What is compared: our retriever, and the peers' mechanisms."""

from collections.abc import Callable
from dataclasses import replace

from inherit_fast.evaluation.comparison import Make
from inherit_fast.evaluation.evaluate import Answerer
from inherit_fast.evaluation.peers import (
    FlatLabels,
    FlatTexts,
    GraphMatch,
    Hierarchical,
    Nodes,
    SemanticForest,
    TopDown,
)
from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.perception import TextEncoder
from inherit_fast.retrieval import Ranking, Retriever, RuleParser
from inherit_fast.retrieval.query import ConstraintType

OURS = "inherit_fast"


def compared_systems(encoder: TextEncoder, synonyms: Synonyms) -> dict[str, Make]:
    """Ours first, then each peer's mechanism; all read the same maps by the same vectors."""
    parser = RuleParser(synonyms)
    shared = _SharedNodes(encoder)

    def peer(make: Callable[[Nodes], Answerer]) -> Make:
        return lambda graph: make(shared(graph))

    return {
        OURS: lambda graph: Retriever(graph, encoder, synonyms=synonyms),
        FlatTexts.name: peer(FlatTexts),
        FlatLabels.name: peer(FlatLabels),
        TopDown.name: peer(lambda nodes: TopDown(nodes, parser)),
        GraphMatch.name: peer(lambda nodes: GraphMatch(nodes, parser)),
        SemanticForest.name: peer(SemanticForest),
        Hierarchical.name: peer(Hierarchical),
    }


class _SharedNodes:
    """Encodes the texts of a map once for all peers."""

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self._last: tuple[SceneGraph, Nodes] | None = None

    def __call__(self, graph: SceneGraph) -> Nodes:
        if self._last is None or self._last[0] is not graph:
            self._last = graph, Nodes(graph, self._encoder)
        return self._last[1]


def ablated_systems(encoder: TextEncoder, synonyms: Synonyms) -> dict[str, Make]:
    """Components added one by one (paper, table II)."""

    def only(*types: ConstraintType) -> Make:
        return lambda graph: _Limited(Retriever(graph, synonyms=synonyms), types)

    flat: tuple[ConstraintType, ...] = ("target", "attribute")
    places: tuple[ConstraintType, ...] = ("room", "floor", "area")
    return {
        "typed constraints": only(*flat),
        "+ hierarchy": only(*flat, *places),
        "+ relations": only(*flat, *places, "relation"),
        "+ text similarity": lambda graph: Retriever(graph, encoder, synonyms=synonyms),
    }


class _Limited:
    """A retriever that looks at constraints of some types only."""

    def __init__(self, retriever: Retriever, types: tuple[ConstraintType, ...]) -> None:
        self._retriever = retriever
        self._types = types

    def __call__(self, text: str, top: int = 5) -> Ranking:
        query = self._retriever.parse(text)
        kept = tuple(query.of_type(*self._types))
        return self._retriever.answer(replace(query, constraints=kept), top=top)
