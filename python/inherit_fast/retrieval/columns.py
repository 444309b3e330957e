"""The graph as arrays, made once: what scoring reads instead of objects."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import FloorNode, ObjectNode, RoomNode, SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.language.words import fold, singular
from inherit_fast.retrieval.colors import BASIC, share_row
from inherit_fast.retrieval.label_columns import (
    DOOR_DEGREE,
    further_votes,
    glass_fronts,
    supports,
)
from inherit_fast.retrieval.viewpoint import (
    EdgeDoors,
    Viewpoints,
    build_viewpoints,
    doors_at_edges,
)

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]
NONE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Stored relations of one predicate, by position of the objects: (E,) each."""

    subject: Indices
    object: Indices
    confidence: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """N objects that are there, confirmed or tentative, in order of creation.

    Attributes:
        nodes: the objects themselves, for answers.
        confirmed: (N,) seen often enough to be answers at once; the others stand in for them
            where no confirmed one will do.
        labels: distinct spellings of all labels and votes.
        label_of: (N,) index into ``labels`` of each object's label.
        support: (N,) how well votes and size support each label, 0 to 1; 1 without votes.
        vote_object, vote_label, vote_share: (V,) further labels, with their share of the
            winner's votes.
        center_m, low_m, high_m: (N, 3) of the world-aligned box around the oriented one.
        volume_m3, longest_m: (N,) of the oriented box.
        size_rank: (N,) 0 for the smallest of its label to 1 for the largest; 0.5 if alone.
        overall_rank: (N,) the same among all things, for "something small".
        color_share: (N, 12) see ``colors``.
        luminance: (N,) 0 to 1, NaN if no colour is known.
        room_of, floor_of, area_of: (N,) index into ``rooms``, ``floors``, ``areas``, or -1.
        areas: labels of the functional areas.
        floors: from the lowest up.
        room_low_m, room_high_m: (R, 2) extent of each room in the ground plane; NaN if unknown.
        room_area_m2: (R,) of that extent.
        words: word of a description, label or attribute -> objects that have it.
        text: (N, D) unit vectors of the descriptions, (N, 0) if there are none.
        edges: stored relations by predicate.
        doors: which doors stand at which rooms, their own or the one behind the wall.
        viewpoints: from where left and right are told in each room.
    """

    nodes: list[ObjectNode]
    confirmed: npt.NDArray[np.bool_]
    labels: list[str]
    label_of: Indices
    support: Floats
    vote_object: Indices
    vote_label: Indices
    vote_share: Floats
    center_m: Floats
    low_m: Floats
    high_m: Floats
    volume_m3: Floats
    longest_m: Floats
    size_rank: Floats
    overall_rank: Floats
    color_share: Floats
    luminance: Floats
    room_of: Indices
    floor_of: Indices
    area_of: Indices
    areas: list[str]
    rooms: list[RoomNode]
    floors: list[FloorNode]
    room_low_m: Floats
    room_high_m: Floats
    room_area_m2: Floats
    words: dict[str, Indices]
    text: Floats
    edges: dict[str, Edges]
    doors: EdgeDoors
    viewpoints: Viewpoints

    def __len__(self) -> int:
        return len(self.nodes)


def build_columns(graph: SceneGraph, synonyms: Synonyms) -> Columns:
    """Gather the objects of ``graph`` that are there: not absent, moved or deleted."""
    nodes = [node for node in graph.objects.values() if node.is_there]
    labels: dict[str, int] = {}
    label_of = [labels.setdefault(synonyms.normal(n.label), len(labels)) for n in nodes]
    votes = further_votes(nodes, labels, synonyms) + glass_fronts(nodes, labels, synonyms)
    center, half = _world_boxes(nodes)
    volume = _floats([node.box.extent_m.prod() for node in nodes])
    rooms = list(graph.rooms.values())
    room_of = _positions([node.room_id for node in nodes], [room.id for room in rooms])
    room_low, room_high = _room_extents(rooms, room_of, center)
    names = list(labels)
    is_door = np.array([synonyms.degree("door", name) >= DOOR_DEGREE for name in names], np.bool_)
    doors = doors_at_edges(
        rooms, (room_low, room_high), center, room_of, is_door[np.array(label_of, np.int32)]
    )
    floors = sorted(graph.floors.values(), key=lambda floor: floor.height_m)
    return Columns(
        nodes,
        np.array([node.state == "confirmed" for node in nodes], np.bool_),
        list(labels),
        np.array(label_of, np.int32),
        supports(nodes, synonyms),
        np.array([v[0] for v in votes], np.int32),
        np.array([v[1] for v in votes], np.int32),
        _floats([v[2] for v in votes]),
        center,
        center - half,
        center + half,
        volume,
        _floats([node.box.extent_m.max() for node in nodes]),
        _size_ranks(np.array(label_of, np.int32), volume),
        _size_ranks(np.zeros(len(nodes), np.int32), volume),
        np.array([share_row(n.colors) for n in nodes], np.float32).reshape(-1, len(BASIC)),
        _floats([_luminance(node) for node in nodes]),
        room_of,
        _positions([node.floor_id for node in nodes], [floor.id for floor in floors]),
        _positions([node.area_id for node in nodes], list(graph.areas)),
        [area.label for area in graph.areas.values()],
        rooms,
        floors,
        room_low,
        room_high,
        np.nan_to_num((room_high - room_low).prod(axis=1)),
        _word_index(nodes),
        _text(nodes),
        _edges(graph, nodes),
        doors,
        build_viewpoints(graph, rooms, (room_low, room_high), doors),
    )


