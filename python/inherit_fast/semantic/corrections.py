"""Corrections of what is mapped already, carried through all stages that know of it."""

from inherit_fast.graph import SceneGraph
from inherit_fast.semantic.associate import Associator
from inherit_fast.semantic.edits import Edit, Editor
from inherit_fast.semantic.evidence import Evidence
from inherit_fast.semantic.geometry import GeometryConfig
from inherit_fast.semantic.life import Life
from inherit_fast.semantic.merge import Merger
from inherit_fast.semantic.pose_correction import PoseCorrection, correct_poses
from inherit_fast.semantic.relate import Relator


class Corrections:
    """Edits by hand and corrected poses, on the graph of one semantic stream."""

    def __init__(
        self,
        merger: Merger,
        evidence: Evidence,
        life: Life,
        relate: Relator,
        associate: Associator,
        geometry: GeometryConfig,
    ) -> None:
        self._merger = merger
        self._edit = Editor(merger)
        self._evidence = evidence
        self._life = life
        self._relate = relate
        self._associate = associate
        self._geometry = geometry

    def __call__(self, graph: SceneGraph, what: Edit | PoseCorrection, time_ns: int) -> set[str]:
        """Correct ``graph`` in place; returns the ids of nodes that changed or are gone.

        Raises:
            EditError: an edit names no node.
        """
        if isinstance(what, Edit):
            changed = self._edit(graph, what, time_ns)
            merged = {gone: graph.resolve(gone) for gone in changed - graph.objects.keys()}
        else:
            changed = correct_poses(graph, what, self._geometry, time_ns)
            # What drift had made two may have come together.
            merged = self._merger.pass_over(graph, changed)
        changed |= set(merged.values())
        for gone, kept in merged.items():
            self._evidence.merge(kept, gone)
            if kept in graph.objects:
                self._life.settle(graph.objects[kept])
        changed |= self._relate(graph, changed)
        self._associate.refresh(graph, changed)
        return changed
