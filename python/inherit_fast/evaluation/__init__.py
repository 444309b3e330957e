"""Judging answers by the paper's rules."""

from inherit_fast.evaluation.evaluate import evaluate, missing_targets
from inherit_fast.evaluation.labels import LabelTable
from inherit_fast.evaluation.match import MatchConfig, Matcher
from inherit_fast.evaluation.queries import EvalQuery, read_queries
from inherit_fast.evaluation.report import Report
from inherit_fast.evaluation.truth import TruthObject, read_truth, truth_of

__all__ = [
    "EvalQuery",
    "LabelTable",
    "MatchConfig",
    "Matcher",
    "Report",
    "TruthObject",
    "evaluate",
    "missing_targets",
    "read_queries",
    "read_truth",
    "truth_of",
]
