"""Two labels that keep occurring together inside one node are two things; one gets its own back."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode, id_number
from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.agreement import Agreement, Consistent
from inherit_fast.semantic.geometry import GeometryConfig, update_box
from inherit_fast.semantic.history import note
from inherit_fast.semantic.lift import Lifted
from inherit_fast.semantic.node_points import NodePoints, merge_points
from inherit_fast.semantic.views import ViewsConfig, merged_colors, place_for

Sighting = tuple[ObjectNode, Instance, Lifted]


@dataclass(frozen=True, slots=True)
class SplitConfig:
    """When a node holds a part of another one.

    Attributes:
        after: keyframes that must have shown both at once, one inside the other's box.
        min_share: share of its votes that call the node what the other one is.
        min_inside: share of the other's points that lie inside the node's box.
        max_shared: share of cells that their masks may have in common; more is one thing under two
            names.
        cell_m: side of these cells.
        margin_m: the node's box is larger by this on every side.
    """

    after: int = 3
    min_share: float = 0.2
    min_inside: float = 0.6
    max_shared: float = 0.3
    cell_m: float = 0.06
    margin_m: float = 0.05


class Splitter:
    """Stage of the semantic stream: gives votes, views and points back to the node they show."""

    def __init__(
        self,
        config: SplitConfig,
        geometry: GeometryConfig,
        views: ViewsConfig,
        consistent: Consistent,
    ) -> None:
        self._config = config
        self._geometry = geometry
        self._views = views
        self._agree = Agreement(consistent)
        self._together: Counter[tuple[int, str]] = Counter()

    def __call__(self, sightings: Sequence[Sighting], time_ns: int) -> list[tuple[str, str]]:
        """Check the nodes that one keyframe showed; returns each node that gave, and to whom."""
        splits = []
        for node, _, lifted in sightings:
            for other, instance, part in sightings:
                if node is other or not self._holds_part(node, lifted, other, instance, part):
                    continue
                key = (id_number(node.id), instance.label)
                self._together[key] += 1
                if self._together[key] >= self._config.after:
                    del self._together[key]
                    self._give_back(node, lifted, other, instance.label)
                    note(node, time_ns, "split", other.id)
                    splits.append((node.id, other.id))
        return splits

    def forget(self, gone: Iterable[str]) -> None:
        """These nodes are no more."""
        numbers = {id_number(node_id) for node_id in gone}
        for key in [key for key in self._together if key[0] in numbers]:
            del self._together[key]

    def state(self) -> list[list[Any]]:
        """Rows of a node's number, a label, and how often they met."""
        return [[number, label, times] for (number, label), times in self._together.items()]

    def restore(self, rows: Iterable[Iterable[Any]]) -> None:
        """Go on where ``state`` was taken."""
        self._together = Counter({(number, label): times for number, label, times in rows})

    def _holds_part(
        self,
        node: ObjectNode,
        lifted: Lifted,
        other: ObjectNode,
        instance: Instance,
        part: Lifted,
    ) -> bool:
        c, votes = self._config, node.label_votes
        held = votes.get(instance.label, 0.0)
        if held < c.min_share * sum(votes.values()) or self._agree(
            instance.label, node.voted_label
        ):
            return False
        if node.pinned or any(event.what == "merged" for event in node.history):
            return False
        if not self._agree(instance.label, other.voted_label):
            return False
        if _inside(part.points_m, node, c.margin_m) < c.min_inside:
            return False
        own, its = (_cells(item.points_m, c.cell_m) for item in (lifted, part))
        shared = len(np.intersect1d(own, its, assume_unique=True))
        return shared <= c.max_shared * min(len(own), len(its))

    def _give_back(self, node: ObjectNode, lifted: Lifted, other: ObjectNode, label: str) -> None:
        other.label_votes[label] = other.label_votes.get(label, 0.0) + node.label_votes.pop(label)
        for view in [view for view in node.views if view.label == label]:
            node.views.remove(view)
            place = place_for(other.views, view.score, view.bearing_rad, self._views)
            if place is not None:
                other.views[place : place + 1] = [view]
        self._give_points(node, lifted, other)
        for each in (node, other):
            each.views.sort(key=lambda v: (-v.score, v.keyframe_id))
            each.colors = merged_colors(each.views)
            each.label = each.given_label or each.voted_label
            update_box(each, self._geometry)

    def _give_points(self, node: ObjectNode, lifted: Lifted, other: ObjectNode) -> None:
        side = self._config.cell_m
        held = NodePoints.of(node)
        cells = _keys(held.points_m, side)
        given = np.isin(cells, _cells(other.points_m, side))
        given &= ~np.isin(cells, _cells(lifted.points_m, side))
        if given.all():  # nothing would be left of the node
            return
        merged, _ = merge_points(
            NodePoints.of(other),
            held.only(given),
            voxel_m=self._geometry.voxel_m,
            max_points=self._geometry.max_points,
        )
        merged.give(other)
        held.only(~given).give(node)


def _inside(points_m: npt.NDArray[np.float32], node: ObjectNode, margin_m: float) -> float:
    local = (points_m - node.box.center_m) @ node.box.R_world_box
    return float((np.abs(local) <= node.box.extent_m / 2 + margin_m).all(axis=1).mean())


def _keys(points_m: npt.NDArray[np.float32], side_m: float) -> npt.NDArray[np.int64]:
    cells = np.floor(points_m / side_m).astype(np.int64) + (1 << 20)
    return np.asarray((cells[:, 0] << 42) | (cells[:, 1] << 21) | cells[:, 2])


def _cells(points_m: npt.NDArray[np.float32], side_m: float) -> npt.NDArray[np.int64]:
    return np.unique(_keys(points_m, side_m))
