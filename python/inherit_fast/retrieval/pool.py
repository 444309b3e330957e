"""The pool of candidates: the typed constraints' order, widened by the dense paths."""

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.fuse import FuseConfig, fuse
from inherit_fast.retrieval.score import Scorer
from inherit_fast.retrieval.scored import Scored, supported
from inherit_fast.retrieval.vector_index import VectorIndex

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


class Pool:
    """Widens the order of one map's objects; their texts are indexed at the first question."""

    def __init__(self, scorer: Scorer, config: FuseConfig) -> None:
        """Keep what is searched.

        Args:
            scorer: of the map that is asked.
            config: weights and size of the pool.
        """
        self._scorer = scorer
        self._texts = scorer.columns.text
        self._config = config
        self._index: VectorIndex | None = None

    def __call__(self, scored: Scored, vectors: Floats | None) -> tuple[Indices, Scored]:
        """The candidates that anything speaks for, best first, and their scores.

        Args:
            scored: by the typed constraints.
            vectors: (2, D) of the whole text and of the target's; None leaves the order as it is.
        """
        config, order = self._config, scored.order
        if vectors is None or not config.pool or self._texts.shape[1] != vectors.shape[1]:
            return order, scored
        if self._index is None:
            self._index = VectorIndex(self._texts, indexed_from=config.indexed_from)
        full, target = self._index(vectors, config.budget, scored.allowed)
        pool = fuse(order, [(config.target, target), (config.full, full)], config)
        scored = self._scorer.also(scored, vectors[0], self._without(pool, order))
        order = np.concatenate([pool, self._without(order, pool)])
        return order[supported(scored.parts, order)], scored

    def _without(self, things: Indices, others: Indices) -> Indices:
        left = np.ones(len(self._texts), np.bool_)
        left[others] = False
        return things[left[things]]
