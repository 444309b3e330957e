"""Two cameras in one recording: how points of the depth camera come to the colour camera."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.images import Depth
from inherit_fast.errors import DatasetError
from inherit_fast.kernels import register_depth

FILE_NAME = "registration.json"

# Depth steps below this share of the depth are slope, above it an edge with nothing between.
_SURFACE_STEP = 0.05
# Nearer than a fourth of its depth to the colour camera, a point is an outlier of the sensor.
_MAX_MAGNIFICATION = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """X_colour = R X_depth + t, and the colour camera's own pinhole.

    Attributes:
        T_colour_depth: (4, 4) float64, metres.
        colour_intrinsics: (4,) float64 fx fy cx cy in pixels.
        poses_hold_for_colour: False where the source's poses are the depth camera's.
    """

    T_colour_depth: npt.NDArray[np.float64]
    colour_intrinsics: npt.NDArray[np.float64]
    poses_hold_for_colour: bool

    def warp(
        self,
        depth: Depth,
        depth_scale_m: float,
        depth_intrinsics: npt.NDArray[np.float64],
        size_px: tuple[int, int],
    ) -> Depth:
        """``depth`` as the colour camera sees it, in its (height, width) and the same units."""
        return register_depth(
            depth=np.ascontiguousarray(depth),
            depth_intrinsics=depth_intrinsics,
            colour_intrinsics=self.colour_intrinsics,
            T_colour_depth=self.T_colour_depth,
            depth_scale=depth_scale_m,
            height=size_px[0],
            width=size_px[1],
            surface_step=_SURFACE_STEP,
            max_magnification=_MAX_MAGNIFICATION,
        )


def find_registration(root: Path, configured: str) -> Registration | None:
    """The configured file, or ``registration.json`` in the folder, or None."""
    if configured:
        return read_registration(Path(configured))
    beside = root / FILE_NAME
    return read_registration(beside) if beside.is_file() else None


def read_registration(path: Path) -> Registration:
    """Read ``f`` or ``fx``, ``fy``, then ``cx``, ``cy``, ``t`` and ``R`` or ``rodrigues``.

    ``poses_hold_for`` may be ``"depth"`` (where it is left out) or ``"colour"``.

    Raises:
        DatasetError: the file cannot be read or lacks a key.
    """
    try:
        values: dict[str, Any] = json.loads(path.read_text())
        f = values.get("f")
        camera = [values.get("fx", f), values.get("fy", f), values["cx"], values["cy"]]
        T = np.eye(4)
        T[:3, :3] = values["R"] if "R" in values else rodrigues(values["rodrigues"])
        T[:3, 3] = values["t"]
        intrinsics = np.array(camera, np.float64)
    except OSError as error:
        raise DatasetError(f"{path}: cannot be read ({error.strerror})") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DatasetError(
            f"{path}: expected JSON with f (or fx, fy), cx, cy, t and rodrigues (or R), got"
            f" {type(error).__name__}: {error}"
        ) from None
    if not (np.isfinite(T).all() and np.isfinite(intrinsics).all() and intrinsics[:2].min() > 0):
        raise DatasetError(f"{path}: holds NaN, infinity or a focal length that is not positive")
    return Registration(T, intrinsics, values.get("poses_hold_for", "depth") == "colour")


def rodrigues(vector: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """(3, 3) rotation about ``vector`` (3,) by its length in radians."""
    v = np.asarray(vector, np.float64).reshape(3)
    angle = float(np.linalg.norm(v))
    if angle == 0.0:
        return np.eye(3)
    x, y, z = v / angle
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * (K @ K), np.float64)
