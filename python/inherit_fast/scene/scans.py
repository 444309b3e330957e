"""Registered scans as the kernels take them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import FrameError


def scan_points(scan: Any) -> npt.NDArray[np.float32]:
    """(N, 3) float32 of a scan (N, 3) or wider (intensity and the like are left out).

    Raises:
        FrameError: it is no table of numbers with three columns or more.
    """
    points = np.asarray(scan)
    if points.ndim != 2 or points.shape[1] < 3 or points.dtype.kind not in "fiu":
        raise FrameError(
            f"scan: expected numbers (N, 3) or wider, got {points.shape} {points.dtype}"
        )
    return np.ascontiguousarray(points[:, :3], np.float32)


def inverse(T: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Inverse of a rigid motion (4, 4)."""
    turned = np.eye(4)
    turned[:3, :3] = T[:3, :3].T
    turned[:3, 3] = -T[:3, :3].T @ T[:3, 3]
    return turned
