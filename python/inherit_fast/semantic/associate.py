"""Which node each observation belongs to: two greedy one-to-one stages (paper, section III-B)."""

import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box, SceneGraph, pack_boxes
from inherit_fast.kernels import FeatureBank, assign
from inherit_fast.semantic.agreement import Agreement, Consistent
from inherit_fast.semantic.node_table import NodeTable


@dataclass(frozen=True, slots=True)
class AssociateConfig:
    """Thresholds of the two stages.

    The paper's first stage looks at appearance alone. In a home six chairs of one set look alike,
    so what it leaves open is settled here: boxes farther apart than ``stage1_max_gap_m`` are no
    pair, and pairs are sorted by cosine + ``overlap_bonus`` x IoU - ``penalty_per_m`` x gap,
    and ``label_bonus`` where labels agree, so that of nodes that look about the same the one in
    place wins.

    Attributes:
        high_cosine: stage 1, least cosine of an observation with the best view of a node. It
            belongs to the feature extractor.
        stage1_max_gap_m: stage 1, largest gap between the boxes; infinity asks features alone.
        overlap_bonus: added to the cosine for boxes that coincide.
        label_bonus: added to the cosine where the labels agree.
        penalty_per_m: taken off the cosine for each metre between the boxes.
        moderate_cosine: stage 2, least cosine.
        near_gap_m: stage 2, largest gap between the boxes; boxes that meet have none.
        max_features: view features kept in all.
    """

    high_cosine: float = 0.85
    stage1_max_gap_m: float = 0.2
    overlap_bonus: float = 0.5
    label_bonus: float = 0.1
    penalty_per_m: float = 0.3
    moderate_cosine: float = 0.4
    near_gap_m: float = 0.3
    max_features: int = 200_000


class Associator:
    """Matches the observations of a keyframe with the nodes of a graph, one to one.

    It keeps the nodes as arrays: tell ``refresh`` which nodes changed, were made or went.

    Args:
        config: thresholds.
        consistent: whether two different labels may name one thing.
    """

    def __init__(self, config: AssociateConfig, consistent: Consistent = operator.eq) -> None:
        self._config = config
        self._agreement = Agreement(consistent)
        self._table = NodeTable()
        self._bank: FeatureBank | None = None
        self.counts: Counter[str] = Counter()

    def refresh(self, graph: SceneGraph, changed: Iterable[str]) -> None:
        """Read these nodes again; ids that the graph has no more are forgotten."""
        read, gone = self._table.refresh(graph, changed)
        for position in gone:
            if self._bank is not None:
                self._bank.remove(position)
        for position in read:
            views = graph.objects[self._table.node_id(position)].views
            features = [view.feature for view in views if view.feature.size]
            if features:
                self._bank_of(features[0].size).put(
                    position, np.ascontiguousarray(np.stack(features), np.float32)
                )
            elif self._bank is not None:
                self._bank.remove(position)

    def __call__(
        self,
        graph: SceneGraph,
        features: npt.NDArray[np.float32],
        boxes: Sequence[Box],
        labels: Sequence[str],
    ) -> list[str | None]:
        """The node of each observation, or None for what is new.

        Args:
            graph: the nodes; not changed.
            features: (M, D) float32 unit, D the same in every call.
            boxes: M boxes in the world.
            labels: M labels.
        """
        if len(self._table) != len(graph.objects):
            self.refresh(graph, ())
        if not boxes:
            return []
        positions, stages = self._assign(features, pack_boxes(boxes), labels)
        for name, stage in (("new", 0), ("by appearance", 1), ("by place", 2)):
            self.counts[name] += int((stages == stage).sum())
        return [None if p < 0 else self._table.node_id(p) for p in positions.tolist()]

    def _assign(
        self,
        features: npt.NDArray[np.float32],
        boxes: npt.NDArray[np.float64],
        labels: Sequence[str],
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        c, table = self._config, self._table
        positions, stages, _ = assign(
            self._bank_of(features.shape[1]),
            features=np.ascontiguousarray(features, np.float32),
            boxes=boxes,
            labels=np.array([table.label(name) for name in labels], np.int32),
            node_ids=table.numbers,
            node_boxes=table.boxes,
            node_labels=table.labels,
            agree=self._agreement.table(labels, table.label_names),
            high_cosine=c.high_cosine,
            far_gap_m=c.stage1_max_gap_m,
            overlap_bonus=c.overlap_bonus,
            label_bonus=c.label_bonus,
            penalty_per_m=c.penalty_per_m,
            moderate_cosine=c.moderate_cosine,
            near_gap_m=c.near_gap_m,
        )
        self.counts["features left out"] = self._bank_of(features.shape[1]).dropped_rows
        return positions, stages

    def _bank_of(self, dim: int) -> FeatureBank:
        if self._bank is None:
            self._bank = FeatureBank(dim=dim, max_rows=self._config.max_features)
        return self._bank
