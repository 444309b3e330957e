"""Columns from a graph."""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode, RoomNode, SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.language.words import fold, singular
from inherit_fast.retrieval.colors import BASIC, share_row
from inherit_fast.retrieval.columns import NONE, Columns, Edges
from inherit_fast.retrieval.label_columns import label_columns, supports
from inherit_fast.retrieval.viewpoint import build_viewpoints, doors_at_edges

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


def build_columns(graph: SceneGraph, synonyms: Synonyms) -> Columns:
    """Gather the objects of ``graph`` that are there: not absent, moved or deleted."""
    nodes = [node for node in graph.objects.values() if node.is_there]
    names = label_columns(nodes, synonyms)
    center_m, half_m = _world_boxes(nodes)
    volume_m3 = _floats([node.box.extent_m.prod() for node in nodes])
    rooms = list(graph.rooms.values())
    floors = sorted(graph.floors.values(), key=lambda floor: floor.height_m)
    room_of = _positions([node.room_id for node in nodes], [room.id for room in rooms])
    room_low_m, room_high_m = extents_m = _room_extents(rooms, room_of, center_m)
    doors = doors_at_edges(rooms, extents_m, center_m, room_of, names.is_door)
    return Columns(
        nodes=nodes,
        confirmed=np.array([node.state == "confirmed" for node in nodes], np.bool_),
        labels=names.labels,
        label_of=names.label_of,
        support=supports(nodes, synonyms),
        vote_object=names.vote_object,
        vote_label=names.vote_label,
        vote_share=names.vote_share,
        center_m=center_m,
        low_m=center_m - half_m,
        high_m=center_m + half_m,
        volume_m3=volume_m3,
        longest_m=_floats([node.box.extent_m.max() for node in nodes]),
        size_rank=_size_ranks(names.label_of, volume_m3),
        overall_rank=_size_ranks(np.zeros(len(nodes), np.int32), volume_m3),
        color_share=_color_shares(nodes),
        luminance=_floats([_luminance(node) for node in nodes]),
        room_of=room_of,
        floor_of=_positions([node.floor_id for node in nodes], [floor.id for floor in floors]),
        area_of=_positions([node.area_id for node in nodes], list(graph.areas)),
        areas=[area.label for area in graph.areas.values()],
        rooms=rooms,
        floors=floors,
        room_low_m=room_low_m,
        room_high_m=room_high_m,
        room_area_m2=np.nan_to_num((room_high_m - room_low_m).prod(axis=1)),
        words=_word_index(nodes),
        text=_text(nodes),
        edges=_edges(graph, nodes),
        doors=doors,
        viewpoints=build_viewpoints(graph, rooms, extents_m, doors),
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


def _color_shares(nodes: list[ObjectNode]) -> Floats:
    shares = [share_row(node.colors) for node in nodes]
    return np.array(shares, np.float32).reshape(-1, len(BASIC))


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