def _floats(values: list[float]) -> Floats:
    return np.array(values, np.float32)


def _world_boxes(nodes: list[ObjectNode]) -> tuple[Floats, Floats]:
    if not nodes:
        return np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32)
    center = np.stack([node.box.center_m for node in nodes])
    turn = np.abs(np.stack([node.box.R_world_box for node in nodes]))
    half = (turn @ np.stack([node.box.extent_m for node in nodes])[:, :, None])[:, :, 0] / 2
    return center.astype(np.float32), half.astype(np.float32)


def _room_extents(rooms: list[RoomNode], room_of: Indices, center: Floats) -> tuple[Floats, Floats]:
    """By the room's outline; where it has none, by the things in it."""
    low, high = (np.full((len(rooms), 2), np.nan, np.float32) for _ in range(2))
    for i, room in enumerate(rooms):
        points = room.polygon_m if len(room.polygon_m) else center[room_of == i, :2]
        if len(points):
            low[i], high[i] = points.min(axis=0), points.max(axis=0)
    return low, high


def _size_ranks(label_of: Indices, volume: Floats) -> Floats:
    ranks = np.full(len(volume), 0.5, np.float32)
    for label in np.unique(label_of):
        members = np.flatnonzero(label_of == label)
        if len(members) > 1:
            order = np.argsort(np.argsort(volume[members], kind="stable"), kind="stable")
            ranks[members] = order / (len(members) - 1)
    return ranks


def _luminance(node: ObjectNode) -> float:
    total = sum(color.share for color in node.colors)
    if total <= 0:
        return float("nan")
    weights = np.array([0.2126, 0.7152, 0.0722])
    return float(sum(c.share * (weights @ np.array(c.rgb)) for c in node.colors) / total / 255)


def _positions(wanted: list[str | None], ids: list[str]) -> Indices:
    place = {node_id: i for i, node_id in enumerate(ids)}
    return np.array([place.get(node_id or "", NONE) for node_id in wanted], np.int32)


def _word_index(nodes: list[ObjectNode]) -> dict[str, Indices]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for i, node in enumerate(nodes):
        text = " ".join([node.label, *node.label_votes, *node.attributes, node.description])
        for word in sorted({singular(word.strip(".,;:!?\"'()")) for word in fold(text).split()}):
            found[word].append(i)
    return {word: np.array(members, np.int32) for word, members in found.items()}


def _text(nodes: list[ObjectNode]) -> Floats:
    width = max((len(node.text_feature) for node in nodes), default=0)
    rows = np.zeros((len(nodes), width), np.float32)
    for i, node in enumerate(nodes):
        if len(node.text_feature) == width:
            rows[i] = node.text_feature
    return rows


def _edges(graph: SceneGraph, nodes: list[ObjectNode]) -> dict[str, Edges]:
    place = {node.id: i for i, node in enumerate(nodes)}
    grouped: defaultdict[str, list[tuple[int, int, float]]] = defaultdict(list)
    for relation in graph.relations.values():
        ends = place.get(relation.subject_id), place.get(relation.object_id)
        if ends[0] is not None and ends[1] is not None:
            grouped[relation.predicate].append((ends[0], ends[1], relation.confidence))
    return {
        predicate: Edges(
            np.array([e[0] for e in edges], np.int32),
            np.array([e[1] for e in edges], np.int32),
            _floats([e[2] for e in edges]),
        )
        for predicate, edges in grouped.items()
    }
