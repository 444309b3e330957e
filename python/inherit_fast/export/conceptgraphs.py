"""Writes what ConceptGraphs writes as JSON: objects and edges; its pickled clouds are left out."""

from pathlib import Path

import numpy as np

from inherit_fast.export.files import write_json_file
from inherit_fast.graph import SceneGraph, id_number

WORDS = {
    "on": "on top of",
    "under": "under",
    "inside": "inside",
    "above": "above",
    "near": "near",
    "beside": "next to",
}


def write_conceptgraphs(graph: SceneGraph, folder: Path) -> None:
    """Write ``obj_json_inherit_fast.json`` and ``edge_json_inherit_fast.json`` into ``folder``.

    Ids are the numbers of the map's own ids. ConceptGraphs keeps no rotation of boxes and no rooms:
    boxes are those around the turned ones along the world's axes.

    Raises:
        StoreError: the place cannot be written.
    """
    objects, kept = {}, {}
    for node in graph.present():
        extent = np.abs(node.box.R_world_box) @ node.box.extent_m
        kept[node.id] = id_number(node.id)
        objects[f"object_{len(kept)}"] = {
            "id": kept[node.id],
            "object_tag": node.label,
            "object_caption": node.description,
            "bbox_extent": extent.tolist(),
            "bbox_center": node.box.center_m.tolist(),
            "bbox_volume": float(np.prod(extent)),
        }
    ends = [r for r in graph.relations.values() if {r.subject_id, r.object_id} <= kept.keys()]
    edges = {}
    for number, relation in enumerate(ends):
        subject, other = graph.objects[relation.subject_id], graph.objects[relation.object_id]
        words = WORDS.get(relation.predicate, relation.predicate)
        edges[f"edge_{number}"] = {
            "edge_id": number,
            "edge_description": f"{subject.label} {words} {other.label}",
            "num_detections": relation.seen,
            "object_1_id": kept[subject.id],
            "object_1_tag": subject.label,
            "object_2_id": kept[other.id],
            "object_2_tag": other.label,
            "relationship": words,
        }
    write_json_file(folder / "obj_json_inherit_fast.json", objects)
    write_json_file(folder / "edge_json_inherit_fast.json", edges)
