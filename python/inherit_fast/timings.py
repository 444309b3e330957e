"""How long each stage takes, in bounded memory."""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class StageTiming:
    """Calls of one stage: how many in all, and percentiles over the latest ones."""

    count: int
    p50_ms: float
    p95_ms: float
    total_s: float


class Timings:
    """Collects durations by stage name, from any thread; keeps the latest ``window`` of each."""

    def __init__(self, window: int = 4096) -> None:
        self._window = window
        self._lock = threading.Lock()
        self._latest_ns: dict[str, deque[int]] = {}
        self._count: dict[str, int] = {}
        self._total_ns: dict[str, int] = {}

    @contextmanager
    def measure(self, stage: str) -> Iterator[None]:
        """Time the block, also when it raises."""
        start = time.perf_counter_ns()
        try:
            yield
        finally:
            self.record(stage, time.perf_counter_ns() - start)

    def record(self, stage: str, duration_ns: int) -> None:
        """Add one duration."""
        with self._lock:
            self._latest_ns.setdefault(stage, deque(maxlen=self._window)).append(duration_ns)
            self._count[stage] = self._count.get(stage, 0) + 1
            self._total_ns[stage] = self._total_ns.get(stage, 0) + duration_ns

    def summary(self) -> dict[str, StageTiming]:
        """Stages in the order of their first call."""
        with self._lock:
            return {stage: self._of(stage) for stage in self._count}

    def _of(self, stage: str) -> StageTiming:
        p50, p95 = np.percentile(np.array(self._latest_ns[stage]), [50, 95]) / 1e6
        return StageTiming(self._count[stage], float(p50), float(p95), self._total_ns[stage] / 1e9)
