"""What is compared: our retriever, and the peers' mechanisms."""

from collections.abc import Callable

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
from inherit_fast.retrieval import (
    FuseConfig,
    RerankConfig,
    RetrievalConfig,
    Retriever,
    RouteConfig,
    RuleParser,
)

OURS = "inherit_fast"
NEVER = 2.0  # a confidence that nothing reaches


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
    """Components added one by one (paper, table II).

    The row of evidence routing has the paper's own, which leaves such relations out altogether;
    the rows behind it go on with the defaults of ``RouteConfig``.
    """
    no_pool, no_look = FuseConfig(pool=False), RerankConfig(confidence=NEVER)

    def made(
        route: RouteConfig, *, fuse: FuseConfig = no_pool, look: RerankConfig = no_look
    ) -> Make:
        config = RetrievalConfig(route=route, fuse=fuse, rerank=look)
        dense = encoder if fuse.pool else None
        return lambda graph: Retriever(graph, dense, config=config, synonyms=synonyms)

    all_ = RouteConfig()
    return {
        "typed constraints": made(RouteConfig(hierarchy=False, relations=False)),
        "+ hierarchy": made(RouteConfig(relations=False)),
        "+ relations": made(RouteConfig(negated_share=1.0, nested_share=1.0)),
        "+ evidence routing, the paper's": made(RouteConfig(negated_share=0.0, nested_share=0.0)),
        "+ evidence routing, ours": made(all_),
        "+ multi-path pool": made(all_, fuse=FuseConfig()),
        "+ visual reranking": made(all_, fuse=FuseConfig(), look=RerankConfig()),
    }
