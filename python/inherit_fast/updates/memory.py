"""A cap on what a map may hold in memory, and what goes when it is reached."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from inherit_fast.graph import ObjectNode, SceneGraph, id_number
from inherit_fast.semantic.node_points import NodePoints, merge_points

MB = 1_000_000
STORES = ("points", "views", "features")


@dataclass(frozen=True, slots=True)
class MemoryConfig:
    """Caps in megabytes. Grids have their own: ``geometric.grid.max_tiles`` a floor.

    When a cap is reached, nodes give in this order: gone ones, tentative ones, deleted ones (which
    must still be recognised), confirmed ones, pinned ones; among these, the longest unseen first.
    Each gives half of its points, or its worst view, down to a least; where that is not enough,
    nodes are forgotten in the same order, but none that people pinned or deleted.

    Attributes:
        total_mb: all stores together, with grids and pictures of rooms.
        points_mb, views_mb, features_mb: each store of the nodes.
        least_points, least_views: what a node that stays keeps.
        evict_to: share of the cap that is left after an eviction, so that it is rare.
        max_path: positions of the camera's path; over it every second one goes.
    """

    total_mb: float = 2048.0
    points_mb: float = 512.0
    views_mb: float = 512.0
    features_mb: float = 512.0
    least_points: int = 64
    least_views: int = 1
    evict_to: float = 0.9
    max_path: int = 50_000


def node_bytes(node: ObjectNode) -> tuple[int, int, int]:
    """What a node holds in each of ``STORES``."""
    # Association keeps each feature once more, and at 16 bits: together two and a half times.
    points = node.points_m.nbytes + node.points_seen.nbytes + node.points_ns.nbytes
    views = sum(len(view.jpeg) for view in node.views)
    features = sum(view.feature.nbytes * 5 // 2 for view in node.views) + node.text_feature.nbytes
    return points, views, features


class MemoryKeeper:
    """Counts the bytes of a graph's nodes as they change, and keeps them under the caps.

    Args:
        config: the caps.
        graph: changed in place.
        voxel_m: voxels of the nodes' points.
        others: bytes held outside of the nodes, by store.
    """

    def __init__(
        self,
        config: MemoryConfig,
        graph: SceneGraph,
        voxel_m: float,
        others: Callable[[], Mapping[str, int]] = dict,
    ) -> None:
        self._config = config
        self._graph = graph
        self._voxel_m = voxel_m
        self._others = others
        self._held: dict[str, tuple[int, int, int]] = {}
        self._totals = np.zeros(len(STORES), np.int64)
        self.counts: Counter[str] = Counter()
        self._count(graph.objects)

    def __call__(self, changed: Iterable[str]) -> set[str]:
        """Count ``changed`` anew and evict where a cap is reached.

        Returns:
            ids of the nodes that gave something, or are forgotten.
        """
        self._count(changed)
        touched: set[str] = set()
        for store, cap in self._caps().items():
            if self._total(store) > cap:
                touched |= self._evict(store, cap * self._config.evict_to)
        self._thin_path()
        return touched

    def bytes(self) -> dict[str, int]:
        """Bytes by store."""
        return dict(zip(STORES, self._totals.tolist(), strict=True)) | dict(self._others())

    def _caps(self) -> dict[str, float]:
        c = self._config
        caps = {"points": c.points_mb, "views": c.views_mb, "features": c.features_mb}
        return {name: mb * MB for name, mb in (*caps.items(), ("total", c.total_mb))}

    def _total(self, store: str) -> int:
        if store == "total":
            return int(self._totals.sum()) + sum(self._others().values())
        return int(self._totals[STORES.index(store)])

    def _count(self, changed: Iterable[str]) -> None:
        for node_id in changed:
            self._totals -= self._held.pop(node_id, (0, 0, 0))
            node = self._graph.objects.get(node_id)
            if node is not None:
                self._held[node_id] = node_bytes(node)
                self._totals += self._held[node_id]

    def _evict(self, store: str, target: float) -> set[str]:
        ordered = sorted(self._graph.objects.values(), key=_worth)
        touched: set[str] = set()
        while self._total(store) > target:
            before = self._total(store)
            for node in ordered:
                if self._shrink(node, store):
                    touched.add(node.id)
                    self._count([node.id])
                if self._total(store) <= target:
                    return touched
            if self._total(store) == before:
                break
        return touched | self._forget(ordered, store, target)

    def _shrink(self, node: ObjectNode, store: str) -> bool:
        gave = store in ("points", "total") and self._halve_points(node)
        if store != "points" and len(node.views) > self._config.least_views:
            node.views = node.views[:-1]
            self.counts["views evicted"] += 1
            gave = True
        return gave

    def _halve_points(self, node: ObjectNode) -> bool:
        count = len(node.points_m)
        keep = max(self._config.least_points, count // 2)
        if count <= keep:
            return False
        nothing = NodePoints.fresh(np.zeros((0, 3), np.float32), 0)
        kept, _ = merge_points(NodePoints.of(node), nothing, voxel_m=self._voxel_m, max_points=keep)
        kept.give(node)
        self.counts["points evicted"] += count - len(kept.points_m)
        return True

    def _forget(self, ordered: list[ObjectNode], store: str, target: float) -> set[str]:
        gone: set[str] = set()
        for node in ordered:
            if self._total(store) <= target:
                break
            if node.pinned or node.state == "deleted":
                continue
            del self._graph.objects[node.id]
            self._count([node.id])
            gone.add(node.id)
        self.counts["objects forgotten"] += len(gone)
        relations = self._graph.relations
        for key in [key for key in relations if key[0] in gone or key[2] in gone]:
            del relations[key]
        for old in [old for old, new in self._graph.aliases.items() if new in gone]:
            del self._graph.aliases[old]
        return gone

    def _thin_path(self) -> None:
        graph = self._graph
        if len(graph.path_m) > self._config.max_path:
            self.counts["path thinned"] += len(graph.path_m) // 2
            graph.path_m, graph.path_ns = graph.path_m[::2], graph.path_ns[::2]


_ORDER = {"absent": 0, "moved": 0, "tentative": 1, "deleted": 2, "confirmed": 3}


def _worth(node: ObjectNode) -> tuple[int, int, int]:
    """Lower gives first."""
    return 4 if node.pinned else _ORDER[node.state], node.last_seen_ns, id_number(node.id)
