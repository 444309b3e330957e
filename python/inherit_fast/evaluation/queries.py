"""Query files: one JSON object a line."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from inherit_fast.errors import QueryError

UNCATEGORISED = "uncategorised"


@dataclass(frozen=True, slots=True)
class EvalQuery:
    """A question with its right answers.

    Attributes:
        query_id: the file's own name for it, or its line number.
        text: what is asked.
        target_ids: ids of all objects that are right; empty if none is.
        category: as in the file, or ``uncategorised``.
        hard_negative_id: a thing that breaks exactly one condition, if the file names one.
        fine_type: finer than ``category``, where the file has it.
        broken: the kind of condition that the hard negative breaks.
    """

    query_id: str
    text: str
    target_ids: tuple[int, ...]
    category: str = UNCATEGORISED
    hard_negative_id: int | None = None
    fine_type: str = ""
    broken: str = ""


def read_queries(path: Path) -> list[EvalQuery]:
    """Read a ``.jsonl`` file.

    Raises:
        QueryError: it cannot be read, a line is not a query, or there is none.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(f"{path}: cannot be read: {error}") from error
    queries = [_query(line, f"{path}:{n}") for n, line in enumerate(lines, 1) if line.strip()]
    if not queries:
        raise QueryError(f"{path}: holds no queries; expected one JSON object a line")
    return queries


def write_queries(path: Path, queries: Iterable[EvalQuery]) -> None:
    """Write a file that ``read_queries`` reads."""
    lines = []
    for query in queries:
        fields = {**asdict(query), "target_ids": list(query.target_ids)}
        lines.append(json.dumps(fields, ensure_ascii=False))
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _query(line: str, where: str) -> EvalQuery:
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise QueryError(f"{where}: is not JSON: {error}") from error
    if not isinstance(fields, dict) or not isinstance(fields.get("text"), str):
        raise QueryError(f"{where}: expected an object with a string in `text`")
    return EvalQuery(
        str(fields.get("query_id") or where.rsplit(":", 1)[1]),
        fields["text"],
        _ids(fields.get("target_ids"), where),
        str(fields.get("category") or UNCATEGORISED),
        fields.get("hard_negative_id"),
        str(fields.get("fine_type") or ""),
        str(fields.get("broken") or ""),
    )


def _ids(value: Any, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(type(item) is int for item in value):
        raise QueryError(
            f"{where}: expected a list of whole numbers in `target_ids`, got {value!r}"
        )
    return tuple(value)
