"""Point clouds as PLY: written binary, read binary or as text."""

import io
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import DatasetError
from inherit_fast.export.files import write_file

_TYPES = {
    "char": "i1",
    "int8": "i1",
    "uchar": "u1",
    "uint8": "u1",
    "short": "i2",
    "int16": "i2",
    "ushort": "u2",
    "uint16": "u2",
    "int": "i4",
    "int32": "i4",
    "uint": "u4",
    "uint32": "u4",
    "float": "f4",
    "float32": "f4",
    "double": "f8",
    "float64": "f8",
}
_NAMES = {"i4": "int", "f4": "float", "u1": "uchar"}
_ORDERS = {"binary_little_endian": "<", "binary_big_endian": ">"}

Points = npt.NDArray[np.float32]
Colors = npt.NDArray[np.uint8]


def write_ply(
    path: Path, points_m: Points, colors: Colors, numbers: npt.NDArray[np.int32] | None = None
) -> None:
    """Write points (N, 3) with colours (N, 3) and, where given, the number of their object.

    Raises:
        StoreError: the place cannot be written.
    """
    fields = [(axis, "<f4") for axis in "xyz"]
    fields += [(channel, "<u1") for channel in ("red", "green", "blue")]
    fields += [("object", "<i4")] if numbers is not None else []
    rows = np.zeros(len(points_m), fields)
    for i, axis in enumerate("xyz"):
        rows[axis] = points_m[:, i]
    for i, channel in enumerate(("red", "green", "blue")):
        rows[channel] = colors[:, i]
    if numbers is not None:
        rows["object"] = numbers
    properties = [f"property {_NAMES[kind.lstrip('<')]} {name}" for name, kind in fields]
    head = ["ply", "format binary_little_endian 1.0", f"element vertex {len(rows)}", *properties]
    write_file(path, "\n".join([*head, "end_header", ""]).encode() + rows.tobytes())


def read_ply(path: Path) -> tuple[Points, Colors]:
    """Points (N, 3) float32 and their colours (N, 3) uint8; (0, 3) where it has no colours.

    Raises:
        DatasetError: it is no PLY file with x, y and z, or is cut short.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DatasetError(f"{path}: cannot be read: {error.strerror or error}") from error
    head, mark, body = data.partition(b"end_header\n")
    if not mark or not head.startswith(b"ply"):
        raise DatasetError(f"{path}: is not a PLY file")
    lines = head.decode("ascii", "replace").split("\n")
    try:
        rows = _rows(lines, body)
        points = np.stack([rows[axis] for axis in "xyz"], axis=1).astype(np.float32)
    except (ValueError, KeyError, IndexError, StopIteration) as error:
        raise DatasetError(f"{path}: the PLY file is damaged or has no x, y, z: {error}") from error
    names = ("red", "green", "blue")
    if not set(names) <= set(rows.dtype.names or ()):
        return points, np.zeros((0, 3), np.uint8)
    return points, np.stack([rows[name] for name in names], axis=1).astype(np.uint8)


def _rows(lines: list[str], body: bytes) -> npt.NDArray[np.void]:
    """The vertices, which must be the first element, as a structured array."""
    words = [line.split() for line in lines]
    order = next(w[1] for w in words if w[:1] == ["format"])
    elements = [i for i, w in enumerate(words) if w[:1] == ["element"]]
    first = words[elements[0]]
    if first[1] != "vertex":
        raise ValueError(f"its first element is {first[1]!r}")
    end = elements[1] if len(elements) > 1 else len(words)
    properties = [w for w in words[elements[0] : end] if w[:1] == ["property"]]
    fields = [(w[2], _ORDERS.get(order, "<") + _TYPES[w[1]]) for w in properties]
    count = int(first[2])
    if order == "ascii":
        text = io.BytesIO(b"\n".join(body.split(b"\n")[:count]))
        table = np.loadtxt(text, np.float64, ndmin=2) if count else np.zeros((0, len(fields)))
        return np.array([tuple(row) for row in table], np.dtype(fields))
    dtype = np.dtype(fields)
    if len(body) < count * dtype.itemsize:
        raise ValueError(f"expected {count} points, got fewer")
    return np.frombuffer(body, dtype, count)
