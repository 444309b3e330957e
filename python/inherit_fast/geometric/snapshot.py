"""States of stages as JSON-able values beside plain arrays, so that a store can keep both."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

_ARRAY = "$array"


def split_state(state: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Take the arrays out of nested dicts and lists.

    Returns:
        The JSON-able rest, with a reference where an array stood, and the arrays by their path.
    """
    arrays: dict[str, npt.NDArray[Any]] = {}
    values: dict[str, Any] = _without_arrays(dict(state), "", arrays)
    return values, arrays


def join_state(values: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> dict[str, Any]:
    """The inverse of ``split_state``."""
    joined: dict[str, Any] = _with_arrays(dict(values), arrays)
    return joined


def _without_arrays(value: Any, path: str, arrays: dict[str, npt.NDArray[Any]]) -> Any:
    if isinstance(value, np.ndarray):
        arrays[path] = value
        return {_ARRAY: path}
    if isinstance(value, Mapping):
        return {
            str(key): _without_arrays(item, f"{path}/{key}", arrays) for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [_without_arrays(item, f"{path}/{i}", arrays) for i, item in enumerate(value)]
    return value


def _with_arrays(value: Any, arrays: Mapping[str, npt.NDArray[Any]]) -> Any:
    if isinstance(value, Mapping):
        if _ARRAY in value:
            return arrays[value[_ARRAY]]
        return {key: _with_arrays(item, arrays) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_arrays(item, arrays) for item in value]
    return value
