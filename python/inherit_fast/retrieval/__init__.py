"""From a question in plain language to objects of the graph."""

from inherit_fast.retrieval.answer import Answer, Ranking, Reason
from inherit_fast.retrieval.direct import DirectConfig, DirectReader, Reading
from inherit_fast.retrieval.fuse import FuseConfig
from inherit_fast.retrieval.model_parser import ModelParser
from inherit_fast.retrieval.parse import Parser, RuleParser
from inherit_fast.retrieval.query import Constraint, Query
from inherit_fast.retrieval.rerank import (
    ModelReranker,
    Pick,
    PixelReranker,
    RerankConfig,
    Reranker,
)
from inherit_fast.retrieval.retriever import RetrievalConfig, Retriever
from inherit_fast.retrieval.route import Route, RouteConfig
from inherit_fast.retrieval.score import ScoreConfig
from inherit_fast.retrieval.select import SelectConfig

__all__ = [
    "Answer",
    "Constraint",
    "DirectConfig",
    "DirectReader",
    "FuseConfig",
    "ModelParser",
    "ModelReranker",
    "Parser",
    "Pick",
    "PixelReranker",
    "Query",
    "Ranking",
    "Reading",
    "Reason",
    "RerankConfig",
    "Reranker",
    "RetrievalConfig",
    "Retriever",
    "Route",
    "RouteConfig",
    "RuleParser",
    "ScoreConfig",
    "SelectConfig",
]
