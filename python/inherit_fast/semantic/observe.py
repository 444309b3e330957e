"""One matched observation becomes knowledge of a node: place, label votes, views, colours."""

import math
from collections import Counter

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Keyframe
from inherit_fast.graph import ObjectNode, SceneGraph
from inherit_fast.perception.colors import dominant_colors
from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.geometry import GeometryConfig, merge_observation
from inherit_fast.semantic.lift import Lifted
from inherit_fast.semantic.views import (
    ViewsConfig,
    bearing,
    cut_view,
    merged_colors,
    place_for,
    view_score,
)

FULL_WEIGHT_PX = 4096.0  # a mask of this many pixels gives its label a full vote


class Observer:
    """Stage of the semantic stream: creates nodes and folds observations into them."""

    def __init__(self, geometry: GeometryConfig, views: ViewsConfig) -> None:
        self._geometry = geometry
        self._views = views
        self.counts: Counter[str] = Counter()

    def create(self, graph: SceneGraph, keyframe: Keyframe, lifted: Lifted) -> ObjectNode:
        """A new tentative node at the place of ``lifted``, without votes or views yet."""
        node = ObjectNode(
            id=graph.new_id("object"),
            label="",
            box=lifted.box,
            centroid_m=lifted.centroid_m,
            first_seen_ns=keyframe.frame.time_ns,
            floor_id=keyframe.floor_id,
        )
        graph.objects[node.id] = node
        return node

    def update(
        self,
        node: ObjectNode,
        keyframe: Keyframe,
        instance: Instance,
        lifted: Lifted,
        feature: npt.NDArray[np.float32],
    ) -> None:
        """Fold one observation into ``node`` (paper, section III-B, last paragraph)."""
        merge_observation(node, lifted, self._geometry, self.counts, keyframe.frame.time_ns)
        self._vote(node, instance, lifted)
        self._keep_view(node, keyframe, instance, feature)

    def _vote(self, node: ObjectNode, instance: Instance, lifted: Lifted) -> None:
        view_weight = min(1.0, math.sqrt(lifted.pixel_count / FULL_WEIGHT_PX))
        _add(node.label_votes, instance.label, instance.score * view_weight)
        for label, score in instance.hints:
            _add(node.hint_votes, label, score * view_weight)
        node.label = node.given_label or node.voted_label

    def _keep_view(
        self,
        node: ObjectNode,
        keyframe: Keyframe,
        instance: Instance,
        feature: npt.NDArray[np.float32],
    ) -> None:
        score = view_score(keyframe.frame.rgb, instance)
        bearing_rad = bearing(keyframe, node.centroid_m)
        place = place_for(node.views, score, bearing_rad, self._views)
        if place is None:
            self.counts["views not kept"] += 1
            return
        colors = dominant_colors(keyframe.frame.rgb, instance.mask)
        view = cut_view(keyframe, instance, feature, colors, score, bearing_rad, self._views)
        node.views[place : place + 1] = [view]
        node.views.sort(key=lambda v: (-v.score, v.keyframe_id))
        node.colors = merged_colors(node.views)


def absorb(kept: ObjectNode, gone: ObjectNode, views: ViewsConfig) -> None:
    """Fold the votes, views and times of ``gone`` into ``kept``; its points come by geometry."""
    for label, votes in gone.label_votes.items():
        _add(kept.label_votes, label, votes)
    for label, votes in gone.hint_votes.items():
        _add(kept.hint_votes, label, votes)
    for view in gone.views:
        place = place_for(kept.views, view.score, view.bearing_rad, views)
        if place is not None:
            kept.views[place : place + 1] = [view]
    kept.views.sort(key=lambda v: (-v.score, v.keyframe_id))
    kept.colors = merged_colors(kept.views)
    kept.given_label = kept.given_label or gone.given_label
    kept.label = kept.given_label or kept.voted_label
    kept.pinned |= gone.pinned
    kept.seen += gone.seen
    kept.first_seen_ns = min(kept.first_seen_ns, gone.first_seen_ns)
    kept.last_seen_ns = max(kept.last_seen_ns, gone.last_seen_ns)


def _add(votes: dict[str, float], label: str, weight: float) -> None:
    votes[label] = votes.get(label, 0.0) + weight
