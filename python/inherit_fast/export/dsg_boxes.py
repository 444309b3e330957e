"""Bounding boxes and rotations as Spark-DSG's JSON spells them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box

Document = dict[str, Any]


def write_box(box: Box | None) -> Document:
    """A turned box, or the format's way to say that there is none."""
    if box is None:
        nowhere = {"dimensions": [0.0] * 3, "world_P_center": [0.0] * 3}
        return {"type": "INVALID", **nowhere, "world_R_center": quaternion(np.eye(3))}
    return {
        "type": "OBB",
        "dimensions": box.extent_m.tolist(),
        "world_P_center": box.center_m.tolist(),
        "world_R_center": quaternion(box.R_world_box),
    }


def quaternion(R: npt.NDArray[np.float64]) -> dict[str, float]:
    """Unit quaternion of a rotation: the eigenvector of the largest eigenvalue (Bar-Itzhack)."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = R
    K = np.array(
        [
            [xx - yy - zz, 0, 0, 0],
            [xy + yx, yy - xx - zz, 0, 0],
            [xz + zx, yz + zy, zz - xx - yy, 0],
            [zy - yz, xz - zx, yx - xy, xx + yy + zz],
        ]
    )
    x, y, z, w = (float(v) for v in np.linalg.eigh(K)[1][:, -1])
    sign = -1.0 if w < 0 else 1.0
    return {"w": sign * w, "x": sign * x, "y": sign * y, "z": sign * z}


def read_box(attributes: Document) -> Box | None:
    """The bounding box, in today's form or in that of older files (``min``, ``max``)."""
    box = attributes.get("bounding_box") or {}
    if "min" in box and "max" in box:
        low, high = np.array(box["min"], np.float64), np.array(box["max"], np.float64)
        center, extent = (low + high) / 2, high - low
    elif box.get("type") not in (None, "INVALID", 0):
        center = np.array(box["world_P_center"], np.float64)
        extent = np.array(box["dimensions"], np.float64)
    else:
        return None
    if not np.isfinite([center, extent]).all() or (extent < 0).any():
        return None
    return Box(center, extent, _rotation(box.get("world_R_center")))


def _rotation(quaternion: Document | None) -> npt.NDArray[np.float64]:
    if not quaternion:
        return np.eye(3)
    q = np.array([quaternion[axis] for axis in "wxyz"], np.float64)
    w, x, y, z = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
