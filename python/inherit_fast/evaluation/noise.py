"""A known map made worse, as mapping makes it: labels confused, things missed, places shifted."""

import copy
from dataclasses import dataclass, replace

import numpy as np

from inherit_fast.graph import ObjectNode, SceneGraph
from inherit_fast.semantic.describe import DescribeConfig, describe
from inherit_fast.semantic.relate import RelateConfig, Relator


@dataclass(frozen=True, slots=True)
class NoiseConfig:
    """How much worse.

    Attributes:
        confused: share of the objects that bear the label of another kind of thing of the map,
            one of like size, and nothing of their own.
        missed: share of the objects that are not in the map.
        shift_m: how far every box is off its place, in any direction.
        seed: of all drawing.
    """

    confused: float = 0.2
    missed: float = 0.1
    shift_m: float = 0.2
    seed: int = 0


ALIKE_IN_SIZE = 8  # a confused label comes from one of the so many next in size


def add_noise(graph: SceneGraph, config: NoiseConfig | None = None) -> SceneGraph:
    """A worse copy; ids and ``source_id`` stay, relations and descriptions are made anew.

    Text vectors are dropped: they told of what the objects were called before.
    """
    config = config or NoiseConfig()
    rng = np.random.Generator(np.random.PCG64(config.seed))
    nodes = list(graph.objects.values())
    missed = set(rng.permutation(len(nodes))[: round(config.missed * len(nodes))].tolist())
    kept = [node for i, node in enumerate(nodes) if i not in missed]
    confused = set(rng.permutation(len(kept))[: round(config.confused * len(kept))].tolist())
    worse = copy.copy(graph)
    worse.relations, worse.areas, worse.objects = {}, {}, {}
    for i, node in enumerate(kept):
        label = _other_label(node, kept, rng) if i in confused else node.label
        worse.objects[node.id] = _shifted(node, label, label != node.label, config.shift_m, rng)
    tell_anew(worse)
    return worse


def tell_anew(graph: SceneGraph) -> None:
    """Relations by the boxes, and descriptions with colour, room and storey, of all objects."""
    graph.relations = {}
    Relator(RelateConfig())(graph, graph.objects)
    for node in graph.objects.values():
        node.description = _told(node, graph)


def _other_label(node: ObjectNode, nodes: list[ObjectNode], rng: np.random.Generator) -> str:
    """The label of another thing of about the same size."""
    size = np.log(max(float(node.box.extent_m.max()), 0.01))
    others = [other for other in nodes if other.label != node.label]
    others.sort(key=lambda o: abs(np.log(max(float(o.box.extent_m.max()), 0.01)) - size))
    labels = list(dict.fromkeys(other.label for other in others))[:ALIKE_IN_SIZE]
    return labels[int(rng.integers(len(labels)))] if labels else node.label


def _shifted(
    node: ObjectNode, label: str, confused: bool, shift_m: float, rng: np.random.Generator
) -> ObjectNode:
    way = rng.normal(size=3)
    offset = shift_m * way / np.linalg.norm(way)
    votes = {label: 1.0} if confused else dict(node.label_votes)
    return replace(
        node,
        label=label,
        label_votes=votes,
        box=replace(node.box, center_m=node.box.center_m + offset),
        centroid_m=node.centroid_m + offset,
        text_feature=np.zeros(0, np.float32),
        area_id=None,
    )


def _told(node: ObjectNode, graph: SceneGraph) -> str:
    sentence = describe(node, graph, DescribeConfig(max_relations=0))
    floor = graph.floors.get(node.floor_id or "")
    return f"{sentence} on {floor.name}" if floor and floor.name else sentence
