"""Values as the columns of a map file hold them: arrays as raw bytes, the rest as JSON."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt


def pack(array: npt.NDArray[Any], dtype: str) -> bytes:
    """Raw little-endian bytes in C order."""
    return np.ascontiguousarray(array, dtype=np.dtype(dtype).newbyteorder("<")).tobytes()


def unpack(data: bytes, dtype: str, *shape: int) -> npt.NDArray[Any]:
    """The writable array that ``pack`` wrote; one of ``shape`` may be -1."""
    array = np.frombuffer(data, np.dtype(dtype).newbyteorder("<")).reshape(shape)
    return array.astype(np.dtype(dtype))  # a copy in the machine's own byte order


def to_json(value: Any) -> str:
    """Compact JSON that keeps the order of keys and every bit of a float."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
