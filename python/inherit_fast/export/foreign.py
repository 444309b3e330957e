"""What readers of other programs' graphs share: nodes from little, and what is derived from all."""

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box, ObjectNode, SceneGraph
from inherit_fast.kernels import fit_oriented_box
from inherit_fast.language.words import fold
from inherit_fast.semantic.describe import DescribeConfig, describe
from inherit_fast.semantic.relate import RelateConfig, Relator

Vectors = npt.NDArray[np.float64]

Y_UP_TO_Z_UP = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])


def add_object(
    graph: SceneGraph, label: str, box: Box, source_id: int | None = None, words: str = ""
) -> ObjectNode:
    """A confirmed object with the next free id; ``words`` are the source's own description."""
    name = fold(label) or "object"
    node = ObjectNode(
        graph.new_id("object"),
        name,
        box,
        box.center_m.copy(),
        label_votes={name: 1.0},
        state="confirmed",
        seen=1,
        description=" ".join(words.split()),
        source_id=source_id,
    )
    graph.objects[node.id] = node
    return node


def box_of(points: Vectors) -> Box:
    """The upright box around corners or points (N, 3)."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2  # the kernel takes float32: far from the origin it would lose
    center, extent, R_world_box = fit_oriented_box(
        np.ascontiguousarray(points - middle, np.float32),
        np.ones(len(points), np.int32),
        trim_share=0.0,
        turn_gain=0.98,
    )
    return Box(center + middle, extent, R_world_box)


def complete(graph: SceneGraph, *, relate: bool) -> None:
    """Relations between boxes, where the source has none, and a description for every object."""
    if relate:
        Relator(RelateConfig())(graph, set(graph.objects))
    for node in graph.objects.values():
        floor = graph.floors.get(node.floor_id or "")
        template = describe(node, graph, DescribeConfig(max_relations=0), node.description)
        named = floor is not None and bool(floor.name)
        node.description = f"{template} on {floor.name}" if floor and named else template


def turn(T: Vectors, points: Vectors) -> Vectors:
    """Points (N, 3) through a rigid (4, 4)."""
    turned: Vectors = points @ T[:3, :3].T + T[:3, 3]
    return turned
