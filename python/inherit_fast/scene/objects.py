"""Objects of the graph as observations: added, merged, and shown."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from inherit_fast.errors import FrameError
from inherit_fast.graph import Box, ColorShare, ObjectNode, SceneGraph, id_number
from inherit_fast.language.words import fold
from inherit_fast.scene.colors import basic_color, typical_rgb
from inherit_fast.scene.types import ObjectObservation, Vector3, vector_of

SameLabel = Callable[[str, str], bool]


@dataclass(slots=True)
class Sighting:
    """What an observation adds to its node.

    Attributes:
        confidence: of the sighting that the node's position comes from.
        viewpoint_ids: edges, in order of observation.
        named_only: the colour was given by name alone.
    """

    confidence: float
    viewpoint_ids: list[int] = field(default_factory=list)
    named_only: bool = False


class Objects:
    """Keeps observations as nodes of a graph; what it holds beside them are edges."""

    def __init__(self, graph: SceneGraph, merge_radius_m: float, same: SameLabel) -> None:
        self.sightings: dict[str, Sighting] = {}
        self._graph = graph
        self._radius_m = merge_radius_m
        self._same = same
        self._shown: dict[str, ObjectObservation] = {}

    def all(self) -> list[ObjectObservation]:
        """Every object that is there, in order of creation; an object stays the same instance."""
        return [self.shown(node) for node in self._graph.present()]

    def add(
        self, seen: ObjectObservation, viewpoint: int | None, place: tuple[str | None, str | None]
    ) -> ObjectObservation:
        """Merge into the nearest node of that label within the radius, or make a new one.

        Args:
            seen: settled by ``settled``.
            viewpoint: ``tick_id`` of the viewpoint that saw it, if there is one.
            place: ids of floor and room, for a new node.
        """
        node = self._nearest(seen)
        if node is None:
            node = self._new(seen, place)
        elif seen.confidence > self.confidence(node):
            self._refresh(node, seen)
        else:
            return self.shown(node)
        edges = self.sightings[node.id].viewpoint_ids
        if viewpoint is not None and edges[-1:] != [viewpoint]:
            edges.append(viewpoint)
        return self.shown(node)

    def see(self, node: ObjectNode, viewpoint: int) -> None:
        """An edge from a viewpoint, once."""
        sighting = self.sightings.setdefault(node.id, Sighting(self.confidence(node)))
        if viewpoint not in sighting.viewpoint_ids:
            sighting.viewpoint_ids.append(viewpoint)

    def confidence(self, node: ObjectNode) -> float:
        """Of the best sighting; for nodes of a mapper the mean vote for their label."""
        if node.id in self.sightings:
            return self.sightings[node.id].confidence
        return min(1.0, node.label_votes.get(node.label, 0.0) / max(node.seen, 1))

    def shown(self, node: ObjectNode) -> ObjectObservation:
        """The node as an observation, up to date."""
        sighting = self.sightings.get(node.id)
        values = {
            "label": node.label,
            "position": Vector3(*(float(v) for v in node.centroid_m)),
            "confidence": self.confidence(node),
            "color_rgb": node.colors[0].rgb if node.colors else None,
            "color_name": node.colors[0].name if node.colors else None,
            "first_tick_id": node.first_seen_ns,
            "last_tick_id": node.last_seen_ns,
            "observing_viewpoint_ids": sighting.viewpoint_ids if sighting else [],
        }
        if sighting is not None and sighting.named_only:
            values["color_rgb"] = None
        values["bbox_min"], values["bbox_max"] = corners(node.box)
        shown = self._shown.setdefault(
            node.id,
            ObjectObservation(
                object_id=id_number(node.id), label="", position=Vector3(0, 0, 0), confidence=0.0
            ),
        )
        for name, value in values.items():
            setattr(shown, name, value)
        return shown

    def _nearest(self, seen: ObjectObservation) -> ObjectNode | None:
        near = [
            (distance, id_number(node.id), node)
            for node in self._graph.present()
            if (distance := math.dist(node.centroid_m, seen.position)) <= self._radius_m
            and (node.label == seen.label or self._same(node.label, seen.label))
        ]
        return min(near, key=lambda item: item[:2])[2] if near else None

    def _new(self, seen: ObjectObservation, place: tuple[str | None, str | None]) -> ObjectNode:
        position = np.array(seen.position)
        node = ObjectNode(
            self._graph.new_id("object"),
            seen.label,
            Box(position, np.zeros(3)),
            position,
            state="confirmed",
            first_seen_ns=seen.first_tick_id or 0,
            floor_id=place[0],
            room_id=place[1],
        )
        self._graph.objects[node.id] = node
        self.sightings[node.id] = Sighting(seen.confidence)
        self._refresh(node, seen)
        return node

    def _refresh(self, node: ObjectNode, seen: ObjectObservation) -> None:
        """Position, box, colour and confidence of the better sighting, all at once."""
        sighting = self.sightings.setdefault(node.id, Sighting(seen.confidence))
        sighting.confidence = seen.confidence
        node.centroid_m = np.array(seen.position)
        node.box = _box(seen, node.box)
        node.label_votes[seen.label] = node.label_votes.get(seen.label, 0.0) + seen.confidence
        node.seen += 1
        node.first_seen_ns = min(node.first_seen_ns, seen.first_tick_id or 0)
        node.last_seen_ns = max(node.last_seen_ns, seen.last_tick_id or 0)
        if seen.color_rgb is not None or seen.color_name is not None:
            node.colors = [_color(seen)]
            sighting.named_only = seen.color_rgb is None
        color = node.colors[0].name if node.colors else ""
        node.description = f"{color} {node.label}".strip()


def settled(seen: ObjectObservation, tick: int) -> ObjectObservation:
    """A checked copy of an observation; ``tick`` is the latest one.

    Raises:
        FrameError: no label, a confidence outside 0 to 1, or a place that is not finite.
    """
    label = fold(seen.label)
    if not label:
        raise FrameError(f"label: expected a name, got {seen.label!r}")
    if not 0.0 <= seen.confidence <= 1.0:
        raise FrameError(f"confidence: expected 0 to 1, got {seen.confidence}")
    low, high = seen.bbox_min, seen.bbox_max
    first, last = seen.first_tick_id, seen.last_tick_id
    last = (tick if first is None else first) if last is None else last
    return ObjectObservation(
        label=label,
        position=vector_of(seen.position, "position"),
        confidence=float(seen.confidence),
        color_rgb=seen.color_rgb,
        color_name=seen.color_name,
        bbox_min=None if low is None else vector_of(low, "bbox_min"),
        bbox_max=None if high is None else vector_of(high, "bbox_max"),
        first_tick_id=last if first is None else first,
        last_tick_id=last,
    )


def corners(box: Box) -> tuple[Vector3, Vector3] | tuple[None, None]:
    """Lowest and highest corner along the map's axes; None twice for a box without a size."""
    if not (box.extent_m > 0).any():
        return None, None
    half = np.abs(box.R_world_box) @ box.extent_m / 2
    low, high = np.round(box.center_m - half, 9), np.round(box.center_m + half, 9)
    return Vector3(*low.tolist()), Vector3(*high.tolist())


def _box(seen: ObjectObservation, before: Box) -> Box:
    """The sighting's box; without one the earlier box, so long as it holds the new position."""
    position = np.array(seen.position)
    if seen.bbox_min is not None and seen.bbox_max is not None:
        low, high = (
            np.minimum(seen.bbox_min, seen.bbox_max),
            np.maximum(seen.bbox_min, seen.bbox_max),
        )
        return Box((low + high) / 2, high - low)
    local = before.R_world_box.T @ (position - before.center_m)
    held = (before.extent_m > 0).any() and (np.abs(local) <= before.extent_m / 2).all()
    return before if held else Box(position, np.zeros(3))


def _color(seen: ObjectObservation) -> ColorShare:
    if seen.color_rgb is None:
        name = fold(seen.color_name or "")
        return ColorShare(name, typical_rgb(name), 1.0)
    red, green, blue = (int(value) for value in seen.color_rgb)
    name = fold(seen.color_name) if seen.color_name else basic_color((red, green, blue))
    return ColorShare(name, (red, green, blue), 1.0)
