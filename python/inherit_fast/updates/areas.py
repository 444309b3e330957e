"""Functional areas: things of one room that stand together (paper, section III-C)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import AreaNode, ObjectNode, SceneGraph
from inherit_fast.graph.boxes import pack_boxes
from inherit_fast.kernels import box_gap
from inherit_fast.language.room_table import RoomTable
from inherit_fast.updates.phrases import count_phrase


@dataclass(frozen=True, slots=True)
class AreasConfig:
    """When things stand together.

    Attributes:
        eps_m: largest gap between boxes of one area.
        min_objects: fewer make no area.
        same_share: an area keeps its id if it shares this much of its things with the old one.
    """

    eps_m: float = 1.0
    min_objects: int = 2
    same_share: float = 0.3


@dataclass(frozen=True, slots=True)
class AreaDraft:
    """An area before it has an id: its label, and positions in the list of objects."""

    label: str
    members: tuple[int, ...]


def draft_areas(
    objects: Sequence[ObjectNode], table: RoomTable, config: AreasConfig
) -> list[AreaDraft]:
    """Group the things of one room: around big furniture first, then by density alone.

    Furniture of one kind of area within reach of each other anchors one area; every other thing
    goes to the area in reach that it fits best, then to the nearest. What no anchor reaches is
    grouped where gaps are small, unless it is only decoration. Parts of the building belong to
    no area.
    """
    kept = [i for i, node in enumerate(objects) if not table.is_structure(node.label)]
    if len(kept) < config.min_objects:
        return []
    boxes = pack_boxes([objects[i].box for i in kept])
    gaps = box_gap(boxes, boxes, max_gap_m=config.eps_m)
    near = gaps <= config.eps_m
    labels = [objects[i].label for i in kept]
    kinds = _anchor_kinds(labels, near, table)
    groups: list[tuple[str, list[int]]] = []
    for kind in dict.fromkeys(k for k in kinds if k is not None):
        of_kind = [i for i, k in enumerate(kinds) if k == kind]
        groups += [(kind, part) for part in _connected(of_kind, near)]
    loose = _join_anchors(
        groups, [i for i, k in enumerate(kinds) if k is None], gaps, labels, table
    )
    volume = [float(np.prod(objects[i].box.extent_m)) for i in kept]
    for part in _connected(loose, near):
        solid = [i for i in part if not table.is_decor(labels[i])]
        if len(solid) >= config.min_objects:
            largest = max(solid, key=lambda i: (volume[i], -i))
            groups.append((f"{labels[largest]} area", part))
    return [
        AreaDraft(label, tuple(kept[i] for i in sorted(part)))
        for label, part in groups
        if len(part) >= config.min_objects
    ]


def _anchor_kinds(
    labels: Sequence[str], near: npt.NDArray[np.bool_], table: RoomTable
) -> list[str | None]:
    """The area that each thing anchors, unless it belongs to another anchor's area close by.

    A television anchors a media area, but before a sofa it belongs to the seating area. Kinds of
    areas stand in the table from strong to weak.
    """
    own = [table.area_of_anchor(label) for label in labels]
    order = {area.label: rank for rank, area in enumerate(table.areas)}
    kinds: list[str | None] = list(own)
    for i, kind in enumerate(own):
        stronger = (
            other
            for j, other in enumerate(own)
            if near[i, j] and other is not None and kind is not None and order[other] < order[kind]
        )
        if any(table.fits(labels[i], other) for other in stronger):
            kinds[i] = None
    return kinds


def _join_anchors(
    groups: list[tuple[str, list[int]]],
    rest: Sequence[int],
    gaps: npt.NDArray[np.float64],
    labels: Sequence[str],
    table: RoomTable,
) -> list[int]:
    """Add every thing in reach of an anchor to the best group; returns those left over."""
    anchors = [list(part) for _, part in groups]
    loose = []
    for i in rest:
        reach = [
            (not table.fits(labels[i], groups[g][0]), float(gaps[i, anchors[g]].min()), g)
            for g in range(len(groups))
        ]
        best = min((r for r in reach if np.isfinite(r[1])), default=None)
        if best is None:
            loose.append(i)
        else:
            groups[best[2]][1].append(i)
    return loose


def _connected(members: Sequence[int], near: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Connected parts of the graph of near pairs, in order of their first members."""
    left, parts = list(members), []
    while left:
        part = [left.pop(0)]
        for i in part:
            joined = [j for j in left if near[i, j]]
            part += joined
            left = [j for j in left if j not in joined]
        parts.append(part)
    return parts


def update_areas(
    graph: SceneGraph, room_id: str, table: RoomTable, config: AreasConfig
) -> set[str]:
    """Make the areas of a room anew; returns the ids of areas and objects that changed.

    An area that shares most of its things with one of before keeps its id.
    """
    objects = [node for node in graph.present() if node.room_id == room_id]
    old = {a.id: set(a.object_ids) for a in graph.areas.values() if a.room_id == room_id}
    changed = {n.id for n in graph.objects.values() if n.area_id in old}
    for node_id in changed:
        graph.objects[node_id].area_id = None
    for area_id in old:
        del graph.areas[area_id]
    for draft in draft_areas(objects, table, config):
        nodes = [objects[i] for i in draft.members]
        ids = [node.id for node in nodes]
        area_id = _take_id(set(ids), old, config.same_share) or graph.new_id("area")
        text = f"{draft.label} with {count_phrase(Counter(n.label for n in nodes))}"
        graph.areas[area_id] = AreaNode(area_id, room_id, draft.label, text, ids)
        for node in nodes:
            node.area_id = area_id
        changed |= {area_id, *ids}
    return changed | old.keys()


def _take_id(ids: set[str], old: dict[str, set[str]], share: float) -> str | None:
    """Take out of ``old`` the id of the area that shares most things, if enough."""
    shares = [(len(ids & was) / len(ids | was), area_id) for area_id, was in old.items()]
    best = max(shares, key=lambda item: item[0], default=(0.0, ""))
    if best[0] < share:
        return None
    del old[best[1]]
    return best[1]
