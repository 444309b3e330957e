"""A thing that is gone from its place and was found elsewhere has moved."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from inherit_fast.graph import ObjectNode, SceneGraph, id_number
from inherit_fast.semantic.agreement import Agreement, Consistent
from inherit_fast.semantic.history import note


@dataclass(frozen=True, slots=True)
class MovedConfig:
    """When a node elsewhere is the one that is gone.

    Attributes:
        min_cosine: best cosine between their views; it belongs to the feature extractor.
        margin: by which every rival, on either side, must look less alike: of six chairs of one
            set nobody can tell which one moved.
        max_stretch: longest side of one over that of the other, at most.
    """

    min_cosine: float = 0.85
    margin: float = 0.03
    max_stretch: float = 1.6


class Moves:
    """Stage of the semantic stream: links what is absent with what was found since.

    The old node keeps its place and its history, in the state ``moved``; seen there again, it is
    itself again.
    """

    def __init__(self, config: MovedConfig, consistent: Consistent) -> None:
        self._config = config
        self._agree = Agreement(consistent)

    def __call__(self, graph: SceneGraph, changed: Collection[str], time_ns: int) -> set[str]:
        """Look at the pairs that ``changed`` takes part in; returns the nodes that moved."""
        nodes = [graph.objects[i] for i in changed if i in graph.objects]
        gone = [n for n in graph.objects.values() if n.state == "absent" and _was_real(n)]
        if not gone:
            return set()
        fresh = [n for n in nodes if n.state == "confirmed"]
        pairs = self._pairs([n for n in gone if n.id in changed], graph.present())
        pairs |= self._pairs(gone, fresh)
        moved = set()
        for lost_id in sorted({a for a, _ in pairs}, key=id_number):
            target = self._target(graph, graph.objects[lost_id], gone)
            if target is not None:
                self._move(graph.objects[lost_id], target, time_ns)
                moved.add(lost_id)
        return moved

    def _pairs(
        self, gone: Iterable[ObjectNode], found: Iterable[ObjectNode]
    ) -> set[tuple[str, str]]:
        found = list(found)
        return {(a.id, b.id) for a in gone for b in found if self._likeness(a, b) is not None}

    def _target(
        self, graph: SceneGraph, lost: ObjectNode, gone: list[ObjectNode]
    ) -> ObjectNode | None:
        """The one node that ``lost`` can be, if no other could be it, nor it another."""
        taken = {n.moved_to for n in graph.objects.values() if n.state == "moved"}
        ranked = [(self._likeness(lost, n), n) for n in graph.present() if n.id not in taken]
        known = sorted(((c, n) for c, n in ranked if c is not None), key=_by_likeness)
        if not known:
            return None
        best, node = known[0]
        rivals = [c for c, _ in known[1:]]
        others = (self._likeness(other, node) for other in gone if other is not lost)
        rivals += [c for c in others if c is not None]
        return None if any(c > best - self._config.margin for c in rivals) else node

    def _likeness(self, lost: ObjectNode, found: ObjectNode) -> float | None:
        """Cosine of their best views, or None where they cannot be one thing."""
        c = self._config
        if found.first_seen_ns <= lost.last_seen_ns:  # both were there at once
            return None
        if not self._agree(lost.voted_label, found.voted_label):
            return None
        sides = sorted(float(max(n.box.extent_m)) for n in (lost, found))
        if not (lost.views and found.views) or sides[1] > c.max_stretch * max(sides[0], 1e-3):
            return None
        rows = [np.stack([view.feature for view in n.views]) for n in (lost, found)]
        cosine = float((rows[0] @ rows[1].T).max())
        return cosine if cosine >= c.min_cosine else None

    def _move(self, lost: ObjectNode, target: ObjectNode, time_ns: int) -> None:
        lost.state, lost.moved_to = "moved", target.id
        note(target, time_ns, "moved here", lost.id)


def _by_likeness(ranked: tuple[float, ObjectNode]) -> tuple[float, int]:
    return -ranked[0], id_number(ranked[1].id)


def _was_real(node: ObjectNode) -> bool:
    return any(event.what == "confirmed" for event in node.history)
