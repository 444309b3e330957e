"""A known scene as plain columns: what the benchmark's evaluator reads.

Nothing here, nor in the modules that use it, looks at how retrieval works.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode, SceneGraph, pack_boxes
from inherit_fast.kernels import box_gap
from inherit_fast.language import Synonyms

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

# Names that say nothing, and parts of the building that nobody asks for.
_NAMELESS = {"object", "unknown", "remove", "clutter", "void", "misc", "stuff", "thing", "item",
             "otherprop", "otherstructure", "otherfurniture", "decoration"}  # fmt: skip
_BUILDING = {"wall", "floor", "ceiling", "roof", "frame", "molding", "panel", "beam", "column",
             "doorframe", "pillar", "baseboard", "structure", "support"}  # fmt: skip
_PLAIN_NAME = re.compile(r"[a-z]+( [a-z]+){0,2}")
FAR_M = 3.0
_VAGUE_ROOMS = {"room", "unknown room", "other room", "unknown", "area", "other"}


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """N things of a known scene.

    Attributes:
        ids: the source's own number of each thing.
        labels, other_labels: spelling of the tables; further labels with votes.
        askable: the label is a name that people use for a thing.
        center_m, low_m, high_m: (N, 3) of the box, and of the world-aligned one around it.
        sides_m: (N, 3) of the oriented box.
        gap_m: (N, N) between the oriented boxes; infinite beyond ``FAR_M``.
        colors: name -> share of the thing's surface.
        brightness: (N,) mean of its colours, 0 to 1; NaN if none is known.
        room_of: (N,) index into ``rooms``, -1 for none.
        rooms: label of each room; empty where it has no telling one.
        floor_of: (N,) 1 for the lowest; 0 for none.
        floor_count: storeys.
    """

    ids: npt.NDArray[np.int64]
    labels: list[str]
    other_labels: list[tuple[str, ...]]
    askable: Flags
    center_m: Floats
    low_m: Floats
    high_m: Floats
    sides_m: Floats
    gap_m: Floats
    colors: list[Mapping[str, float]]
    brightness: Floats
    room_of: npt.NDArray[np.int64]
    rooms: list[str]
    floor_of: npt.NDArray[np.int64]
    floor_count: int

    def __len__(self) -> int:
        return len(self.ids)


def read_scene(graph: SceneGraph, synonyms: Synonyms) -> Scene:
    """The confirmed objects of ``graph`` that have an id of their source."""
    nodes = [node for node in graph.present() if node.source_id is not None]
    labels = [synonyms.normal(node.label) for node in nodes]
    center = np.array([node.box.center_m for node in nodes]).reshape(-1, 3)
    sides = np.array([node.box.extent_m for node in nodes]).reshape(-1, 3)
    turns = np.array([np.abs(node.box.R_world_box) for node in nodes]).reshape(-1, 3, 3)
    half = (turns @ sides[:, :, None])[:, :, 0] / 2
    boxes = pack_boxes([node.box for node in nodes])
    rooms = {room_id: i for i, room_id in enumerate(graph.rooms)}
    floors = sorted(graph.floors.values(), key=lambda floor: floor.height_m)
    level = {floor.id: number for number, floor in enumerate(floors, 1)}
    return Scene(
        np.array([node.source_id for node in nodes], np.int64),
        labels,
        [_others(node, synonyms) for node in nodes],
        np.array([is_askable(label) for label in labels], np.bool_),
        center,
        center - half,
        center + half,
        sides,
        np.asarray(box_gap(boxes, boxes, max_gap_m=FAR_M), np.float64),
        [_shares(node) for node in nodes],
        np.array([_brightness(node) for node in nodes], np.float64),
        np.array([rooms.get(node.room_id or "", -1) for node in nodes], np.int64),
        [_room_name(room.label, synonyms) for room in graph.rooms.values()],
        np.array([level.get(node.floor_id or "", 0) for node in nodes], np.int64),
        len(floors),
    )


def is_askable(label: str) -> bool:
    """Whether people would ask for a thing of this name."""
    words = label.split()
    plain = _PLAIN_NAME.fullmatch(label) is not None
    return plain and _NAMELESS.isdisjoint(words) and _BUILDING.isdisjoint(words)


def _others(node: ObjectNode, synonyms: Synonyms) -> tuple[str, ...]:
    return tuple(synonyms.normal(label) for label in node.label_votes if label != node.label)


def _room_name(label: str, synonyms: Synonyms) -> str:
    name = synonyms.normal(label)
    return "" if name in _VAGUE_ROOMS else name


def _shares(node: ObjectNode) -> dict[str, float]:
    total = sum(color.share for color in node.colors)
    shares: dict[str, float] = {}
    for color in node.colors:
        name = "gray" if color.name == "grey" else color.name
        shares[name] = shares.get(name, 0.0) + color.share / total
    return shares


def _brightness(node: ObjectNode) -> float:
    total = sum(color.share for color in node.colors)
    if total <= 0:
        return float("nan")
    return sum(color.share * sum(color.rgb) for color in node.colors) / (765 * total)
