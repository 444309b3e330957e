"""How complete and how clean a map is, against the true objects of its source."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.evaluation.truth import TruthObject
from inherit_fast.graph import Box, ObjectNode

NEAR_M = 0.25


@dataclass(frozen=True, slots=True)
class ObjectReport:
    """Shares of true objects with a node of theirs (recall) and with more than one (duplicates).

    ``missed`` and ``doubled`` hold the ids of the true objects, for a look at them.
    """

    true_objects: int
    nodes: int
    recall: float
    duplicates: float
    missed: tuple[int, ...]
    doubled: tuple[int, ...]


def score_objects(
    truth: Sequence[TruthObject],
    nodes: Sequence[ObjectNode],
    counted: Collection[int] | None = None,
) -> ObjectReport:
    """Give each node to the true object of its label whose box is nearest within 0.25 m.

    A node stands for one true object only, so a chair beside another chair is no duplicate of it.

    Args:
        truth: all true objects: also those that hardly any frame shows own their nodes.
        nodes: what was mapped.
        counted: ids of the true objects that the shares are about; None means all.
    """
    found: dict[int, int] = {}
    for owner in owners(nodes, truth).values():
        found[owner] = found.get(owner, 0) + 1
    if counted is not None:
        truth = [t for t in truth if t.id in counted]
    missed = tuple(t.id for t in truth if t.id not in found)
    doubled = tuple(t.id for t in truth if found.get(t.id, 0) > 1)
    count = max(len(truth), 1)
    return ObjectReport(
        len(truth), len(nodes), 1 - len(missed) / count, len(doubled) / count, missed, doubled
    )


def owners(nodes: Sequence[ObjectNode], truth: Sequence[TruthObject]) -> dict[str, int]:
    """Node id -> id of the true object that it stands for, where there is one."""
    found = {node.id: _owner(node, truth) for node in nodes}
    return {node_id: owner for node_id, owner in found.items() if owner is not None}


def distance_to_box(point_m: npt.NDArray[np.float64], box: Box) -> float:
    """Metres from a point to a solid oriented box; 0 inside."""
    local = box.R_world_box.T @ (point_m - box.center_m)
    outside = np.maximum(np.abs(local) - box.extent_m / 2, 0.0)
    return float(np.linalg.norm(outside))


def _owner(node: ObjectNode, truth: Sequence[TruthObject]) -> int | None:
    rivals = [
        (distance_to_box(node.centroid_m, t.box), _between(node, t), t.id)
        for t in truth
        if node.label in t.labels
    ]
    best = min(rivals, default=None)
    return best[2] if best is not None and best[0] <= NEAR_M else None


def _between(node: ObjectNode, true: TruthObject) -> float:
    return float(np.linalg.norm(node.centroid_m - true.box.center_m))
