"""Plain nested mappings as TOML, which the standard library reads but does not write."""

import json
from collections.abc import Mapping
from typing import Any


def to_toml(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """TOML with one table for each key; inner mappings become inline tables."""
    lines: list[str] = []
    for name, table in tables.items():
        lines += [f"[{_key(name)}]", *(f"{_key(k)} = {_value(v)}" for k, v in table.items()), ""]
    return "\n".join(lines)


def _key(key: str) -> str:
    plain = key.replace("_", "").replace("-", "")
    return key if plain.isascii() and plain.isalnum() else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, (str, bool, int)):
        return json.dumps(value, ensure_ascii=False)  # their JSON is their TOML
    return repr(float(value))
