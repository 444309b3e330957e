"""True objects to compare with: from a file, or the ones an imported map was made of."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import DatasetError
from inherit_fast.graph import Box, SceneGraph

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TruthObject:
    """One true object: its id in the query file, its names, its box in the map's world."""

    id: int
    labels: tuple[str, ...]
    box: Box


def read_truth(path: Path, T_map_truth: Matrix | None = None) -> list[TruthObject]:
    """Read ``{"objects": [{"id", "label", "center", "extent"[, "R_world_box", "synonyms"]}]}``.

    Boxes without ``R_world_box`` are aligned with the axes of the truth's own world.

    Args:
        path: the JSON file.
        T_map_truth: (4, 4) brings the truth's world into the map's; None if they are one.

    Raises:
        DatasetError: the file is missing, not JSON, or not of this form.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
        rows = document["objects"] if isinstance(document, dict) else document
        if not isinstance(rows, list) or not rows:
            raise ValueError("it lists no objects")
        return [_object(row, T_map_truth) for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{path}: is not a list of true objects: {error}") from error


def share_of_labels_met(truth: Sequence[TruthObject], graph: SceneGraph, within_m: float) -> float:
    """Share of the map's objects that have a true one of their label that near: the worlds agree.

    Centres are compared; 0 where no label is in both.
    """
    places: dict[str, list[Matrix]] = {}
    for true in truth:
        for label in true.labels:
            places.setdefault(label, []).append(true.box.center_m)
    nodes = [node for node in graph.objects.values() if node.label in places]
    near = [
        np.linalg.norm(np.array(places[node.label]) - node.centroid_m, axis=1).min() <= within_m
        for node in nodes
    ]
    return float(np.mean(near)) if near else 0.0


def truth_of(graph: SceneGraph) -> list[TruthObject]:
    """The objects of an imported map, by the ids that its source gave them."""
    return [
        TruthObject(node.source_id, (node.label,), node.box)
        for node in graph.objects.values()
        if node.source_id is not None
    ]


def _object(row: Mapping[str, Any], T_map_truth: Matrix | None) -> TruthObject:
    center = np.array(row["center"], np.float64).reshape(3)
    extent = np.array(row["extent"], np.float64).reshape(3)
    R = np.array(row.get("R_world_box", np.eye(3)), np.float64).reshape(3, 3)
    if not (np.isfinite(center).all() and (extent >= 0).all() and np.isfinite(R).all()):
        raise ValueError(f"object {row['id']} has no finite box")
    if T_map_truth is not None:
        center = T_map_truth[:3, :3] @ center + T_map_truth[:3, 3]
        R = T_map_truth[:3, :3] @ R
    names = (str(row["label"]), *map(str, row.get("synonyms", ())))
    return TruthObject(int(row["id"]), names, Box(center, extent, R))
