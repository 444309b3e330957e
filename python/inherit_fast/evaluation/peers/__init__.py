"""Retrieval mechanisms of other systems, written anew over our graphs, under one protocol.

Each is the mechanism alone, with the same sentence vectors for all; what the original leaves to a
hosted model is said in its class.
"""

from inherit_fast.evaluation.evaluate import Answerer
from inherit_fast.evaluation.peers.flat import FlatLabels, FlatTexts
from inherit_fast.evaluation.peers.forest import SemanticForest
from inherit_fast.evaluation.peers.graph_match import GraphMatch
from inherit_fast.evaluation.peers.hierarchical import Hierarchical
from inherit_fast.evaluation.peers.nodes import Nodes
from inherit_fast.evaluation.peers.top_down import TopDown
from inherit_fast.graph import SceneGraph
from inherit_fast.perception import TextEncoder
from inherit_fast.retrieval import Parser

__all__ = [
    "FlatLabels",
    "FlatTexts",
    "GraphMatch",
    "Hierarchical",
    "Nodes",
    "SemanticForest",
    "TopDown",
    "peers_of",
]


def peers_of(graph: SceneGraph, encoder: TextEncoder, parser: Parser) -> dict[str, Answerer]:
    """Every mechanism, by name, ready for one map."""
    nodes = Nodes(graph, encoder)
    mechanisms = (
        FlatTexts(nodes),
        FlatLabels(nodes),
        TopDown(nodes, parser),
        GraphMatch(nodes, parser),
        SemanticForest(nodes),
        Hierarchical(nodes),
    )
    return {mechanism.name: mechanism for mechanism in mechanisms}
