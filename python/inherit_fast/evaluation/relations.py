"""Whether the relations of a map hold between the true boxes of its things."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inherit_fast.evaluation.objects import owners
from inherit_fast.evaluation.truth import TruthObject
from inherit_fast.graph import Box, Relation, SceneGraph, pack_boxes
from inherit_fast.kernels import box_containment, box_gap, footprint_overlap


@dataclass(frozen=True, slots=True)
class RelationRules:
    """When a relation is true of two true boxes.

    Plain measures, on purpose not the mapper's own rules with their kinds of furniture.

    Attributes:
        near_gap_m: near: largest gap.
        min_overlap: on: shared part of the smaller footprint.
        face_gap_m: on: how far the underside may lie above or below the other's top face;
        seat_share: or, above this share of the other's height, inside its box: on its seat.
        min_inside: inside: share of the volume.
        slack_m: how far true boxes themselves may be off.
    """

    near_gap_m: float = 1.0
    min_overlap: float = 0.5
    face_gap_m: float = 0.1
    seat_share: float = 0.25
    min_inside: float = 0.8
    slack_m: float = 0.05


@dataclass(frozen=True, slots=True)
class RelationReport:
    """By predicate: relations judged, the share that holds, and those that do not."""

    judged: dict[str, int]
    precision: dict[str, float]
    wrong: tuple[Relation, ...]


def score_relations(
    graph: SceneGraph, truth: Sequence[TruthObject], rules: RelationRules | None = None
) -> RelationReport:
    """Judge near, on and inside of all nodes that stand for a true object (see score_objects)."""
    rules = rules or RelationRules()
    box_of = {t.id: t.box for t in truth}
    owner = owners(list(graph.present()), truth)
    judged, right = Counter[str](), Counter[str]()
    wrong = []
    for relation in graph.relations.values():
        a, b = owner.get(relation.subject_id), owner.get(relation.object_id)
        if a is None or b is None or a == b or relation.predicate not in _CHECKS:
            continue
        judged[relation.predicate] += 1
        holds = _CHECKS[relation.predicate](box_of[a], box_of[b], rules)
        right[relation.predicate] += holds
        if not holds:
            wrong.append(relation)
    precision = {name: right[name] / judged[name] for name in sorted(judged)}
    return RelationReport(dict(judged), precision, tuple(wrong))


def _near(a: Box, b: Box, rules: RelationRules) -> bool:
    most_m = rules.near_gap_m + rules.slack_m
    gap = float(box_gap(pack_boxes([a]), pack_boxes([b]), max_gap_m=most_m)[0, 0])
    return gap <= most_m


def _on(a: Box, b: Box, rules: RelationRules) -> bool:
    overlap = float(footprint_overlap(pack_boxes([a]), pack_boxes([b]))[0, 0])
    if overlap < rules.min_overlap:
        return False
    (low, _), (bottom, top) = _heights(a), _heights(b)
    reach = rules.face_gap_m + rules.slack_m
    on_top = abs(low - top) <= reach
    on_seat = bottom + rules.seat_share * (top - bottom) <= low <= top
    return on_top or on_seat


def _inside(a: Box, b: Box, rules: RelationRules) -> bool:
    grown = Box(b.center_m, b.extent_m + 2 * rules.slack_m, b.R_world_box)
    return float(box_containment(pack_boxes([a]), pack_boxes([grown]))[0, 0]) >= rules.min_inside


def _heights(box: Box) -> tuple[float, float]:
    half = float(np.abs(box.R_world_box[2]) @ box.extent_m) / 2
    return float(box.center_m[2]) - half, float(box.center_m[2]) + half


_CHECKS = {"near": _near, "on": _on, "inside": _inside}
