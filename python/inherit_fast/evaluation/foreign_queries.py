"""Query files of other projects: VLA-3D referential statements and REVERIE instructions.

VLA-3D: ``{"regions": {id: {text: [{"target_index", "relation", "distractor_ids", ...}]}}}``; a text
that means several things has all of them as targets. REVERIE: ``[{"scan", "objId",
"instructions": [...]}]``. A row whose target is unknown ("_") is left out.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from inherit_fast.errors import QueryError
from inherit_fast.evaluation.queries import EvalQuery, read_queries


def read_query_file(path: Path, *, scene: str = "") -> list[EvalQuery]:
    """Read a file of our own, of VLA-3D or of REVERIE, told apart by what it holds.

    Args:
        path: the file.
        scene: of a REVERIE file, only the instructions for this scan.

    Raises:
        QueryError: it cannot be read, is of no known form, or holds no query for the scene.
    """
    if path.suffix != ".json":
        return read_queries(path)
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise QueryError(f"{path}: cannot be read as JSON: {error}") from error
    try:
        queries = list(_queries(document, scene))
    except (AttributeError, KeyError, TypeError) as error:
        raise QueryError(f"{path}: is neither VLA-3D statements nor REVERIE: {error}") from error
    if not queries:
        suffix = f" for the scene {scene!r}" if scene else ""
        raise QueryError(f"{path}: holds no query with a known target{suffix}")
    return queries


def _queries(document: Any, scene: str) -> Iterator[EvalQuery]:
    if isinstance(document, list):
        for row in document:
            if not scene or row["scan"] == scene:
                yield from _reverie(row)
    else:
        for region_id, statements in document["regions"].items():
            told = {k: v for k, v in statements.items() if not isinstance(v, str)}  # "region": name
            for number, (text, meanings) in enumerate(told.items()):
                yield from _statement(f"{region_id}-{number}", text, meanings)


def _reverie(row: Mapping[str, Any]) -> Iterator[EvalQuery]:
    target = _id(row["objId"])
    for number, text in enumerate(row["instructions"] if target is not None else ()):
        assert target is not None
        name = f"{row.get('path_id', row.get('id', ''))}_{target}_{number}"
        yield EvalQuery(name, str(text), (target,))


def _statement(name: str, text: str, meanings: Any) -> Iterator[EvalQuery]:
    rows = meanings if isinstance(meanings, list) else [meanings]
    targets = tuple(dict.fromkeys(i for row in rows if (i := _id(row["target_index"])) is not None))
    if targets:
        others = rows[0].get("distractor_ids") or [None]
        relation = str(rows[0].get("relation") or "")
        yield EvalQuery(name, text, targets, "relation", _id(others[0]), relation)


def _id(value: object) -> int | None:
    try:
        return int(str(value))
    except ValueError:
        return None
