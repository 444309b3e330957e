"""Two nodes that came to stand in one place and look like one thing become one node."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode, SceneGraph, id_number, pack_boxes
from inherit_fast.kernels import box_iou
from inherit_fast.semantic.agreement import Agreement, Consistent
from inherit_fast.semantic.apart import SeenApart
from inherit_fast.semantic.geometry import GeometryConfig, update_box
from inherit_fast.semantic.neighbours import Neighbours
from inherit_fast.semantic.node_points import NodePoints, merge_points
from inherit_fast.semantic.observe import absorb
from inherit_fast.semantic.views import ViewsConfig


@dataclass(frozen=True, slots=True)
class MergeConfig:
    """When two nodes are one.

    Attributes:
        voxel_m: points of both in one cell of this side count as shared.
        min_shared: share of the smaller node's cells that the other holds too, or
        min_iou: overlap of the boxes that will do instead.
        min_cosine: best cosine between their views.
        alike_cosine, min_shared_alike: nodes that look this much alike need share less: two ends
            of a rug have little in common.
        min_label_share: share of its votes that the label of each must have; a mask that took in
            its surroundings made a node that shares points with everything in them.
        min_mutual: nodes of any labels that fill one place, cells of both over those of either,
            and look alike by
        mutual_cosine are one thing whose name is in doubt, unless ever seen side by side;
        min_part, part_cosine: so is a node that lies in another to this share and looks like it.
        max_apart: nodes that more than this share of the rarer one's keyframes showed side by side
            are two things, whatever they share;
        min_shared_apart: of those that fewer did, this share must be common.
    """

    voxel_m: float = 0.06
    min_shared: float = 0.4
    min_iou: float = 0.35
    min_cosine: float = 0.5
    alike_cosine: float = 0.75
    min_shared_alike: float = 0.2
    min_label_share: float = 0.55
    min_mutual: float = 0.35
    mutual_cosine: float = 0.65
    min_part: float = 0.85
    part_cosine: float = 0.8
    max_apart: float = 0.3
    min_shared_apart: float = 0.75


class Merger:
    """Stage of the semantic stream: runs around the nodes that a keyframe changed."""

    def __init__(
        self,
        config: MergeConfig,
        geometry: GeometryConfig,
        views: ViewsConfig,
        consistent: Consistent,
    ) -> None:
        self._config = config
        self._geometry = geometry
        self._views = views
        self._agree = Agreement(consistent)
        self.apart = SeenApart()

    def __call__(self, graph: SceneGraph, observed: Collection[str]) -> dict[str, str]:
        """Merge what became one; the older id stands, the other leaves an alias.

        Args:
            graph: changed in place.
            observed: the nodes that one keyframe showed.

        Returns:
            id that is gone -> id that took it in.
        """
        ordered = sorted(observed, key=id_number)
        for i, node_id in enumerate(ordered):
            beside = Neighbours(graph.objects[other] for other in ordered[i + 1 :])
            for other in self._near(graph.objects[node_id], beside):
                self.apart.add(node_id, other.id)
        return self.pass_over(graph, ordered)

    def pass_over(self, graph: SceneGraph, node_ids: Collection[str]) -> dict[str, str]:
        """``__call__`` for nodes that no keyframe showed together."""
        merged: dict[str, str] = {}
        around = Neighbours(graph.objects.values())
        for node_id in sorted(node_ids, key=id_number):
            known = node_id in graph.objects
            twin = self._twin(graph.objects[node_id], around) if known else None
            if twin is not None:
                pair = (graph.objects[node_id], graph.objects[twin])
                kept, gone = (n.id for n in sorted(pair, key=_standing))
                self.fold(graph, kept, gone)
                merged[gone] = kept
                around = Neighbours(graph.objects.values())
        return merged

    def _twin(self, node: ObjectNode, around: Neighbours) -> str | None:
        """The node that shares most with ``node`` and passes every test."""
        best: tuple[float, str] | None = None
        for other in self._near(node, around):
            shared, mutual = self._shared(node, other)
            if self._agrees(node, other):
                is_one = self._is_one(node, other, shared)
            else:
                is_one = self._is_one_of_any_name(node, other, shared, mutual)
            if is_one and (best is None or shared > best[0]):
                best = (shared, other.id)
        return best[1] if best else None

    def _near(self, node: ObjectNode, around: Neighbours) -> list[ObjectNode]:
        """Nodes that may be one with ``node``: names agree, or they are about as large."""
        return [
            other
            for other, alike in around(node)
            if _may_be_one(node, other) and (alike or self._agrees(node, other))
        ]

    def _agrees(self, a: ObjectNode, b: ObjectNode) -> bool:
        return self._is_clear(a) and self._is_clear(b) and self._agree(a.voted_label, b.voted_label)

    def _is_clear(self, node: ObjectNode) -> bool:
        votes = node.label_votes
        share = votes.get(node.voted_label, 0.0) / (sum(votes.values()) or 1.0)
        return share >= self._config.min_label_share

    def _is_one_of_any_name(
        self, a: ObjectNode, b: ObjectNode, shared: float, mutual: float
    ) -> bool:
        c = self._config
        if self.apart.times(a.id, b.id):
            return False
        if mutual >= c.min_mutual:
            return _cosine(a, b) >= c.mutual_cosine
        return shared >= c.min_part and _cosine(a, b) >= c.part_cosine

    def _is_one(self, a: ObjectNode, b: ObjectNode, shared: float) -> bool:
        c = self._config
        apart = self.apart.times(a.id, b.id)
        if apart and shared < c.min_shared_apart:
            return False
        # One keyframe may have erred: of boxes that coincide it does not make two things.
        erred = apart == 1 and _iou(a, b) >= c.min_iou
        if apart > c.max_apart * min(a.seen, b.seen) and not erred:
            return False
        cosine = _cosine(a, b)
        if cosine < c.min_cosine:
            return False
        needed = c.min_shared_alike if cosine >= c.alike_cosine else c.min_shared
        return shared >= needed or _iou(a, b) >= c.min_iou

    def _shared(self, a: ObjectNode, b: ObjectNode) -> tuple[float, float]:
        """Common cells over those of the smaller node, and over those of either."""
        cells_a, cells_b = (_cells(n.points_m, self._config.voxel_m) for n in (a, b))
        sizes = len(cells_a), len(cells_b)
        common = len(np.intersect1d(cells_a, cells_b, assume_unique=True))
        return common / max(1, min(sizes)), common / max(1, sum(sizes) - common)

    def fold(self, graph: SceneGraph, kept_id: str, gone_id: str) -> None:
        """Make the second node part of the first; its id becomes an alias."""
        kept, gone = graph.objects[kept_id], graph.objects.pop(gone_id)
        graph.aliases[gone_id] = kept_id
        merged, _ = merge_points(
            NodePoints.of(kept),
            NodePoints.of(gone),
            voxel_m=self._geometry.voxel_m,
            max_points=self._geometry.max_points,
        )
        merged.give(kept)
        update_box(kept, self._geometry)
        absorb(kept, gone, self._views)
        self.apart.merge(kept_id, gone_id)


def _standing(node: ObjectNode) -> tuple[bool, int]:
    """Of two nodes that are one, the lower keeps its id."""
    return not node.pinned, id_number(node.id)


def _may_be_one(a: ObjectNode, b: ObjectNode) -> bool:
    """What people deleted takes in nothing; two that they vouch for are two."""
    return "deleted" not in (a.state, b.state) and not (a.pinned and b.pinned)


def _iou(a: ObjectNode, b: ObjectNode) -> float:
    return float(box_iou(pack_boxes([a.box]), pack_boxes([b.box]))[0, 0])


def _cosine(a: ObjectNode, b: ObjectNode) -> float:
    rows = [np.stack([view.feature for view in node.views]) for node in (a, b)]
    return float((rows[0] @ rows[1].T).max())


def _cells(points_m: npt.NDArray[np.float32], side_m: float) -> npt.NDArray[np.int64]:
    cells = np.floor(points_m / side_m).astype(np.int64) + (1 << 20)
    return np.unique((cells[:, 0] << 42) | (cells[:, 1] << 21) | cells[:, 2])
