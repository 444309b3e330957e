"""Reads VLA-3D scenes: ground-truth objects with boxes, colours, regions and relations.

Expected in the folder: ``*_object_result.csv``; used where present: ``*_region_result.csv`` and
``*_scene_graph.json``. Any field may be "_" or empty, which means unknown.
"""

import csv
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import DatasetError
from inherit_fast.export.levels import LevelConfig, Region, add_floors
from inherit_fast.graph import (
    Box,
    ColorShare,
    ObjectNode,
    Relation,
    RoomNode,
    SceneGraph,
)
from inherit_fast.language.words import fold
from inherit_fast.semantic.describe import DescribeConfig, describe

Row = Mapping[str, str | None]
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Vla3dConfig:
    """How a scene is read.

    Attributes:
        second_label_votes: votes of the coarser label beside 1.0 for the raw one.
        levels: how storeys are told apart.
    """

    second_label_votes: float = 0.6
    levels: LevelConfig = field(default_factory=LevelConfig)


_RELATIONS = {"on": "on", "hanging_on": "on", "in": "inside", "near": "near"}
_UNKNOWN = {"", "_", "n/a", "na", "nan", "none", "null"}


def read_vla3d(folder: Path, config: Vla3dConfig | None = None) -> SceneGraph:
    """The scene in ``folder`` as a graph: regions are rooms, levels are floors.

    Raises:
        DatasetError: the object table is missing or has no usable row.
    """
    config = config or Vla3dConfig()
    graph = SceneGraph()
    objects = _rows(folder, "_object_result.csv")
    boxes = {i: box for i, row in enumerate(objects) if (box := _box(row, "object_bbox_"))}
    if not boxes:
        raise DatasetError(f"{folder}: no *_object_result.csv with object boxes in it")
    rooms = _add_rooms(graph, _rows(folder, "_region_result.csv"))
    for i, box in boxes.items():
        _add_object(graph, objects[i], box, rooms, config)
    add_floors(graph, rooms, config.levels)
    _add_relations(graph, folder)
    for node in graph.objects.values():
        floor = graph.floors.get(node.floor_id or "")
        sentence = describe(node, graph, DescribeConfig(max_relations=0))
        node.description = f"{sentence} on {floor.name}" if floor else sentence
    return graph


def _rows(folder: Path, ending: str) -> list[dict[str, str | None]]:
    for path in sorted(folder.glob(f"*{ending}")):
        try:
            with path.open(newline="", encoding="utf-8-sig") as file:
                return list(csv.DictReader(file))
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise DatasetError(f"{path}: cannot be read as a table: {error}") from error
    return []


def _text(row: Row, key: str) -> str:
    value = (row.get(key) or "").strip()
    return "" if value.lower() in _UNKNOWN else value


def _number(row: Row, key: str) -> float | None:
    try:
        value = float(_text(row, key))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _vector(row: Row, keys: Iterable[str]) -> Vector | None:
    values = [_number(row, key) for key in keys]
    return None if None in values else np.array(values, np.float64)


def _box(row: Row, prefix: str) -> Box | None:
    center = _vector(row, (f"{prefix}c{axis}" for axis in "xyz"))
    extent = _vector(row, (f"{prefix}{axis}length" for axis in "xyz"))
    if center is None or extent is None or (extent < 0).any():
        return None
    turn = _number(row, f"{prefix}heading") or 0.0
    c, s = math.cos(turn), math.sin(turn)
    return Box(center, extent, np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]))


def _add_rooms(graph: SceneGraph, rows: list[dict[str, str | None]]) -> dict[str, Region]:
    rooms = {}
    for row in rows:
        box = _box(row, "region_bbox_")
        if box is None:
            continue
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * box.extent_m[:2] / 2
        polygon = corners @ box.R_world_box[:2, :2].T + box.center_m[:2]
        label = fold(_text(row, "region_label")) or "room"
        node = RoomNode(graph.new_id("room"), "", label, polygon_m=polygon)
        graph.rooms[node.id] = node
        rooms[_text(row, "region_id")] = Region(node, box)
    return rooms


def _add_object(
    graph: SceneGraph, row: Row, box: Box, rooms: dict[str, Region], config: Vla3dConfig
) -> None:
    raw, coarse = fold(_text(row, "raw_label")), fold(_text(row, "nyu_label"))
    votes = {raw or coarse or "object": 1.0}
    if coarse and coarse not in votes and coarse not in ("unknown", "void"):
        votes[coarse] = config.second_label_votes
    room = _room_of(_text(row, "region_id"), box.center_m, rooms)
    number = _number(row, "object_id")
    node = ObjectNode(
        graph.new_id("object"),
        next(iter(votes)),
        box,
        box.center_m.copy(),
        label_votes=votes,
        state="confirmed",
        seen=1,
        colors=_colors(row),
        room_id=room.id if room else None,
        source_id=None if number is None else int(number),
    )
    graph.objects[node.id] = node


def _room_of(region_id: str, point: Vector, rooms: dict[str, Region]) -> RoomNode | None:
    """The region named in the row; without one the smallest region around the point."""
    if region_id in rooms:
        return rooms[region_id].node
    around = [
        (float(region.box.extent_m.prod()), region.node.id, region.node)
        for region in rooms.values()
        if (
            np.abs(region.box.R_world_box.T @ (point - region.box.center_m))
            <= region.box.extent_m / 2
        ).all()
    ]
    return min(around)[2] if around else None


def _colors(row: Row) -> list[ColorShare]:
    colors = []
    for i in (1, 2, 3):
        rgb = _vector(row, (f"object_color_{channel}{i}" for channel in "rgb"))
        name, share = _text(row, f"object_color_scheme{i}"), 1.0 / i
        if rgb is None or not name:
            continue
        given = _number(row, f"object_color_scheme_percentage{i}")
        red, green, blue = (int(value) for value in rgb)
        colors.append(ColorShare(fold(name), (red, green, blue), share if given is None else given))
    return sorted(colors, key=lambda color: -color.share)


def _add_relations(graph: SceneGraph, folder: Path) -> None:
    by_source = {str(node.source_id): node for node in graph.objects.values()}
    for path in sorted(folder.glob("*_scene_graph.json"))[:1]:
        try:
            regions = json.loads(path.read_text("utf-8"))["regions"].values()
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise DatasetError(f"{path}: is not a VLA-3D scene graph: {error}") from error
        for region in regions:
            edges = region.get("relationships") if isinstance(region, dict) else None
            for name, pairs in (edges or {}).items():
                if name in _RELATIONS and isinstance(pairs, dict):
                    _add_edges(graph, _RELATIONS[name], pairs, by_source)


def _add_edges(
    graph: SceneGraph,
    predicate: str,
    pairs: Mapping[str, Iterable[object]],
    by_source: Mapping[str, ObjectNode],
) -> None:
    for other_id, subjects in pairs.items():  # {"the table": ["what is on it", ...]}
        for subject_id in subjects:
            subject, other = by_source.get(str(subject_id)), by_source.get(other_id)
            if subject is None or other is None or subject is other:
                continue
            sentence = f"the {subject.label} is {predicate} the {other.label}"
            graph.add_relation(Relation(subject.id, predicate, other.id, 1.0, 1, sentence))
