"""Relations between objects, kept up around what changed."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Relation, SceneGraph
from inherit_fast.kernels import relate_boxes, relation_predicates
from inherit_fast.semantic.box_kinds import BoxKindConfig, BoxKinds
from inherit_fast.semantic.related_boxes import BoxReader, RelatedBoxes

Key = tuple[str, str, str]
_Found = tuple[
    npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.float32]
]
_PREDICATES = relation_predicates()
_NEAR = _PREDICATES.index("near")
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
        stem_m: or so far above, for what stands on a thin foot that depth misses.
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
    stem_m: float = 0.25
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


class Relator:
    """Stage of the semantic stream: near, on, under, inside, above, beside (paper, III-B)."""

    def __init__(self, config: RelateConfig) -> None:
        self._config = config
        self._read = BoxReader(BoxKinds(config.kinds))
        self.counts: Counter[str] = Counter()

    def __call__(self, graph: SceneGraph, changed: Collection[str]) -> set[str]:
        """Bring the relations around the objects ``changed`` up to date.

        Only present nodes have relations; those of nodes that are gone are removed, wherever
        they are. ``changed`` may name such nodes, too. Each call is another look at what changed:
        ``seen`` grows and ``confidence`` is the mean over the looks.

        Returns:
            ids of the present objects that gained or lost a relation as its subject.
        """
        scene = self._read(graph)
        moved = set(changed)
        before = _look_back(graph, scene, moved)
        found = self._find(scene, scene.mask(moved), scene.mask(before.affected))
        again = self._to_read_again(scene, found, scene.mask(moved), before)
        fresh = self._fresh(graph, scene, moved, found, again)
        names = {scene.nodes[row].id for row in np.flatnonzero(again)}
        stale = before.touched + [key for key in graph.relations if key[0] in names]
        altered = before.losers
        for key in stale:
            if key not in fresh and key in graph.relations:
                del graph.relations[key]
                altered.add(key[0])
        altered.update(key[0] for key in fresh.keys() - graph.relations.keys())
        graph.relations.update(fresh)
        return altered & scene.row.keys()

    def _find(
        self, scene: RelatedBoxes, moved: npt.NDArray[np.bool_], affected: npt.NDArray[np.bool_]
    ) -> _Found:
        """All relations of what moved, and of all in its reach before or now."""
        c = self._config
        reach_m = max(c.near_gap_m, c.beside_gap_m, c.above_gap_m, c.raised_m, c.stem_m)
        around = scene.within(moved, reach_m) | affected
        found = relate_boxes(
            scene.boxes,
            kinds=scene.kinds,
            groups=scene.groups,
            subjects=np.flatnonzero(around).astype(np.int32),
            near_gap_m=c.near_gap_m,
            near_count=c.near_count,
            support_overlap=c.support_overlap,
            sunk_m=c.sunk_m,
            raised_m=c.raised_m,
            stem_m=c.stem_m,
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
        return self._capped(found)

    def _capped(self, found: _Found) -> _Found:
        """The most telling relations of each subject, by predicate, then confidence."""
        subjects, objects, predicates, confidences = found
        order = np.lexsort((objects, -confidences, _RANKS[predicates], subjects))
        ordered = subjects[order]
        place = np.arange(len(order)) - np.searchsorted(ordered, ordered)
        kept = order[place < self._config.max_per_node]
        self.counts["relations capped"] += len(order) - len(kept)
        return subjects[kept], objects[kept], predicates[kept], confidences[kept]

    def _to_read_again(
        self,
        scene: RelatedBoxes,
        found: _Found,
        moved: npt.NDArray[np.bool_],
        before: "_Before",
    ) -> npt.NDArray[np.bool_]:
        """Subjects whose relations to what did not move may differ, too.

        Those are the ones that had, or have, something that moved among their nearest, and the
        ones with as many relations as they may have: there one drives out another.
        """
        subjects, objects, predicates, _ = found
        again = moved | scene.mask(before.losers) | scene.mask(before.near)
        again[subjects[(predicates == _NEAR) & moved[objects]]] = True
        counts = np.bincount(subjects, minlength=len(again))
        full = [i for i, n in before.counts.items() if n >= self._config.max_per_node]
        return again | (counts >= self._config.max_per_node) | scene.mask(full)

    def _fresh(
        self,
        graph: SceneGraph,
        scene: RelatedBoxes,
        moved: set[str],
        found: _Found,
        again: npt.NDArray[np.bool_],
    ) -> dict[Key, Relation]:
        subjects, objects, _, _ = found
        changed = scene.mask(moved)
        wanted = np.flatnonzero(again[subjects] | changed[objects])
        rows = zip(*(column[wanted].tolist() for column in found), strict=True)
        nodes, known = scene.nodes, graph.relations
        fresh: dict[Key, Relation] = {}
        for s, o, code, confidence in rows:
            subject, other, predicate = nodes[s], nodes[o], _PREDICATES[code]
            key = subject.id, predicate, other.id
            relation = known.get(key)
            if relation is None:
                relation = Relation(*key, confidence, 1, "")
            elif subject.id in moved or other.id in moved:
                relation.seen += 1
                relation.confidence += (confidence - relation.confidence) / relation.seen
            relation.sentence = f"the {subject.label} is {predicate} the {other.label}"
            fresh[key] = relation
        return fresh


@dataclass(slots=True)
class _Before:
    """What the graph held around the things that moved or are gone.

    Attributes:
        touched: relations with an end that moved.
        affected: ids at either end of such, and of those removed.
        losers: subjects whose relation to something gone was removed.
        near: subjects that had something that moved among their nearest.
        counts: relations of each subject.
    """

    touched: list[Key]
    affected: set[str]
    losers: set[str]
    near: set[str]
    counts: Counter[str]


def _look_back(graph: SceneGraph, scene: RelatedBoxes, moved: set[str]) -> _Before:
    """Remove relations of what is not present, and say what may change with the rest."""
    counts = Counter(map(itemgetter(0), graph.relations))
    before = _Before([], set(), set(), set(), counts)
    present = scene.row
    for key in list(graph.relations):
        subject_id, predicate, object_id = key
        if subject_id not in present or object_id not in present:
            del graph.relations[key]
            before.losers.add(subject_id)
        elif subject_id in moved or object_id in moved:
            before.touched.append(key)
            if predicate == "near":
                before.near.add(subject_id)
        else:
            continue
        before.affected.add(subject_id)
        before.affected.add(object_id)
    return before
