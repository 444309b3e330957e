"""Retrieval mechanisms of other systems, written anew over our graphs, under one protocol.

Each is the mechanism alone, with the same sentence vectors for all; what the original leaves to a
hosted model is said in its class.
"""

from inherit_fast.evaluation.peers.flat import FlatLabels, FlatTexts
from inherit_fast.evaluation.peers.forest import SemanticForest
from inherit_fast.evaluation.peers.graph_match import GraphMatch
from inherit_fast.evaluation.peers.hierarchical import Hierarchical
from inherit_fast.evaluation.peers.nodes import Nodes
from inherit_fast.evaluation.peers.top_down import TopDown

__all__ = [
    "FlatLabels",
    "FlatTexts",
    "GraphMatch",
    "Hierarchical",
    "Nodes",
    "SemanticForest",
    "TopDown",
]
