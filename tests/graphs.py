"""Small graphs for tests: one with every field filled, and deep comparison of two graphs."""

import dataclasses
from typing import Any

import numpy as np

from inherit_fast.graph import (
    AreaNode,
    Box,
    ColorShare,
    Doorway,
    FloorNode,
    Hint,
    LifeEvent,
    ObjectNode,
    Relation,
    RoomNode,
    SceneGraph,
    View,
)


def plain(value: Any) -> Any:
    """Nested plain values that compare with ==, dtype and shape of arrays included."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [field.name for field in dataclasses.fields(value)]
        return (type(value).__name__, {name: plain(getattr(value, name)) for name in fields})
    if isinstance(value, np.ndarray):
        return (str(value.dtype), value.shape, value.tobytes())
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def unit(rng: np.random.Generator, dim: int = 8) -> np.ndarray:
    """A unit vector that survives the store, which keeps features as float16."""
    vector = rng.normal(size=dim)
    return (vector / np.linalg.norm(vector)).astype(np.float16).astype(np.float32)


def view(rng: np.random.Generator, keyframe: int) -> View:
    return View(
        keyframe,
        keyframe * 10**9,
        0.1 + keyframe,
        rng.bytes(40),
        unit(rng),
        (1, 2, 30, 40),
        0.7,
        (ColorShare("red", (200, 9, 0), 1.0),),
        "mug",
    )


def add_object(graph: SceneGraph, rng: np.random.Generator, label: str = "mug") -> ObjectNode:
    node_id = graph.new_id("object")
    node = ObjectNode(
        node_id,
        label,
        Box(rng.normal(size=3), rng.uniform(0.1, 1.0, 3), np.eye(3)[[1, 0, 2]]),
        rng.normal(size=3),
        rng.normal(size=(5, 3)).astype(np.float32),
        {label: 2.25, "cup": 1 / 3},
        {"vase": 0.25},
        state="confirmed",
        seen=3,
        missed=1,
        first_seen_ns=17,
        last_seen_ns=2**60,
        views=[view(rng, 2), view(rng, 1)],
        colors=[ColorShare("red", (200, 10, 0), 0.7), ColorShare("white", (255, 255, 250), 0.3)],
        description=f"A red {label} — on the table.",
        text_feature=unit(rng, 4),
        floor_id="floor_1",
        room_id="room_1",
        room_flag="doorway",
        area_id="area_1",
        source_id=41,
        attributes=["ceramic"],
        points_seen=np.arange(1, 6, dtype=np.int32),
        points_ns=np.arange(2**60, 2**60 + 5),
        given_label="tea mug",
        pinned=True,
        moved_to="object_77",
        history=[LifeEvent(17, "confirmed"), LifeEvent(2**60, "renamed", "tea mug")],
    )
    graph.objects[node_id] = node
    return node


def full_graph(seed: int = 0) -> SceneGraph:
    """Every kind of node and edge, every field filled."""
    rng = np.random.default_rng(seed)
    graph = SceneGraph(T_map_source=np.linalg.qr(rng.normal(size=(4, 4)))[0])
    floor = FloorNode(graph.new_id("floor"), -1.5, 0.9, "ground floor", {"peak": 0.1})
    graph.floors[floor.id] = floor
    graph.rooms["room_1"] = RoomNode(
        graph.new_id("room"),
        floor.id,
        "kitchen",
        "A bright kitchen.",
        rng.normal(size=(4, 2)),
        rng.integers(-9, 9, (6, 2)).astype(np.int32),
        3,
        b"jpeg",
    )
    graph.rooms["room_2"] = RoomNode(graph.new_id("room"), floor.id)
    for label in ("mug", "table", "caf\u00e9 chair"):
        add_object(graph, rng, label)
    area_id = graph.new_id("area")
    graph.areas[area_id] = AreaNode(area_id, "room_1", "dining", "Where one eats.", ["object_2"])
    graph.add_relation(Relation("object_1", "on", "object_2", 0.9, 2, "The mug is on the table."))
    graph.add_relation(Relation("object_3", "near", "object_2", 0.5, 1, "The chair is near."))
    graph.doorways.append(Doorway("room_1", "room_2", np.array([0.1, 0.2]), 0.85))
    graph.hints.append(Hint("room_1", "toaster", 3, (0.1, 0.2, 0.3, 0.4), *rng.normal(size=(2, 3))))
    graph.hints.append(Hint("room_2", "vase", 4))
    graph.aliases["object_9"] = "object_1"
    graph.path_m += [(0.0, 0.1, 1.5), (0.2, 0.1, 1.5)]
    graph.path_ns += [10**9, 2 * 10**9]
    return graph
