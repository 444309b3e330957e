"""States of the streams as named blobs of the map's file; no pickle."""

import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.graph.store import Store

State = tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]  # JSON-able values, and arrays by path


def pack(part: str, state: State) -> dict[str, bytes]:
    """Blobs by name: one JSON document, and one .npy an array."""
    values, arrays = state
    blobs = {f"{part}{name}": _npy(array) for name, array in arrays.items()}
    return {f"{part}.json": json.dumps(values).encode(), **blobs}


def unpack(part: str, store: Store) -> State | None:
    """What ``pack`` was given, from the map's file; None where mapping never began."""
    values = store.get_state(f"{part}.json")
    if values is None:
        return None
    names = [name for name in store.state_names() if name.startswith(f"{part}/")]
    arrays = {name.removeprefix(part): _array(store.get_state(name) or b"") for name in names}
    return json.loads(values), arrays


class ChangedBlobs:
    """Leaves out blobs that did not change since they were last written."""

    def __init__(self) -> None:
        self._written: dict[str, int] = {}

    def __call__(self, blobs: Mapping[str, bytes]) -> dict[str, bytes]:
        """The part of ``blobs`` worth writing; it counts as written from now on."""
        changed = {
            name: data for name, data in blobs.items() if self._written.get(name) != hash(data)
        }
        self._written |= {name: hash(data) for name, data in changed.items()}
        return changed


def _npy(array: npt.NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.ascontiguousarray(array), allow_pickle=False)
    return buffer.getvalue()


def _array(data: bytes) -> npt.NDArray[Any]:
    array: npt.NDArray[Any] = np.load(io.BytesIO(data), allow_pickle=False)
    return array
