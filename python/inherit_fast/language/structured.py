"""Answers as JSON: the schema that a model is told, and the reading of what it said."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from inherit_fast.extras import from_extra

T = TypeVar("T")


def json_schema(schema: type[Any]) -> dict[str, Any]:
    """JSON schema of a dataclass in the strict form: every field required, no others allowed.

    Raises:
        ModelError: the package ``pydantic`` is not installed.
    """
    document: dict[str, Any] = _adapter(schema).json_schema()
    _tighten(document)
    return document


def read_answer(text: str, schema: type[T]) -> T:
    """The instance that ``text`` spells.

    Thoughts, a code fence around the JSON, and words before or after it are put aside: models add
    them however they are told.

    Raises:
        ValueError: it is not JSON, or not of the schema; the message says where.
        ModelError: the package ``pydantic`` is not installed.
    """
    answer: T = _adapter(schema).validate_python(_first_object(text.rpartition("</think>")[2]))
    return answer


def _first_object(text: str) -> Any:
    """The first JSON object in a text."""
    decoder, start = json.JSONDecoder(), text.find("{")
    while start >= 0:
        try:
            return decoder.raw_decode(text, start)[0]
        except ValueError:
            start = text.find("{", start + 1)
    raise ValueError(f"expected a JSON object, got {text[:80]!r}")


def write_answer(answer: Any) -> str:
    """JSON of an instance, such that ``read_answer`` gives it back."""
    written: bytes = _adapter(type(answer)).dump_json(answer)
    return written.decode()


def _make_adapter(schema: type[Any]) -> Any:
    with from_extra("llm"):
        from pydantic import TypeAdapter
    return TypeAdapter(schema)


_adapter: Callable[[Any], Any] = cache(_make_adapter)


def _tighten(node: Any) -> None:
    if isinstance(node, list):
        for item in node:
            _tighten(item)
    if not isinstance(node, dict):
        return
    node.pop("default", None)
    if isinstance(node.get("properties"), dict):
        node["required"] = list(node["properties"])
        node["additionalProperties"] = False
    for item in node.values():
        _tighten(item)
