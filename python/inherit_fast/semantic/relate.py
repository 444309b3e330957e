"""Relations between objects, kept up around what changed."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box, ObjectNode, Relation, SceneGraph, id_number, pack_boxes
from inherit_fast.kernels import relate_boxes, relation_predicates
from inherit_fast.semantic.box_kinds import BoxKindConfig, BoxKinds

Key = tuple[str, str, str]
_PREDICATES = relation_predicates()
# What is kept of a node with too many: the most telling first.
_TELLING = ("inside", "on", "above", "under", "beside", "near")
_RANKS = np.array([_TELLING.index(name) for name in _PREDICATES])


@dataclass(frozen=True, slots=True)
class RelateConfig:
    """When two boxes stand in a relation.

    Attributes:
        near_gap_m, near_count: near are the so many nearest things within this gap.
        support_overlap: on, above, under: shared part of the smaller footprint.
        sunk_m, raised_m: on: the underside lies at most so far below / above the top face;
            boxes from depth are a few centimetres off.
        sunk_share: a much smaller thing may lie this share of the supporter's height below.
        small_share: much smaller: a footprint of at most this share of the other's.
        seat_share: a much smaller thing whose underside is this share of the supporter's height
            up lies on its seat, though within its box; so does all that is on raised furniture.
        seat_height_m: what is taller has no seat.
        cover_share: what covers so much of raised furniture lies on it, not under it.
        inside_share: inside: share of the volume.
        above_gap_m: above, under: largest gap between the faces.
        beside_gap_m, beside_offset_m, beside_height: beside: largest gap, largest difference in
            height of undersides or centres, and the lower one's height over the higher one's.
        max_per_node: relations kept of one node as their subject.
        kinds: labels of containers, raised furniture and ground.
    """

    near_gap_m: float = 1.0
    near_count: int = 5
    support_overlap: float = 0.5
    sunk_m: float = 0.1
    raised_m: float = 0.1
    sunk_share: float = 0.15
    small_share: float = 0.35
    seat_share: float = 0.3
    seat_height_m: float = 1.5
    cover_share: float = 0.6
    inside_share: float = 0.8
    above_gap_m: float = 1.5
    beside_gap_m: float = 0.5
    beside_offset_m: float = 0.2
    beside_height: float = 0.3
    max_per_node: int = 24
    kinds: BoxKindConfig = field(default_factory=BoxKindConfig)


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """Present nodes that take part, as the kernel takes them."""

    nodes: list[ObjectNode]
    row: dict[str, int]
    boxes: npt.NDArray[np.float64]
    kinds: npt.NDArray[np.uint8]
    groups: npt.NDArray[np.int32]


class Relator:
    """Stage of the semantic stream: near, on, under, inside, above, beside (paper, III-B)."""

    def __init__(self, config: RelateConfig) -> None:
        self._config = config
        self._kinds = BoxKinds(config.kinds)
        self._packed: dict[str, tuple[Box, npt.NDArray[np.float64]]] = {}
        self.counts: Counter[str] = Counter()

    def __call__(self, graph: SceneGraph, changed: Collection[str]) -> set[str]:
        """Bring the relations around the objects ``changed`` up to date.

        Only present nodes have relations; those of nodes that are gone are removed, wherever
        they are. ``changed`` may name such nodes, too. Each call is another look at what changed:
        ``seen`` grows and ``confidence`` is the mean over the looks.

        Returns:
            ids of the present objects that gained or lost a relation as its subject.
        """
        scene = self._scene(graph)
        moved = set(changed)
        affected, altered = _forget_gone(graph, scene, moved)
        subjects = self._around(scene, moved, affected)
        fresh = self._find(graph, scene, subjects, moved)
        for key in _keys_of(graph, {scene.nodes[row].id for row in subjects}):
            if key not in fresh:
                del graph.relations[key]
                altered.add(key[0])
        altered.update(key[0] for key in fresh.keys() - graph.relations.keys())
        graph.relations.update(fresh)
        return altered & scene.row.keys()

    def _scene(self, graph: SceneGraph) -> _Scene:
        kinds = [(node, self._kinds(node.label)) for node in graph.present()]
        nodes = [node for node, kind in kinds if kind is not None]
        packed = {}
        for node in nodes:
            known = self._packed.get(node.id)
            same = known is not None and known[0] is node.box
            packed[node.id] = known if known and same else (node.box, pack_boxes([node.box])[0])
        self._packed = packed
        return _Scene(
            nodes,
            {node.id: i for i, node in enumerate(nodes)},
            np.array([row for _, row in packed.values()]).reshape(-1, 15),
            np.array([kind for _, kind in kinds if kind is not None], np.uint8),
            np.array([_room_number(node) for node in nodes], np.int32),
        )

    def _around(self, scene: _Scene, moved: set[str], affected: set[str]) -> npt.NDArray[np.int32]:
        """Rows whose relations may have changed: what moved, and all in its reach before or now."""
        c = self._config
        reach_m = max(c.near_gap_m, c.beside_gap_m, c.above_gap_m, c.raised_m)
        low, high = _bounds(scene.boxes)
        rows = np.array([row for node_id, row in scene.row.items() if node_id in moved], np.int64)
        apart = np.maximum(low[rows, None] - high[None], low[None] - high[rows, None])
        near = (np.maximum(apart, 0.0) ** 2).sum(axis=2) <= reach_m**2
        touched = near.any(axis=0)
        touched[[scene.row[node_id] for node_id in affected if node_id in scene.row]] = True
        return np.flatnonzero(touched).astype(np.int32)

    def _find(
        self, graph: SceneGraph, scene: _Scene, subjects: npt.NDArray[np.int32], moved: set[str]
    ) -> dict[Key, Relation]:
        c = self._config
        found = relate_boxes(
            scene.boxes,
            kinds=scene.kinds,
            groups=scene.groups,
            subjects=subjects,
            near_gap_m=c.near_gap_m,
            near_count=c.near_count,
            support_overlap=c.support_overlap,
            sunk_m=c.sunk_m,
            raised_m=c.raised_m,
            sunk_share=c.sunk_share,
            small_share=c.small_share,
            seat_share=c.seat_share,
            seat_height_m=c.seat_height_m,
            cover_share=c.cover_share,
            inside_share=c.inside_share,
            above_gap_m=c.above_gap_m,
            beside_gap_m=c.beside_gap_m,
            beside_offset_m=c.beside_offset_m,
            beside_height=c.beside_height,
        )
        fresh: dict[Key, Relation] = {}
        for s, o, code, confidence in self._capped(*found):
            subject, other = scene.nodes[s], scene.nodes[o]
            key = subject.id, _PREDICATES[code], other.id
            looked = subject.id in moved or other.id in moved
            fresh[key] = _seen_again(graph.relations.get(key), key, confidence, looked)
            fresh[key].sentence = f"the {subject.label} is {key[1]} the {other.label}"
        return fresh

    def _capped(
        self,
        subjects: npt.NDArray[np.int32],
        objects: npt.NDArray[np.int32],
        predicates: npt.NDArray[np.uint8],
        confidences: npt.NDArray[np.float32],
    ) -> Iterator[tuple[int, int, int, float]]:
        """The most telling relations of each subject, by predicate, then confidence."""
        rank = _RANKS[predicates]
        order = np.lexsort((objects, -confidences, rank, subjects))
        sorted_subjects = subjects[order]
        place = np.arange(len(order)) - np.searchsorted(sorted_subjects, sorted_subjects)
        kept = order[place < self._config.max_per_node]
        self.counts["relations capped"] += len(order) - len(kept)
        return zip(
            subjects[kept].tolist(),
            objects[kept].tolist(),
            predicates[kept].tolist(),
            confidences[kept].tolist(),
            strict=True,
        )


def _room_number(node: ObjectNode) -> int:
    """Things of different rooms are not near each other; a guessed room parts nothing."""
    return id_number(node.room_id) if node.room_id and not node.room_flag else -1


def _bounds(boxes: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], ...]:
    half = (np.abs(boxes[:, 6:].reshape(-1, 3, 3)) * boxes[:, None, 3:6]).sum(axis=2) / 2
    return boxes[:, :3] - half, boxes[:, :3] + half


def _forget_gone(graph: SceneGraph, scene: _Scene, moved: set[str]) -> tuple[set[str], set[str]]:
    """Remove relations of what is not present.

    Returns:
        ids at the other end of relations of what moved or is gone, and ids that lost a relation.
    """
    affected, altered = set(), set()
    for key in list(graph.relations):
        subject_id, _, object_id = key
        if subject_id not in scene.row or object_id not in scene.row:
            del graph.relations[key]
            altered.add(subject_id)
            affected |= {subject_id, object_id}
        elif subject_id in moved:
            affected.add(object_id)
        elif object_id in moved:
            affected.add(subject_id)
    return affected, altered


def _keys_of(graph: SceneGraph, subject_ids: set[str]) -> list[Key]:
    return [key for key in graph.relations if key[0] in subject_ids]


def _seen_again(known: Relation | None, key: Key, confidence: float, looked: bool) -> Relation:
    """A new relation, or ``known`` with one more look at it."""
    if known is None:
        return Relation(*key, confidence, 1, "")
    if looked:
        known.seen += 1
        known.confidence += (confidence - known.confidence) / known.seen
    return known
