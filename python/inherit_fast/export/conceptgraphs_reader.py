"""Reads the JSON files of ConceptGraphs; its ``.pkl.gz`` files are pickles and stay closed."""

from pathlib import Path
from typing import Any

import numpy as np

from inherit_fast.errors import DatasetError
from inherit_fast.export.conceptgraphs import WORDS
from inherit_fast.export.files import read_json_file
from inherit_fast.export.foreign import add_object, complete
from inherit_fast.graph import Box, ObjectNode, Relation, SceneGraph
from inherit_fast.language.words import fold

_PREDICATES = {words: name for name, words in WORDS.items()} | {
    "on": "on",
    "below": "under",
    "in": "inside",
    "beside": "beside",
    "adjacent to": "beside",
}


def read_conceptgraphs(source: Path) -> SceneGraph:
    """The objects and edges of an ``obj_json_*.json`` file, or of a folder with one in it.

    The world is taken to have its z axis up; boxes lie along the axes, for the files keep no
    rotation. Without an edge file, or with an empty one, relations are computed from the boxes.

    Raises:
        DatasetError: there is no such file, or it is not what ConceptGraphs writes.
    """
    path = _newest(source, "obj_json_*.json") if source.is_dir() else source
    if path is None:
        pickles = list(source.rglob("*.pkl.gz"))
        why = "; its .pkl.gz files are pickles, which could run code and are not read"
        raise DatasetError(f"{source}: no obj_json_*.json in it{why if pickles else ''}")
    graph, by_id = SceneGraph(), {}
    for document in _entries(path):
        node = _object(graph, document, path)
        if node is not None:
            by_id[str(document["id"])] = node
    if not by_id:
        raise DatasetError(f"{path}: holds no object with a box")
    edges = _newest(path.parent, "edge_json_*.json")
    if edges is not None:
        for document in _entries(edges):
            _add_edge(graph, document, by_id)
    complete(graph, relate=not graph.relations)
    return graph


def _newest(folder: Path, pattern: str) -> Path | None:
    """The last by name: ConceptGraphs puts dates and run numbers into folders and suffixes."""
    return max(folder.rglob(pattern), default=None)


def _entries(path: Path) -> list[dict[str, Any]]:
    document = read_json_file(path)
    entries = document.values() if isinstance(document, dict) else document
    if not isinstance(document, dict | list) or not all(isinstance(e, dict) for e in entries):
        raise DatasetError(f"{path}: expected a JSON object of objects, as ConceptGraphs writes it")
    return list(entries)


def _object(graph: SceneGraph, document: dict[str, Any], path: Path) -> ObjectNode | None:
    try:
        center = np.array(document["bbox_center"], np.float64)
        extent = np.array(document["bbox_extent"], np.float64)
        number = int(document["id"])
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(f"{path}: an object lacks its id or box: {error!r}") from error
    sound = center.shape == extent.shape == (3,) and np.isfinite([center, extent]).all()
    if not sound or (extent < 0).any():
        return None
    tag, caption = str(document.get("object_tag") or ""), document.get("object_caption")
    return add_object(graph, tag, Box(center, extent), number, caption_text(caption, tag))


def caption_text(caption: Any, tag: str) -> str:
    """A usable caption; placeholders, and those that only repeat the tag, are none."""
    text = " ".join(str(caption or "").split()).rstrip(".")
    for article in ("a ", "an ", "the "):
        text = text[len(article) :] if text.lower().startswith(article) else text
    worthless = fold(text) in ("", fold(tag), "none", "invalid", "no caption")
    return "" if worthless else text


def _add_edge(graph: SceneGraph, document: dict[str, Any], by_id: dict[str, ObjectNode]) -> None:
    subject = by_id.get(str(document.get("object_1_id")))
    other = by_id.get(str(document.get("object_2_id")))
    predicate = _PREDICATES.get(fold(str(document.get("relationship") or "")))
    if subject is None or other is None or predicate is None or subject is other:
        return
    seen = document.get("num_detections")
    sentence = f"the {subject.label} is {predicate} the {other.label}"
    times = seen if isinstance(seen, int) and seen > 0 else 1
    graph.add_relation(Relation(subject.id, predicate, other.id, 1.0, times, sentence))
