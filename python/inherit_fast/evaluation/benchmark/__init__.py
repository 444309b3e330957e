"""Queries with known answers, made from known scenes."""

from inherit_fast.evaluation.benchmark.generate import BenchmarkConfig, generate_queries
from inherit_fast.evaluation.benchmark.proposals import FINE_TYPES

__all__ = ["FINE_TYPES", "BenchmarkConfig", "generate_queries"]
