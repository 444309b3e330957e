"""From a question in plain language to objects of the graph."""

from inherit_fast.retrieval.parse import Parser, RuleParser
from inherit_fast.retrieval.query import Constraint, Query
from inherit_fast.retrieval.retriever import Answer, Ranking, Reason, Retriever
from inherit_fast.retrieval.score import ScoreConfig

__all__ = [
    "Answer",
    "Constraint",
    "Parser",
    "Query",
    "Ranking",
    "Reason",
    "Retriever",
    "RuleParser",
    "ScoreConfig",
]
