"""Camera files as the formats write them: matrices, JSON and the ``camera_params`` YAML."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import yaml

from inherit_fast.errors import DatasetError

_MATRIX_FILES = (
    "intrinsic.txt",
    "intrinsics.txt",
    "camera-intrinsics.txt",
    "camera_intrinsics.txt",
)
_JSON_FILES = ("cam_params.json", "intrinsics.json", "camera.json", "camera_info.json")
_YAML_FILES = ("camera_info.yaml", "camera.yaml", "intrinsics.yaml")


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole as a file gives it; None stands for what the file does not say.

    Attributes:
        intrinsics: (4,) float64 fx fy cx cy in pixels.
        size_px: (height, width).
        units_per_m: of integer depth.
        crop_px: border that the file asks to cut off on every side.
        distorted: the file names a lens distortion.
        file: its name.
    """

    intrinsics: npt.NDArray[np.float64]
    size_px: tuple[int, int] | None = None
    units_per_m: float | None = None
    crop_px: int = 0
    distorted: bool = False
    file: str = ""


def find_camera(*folders: Path) -> Camera | None:
    """The first camera file of any known name in ``folders``."""
    for folder in folders:
        for name in _MATRIX_FILES:
            if (folder / name).is_file():
                return read_matrix(folder / name)
        for name in (*_JSON_FILES, *_YAML_FILES):
            if (folder / name).is_file():
                return camera_of(_mapping(folder / name), folder / name)
    return None


def find_camera_params(folder: Path) -> Path | None:
    """The first YAML file of the folder that holds ``camera_params``."""
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")]):
        text = path.read_text(errors="replace")
        if any(line.startswith("camera_params") for line in text.splitlines()):
            return path
    return None


def read_camera(path: Path) -> Camera:
    """A camera of a JSON or YAML file."""
    return camera_of(_mapping(path), path)


def read_matrix(path: Path) -> Camera:
    """A 3 x 3 or 4 x 4 camera matrix in text, or its four numbers fx, fy, cx, cy."""
    try:
        K = np.loadtxt(path, ndmin=2)
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}: expected a camera matrix ({error})") from None
    if K.shape in {(1, 4), (4, 1)}:
        return Camera(_checked([float(value) for value in K.ravel()], path), file=path.name)
    if K.shape not in {(3, 3), (4, 4), (3, 4)}:
        raise DatasetError(
            f"{path}: expected a 3 x 3 or 4 x 4 camera matrix or fx fy cx cy, got {K.shape}"
        )
    return Camera(_checked([K[0, 0], K[1, 1], K[0, 2], K[1, 2]], path), file=path.name)


def camera_of(values: Mapping[str, Any], path: Path) -> Camera:
    """A camera of keys such as ``fx`` and ``image_height``, possibly one level down."""
    for nest in ("camera_params", "camera"):
        if isinstance(values.get(nest), Mapping):
            values = values[nest]
    missing = [key for key in ("fx", "fy", "cx", "cy") if key not in values]
    if missing:
        raise DatasetError(f"{path}: the camera lacks {', '.join(missing)}")
    height = _first(values, "image_height", "height", "h")
    width = _first(values, "image_width", "width", "w")
    distortion = values.get("distortion")
    return Camera(
        intrinsics=_checked([values[key] for key in ("fx", "fy", "cx", "cy")], path),
        size_px=(int(height), int(width)) if height and width else None,
        units_per_m=_first(values, "png_depth_scale", "depth_scale", "scale"),
        crop_px=int(values.get("crop_edge") or 0),
        distorted=bool(distortion is not None and np.any(np.asarray(distortion, np.float64))),
        file=path.name,
    )


def pinhole(size_px: tuple[int, int], horizontal_fov_deg: float) -> npt.NDArray[np.float64]:
    """(4,) intrinsics of a simulated camera: square pixels, axis through the image's middle."""
    height, width = size_px
    f = width / 2.0 / math.tan(math.radians(horizontal_fov_deg) / 2.0)
    return np.array([f, f, (width - 1) / 2.0, (height - 1) / 2.0])


def _checked(values: list[Any], path: Path) -> npt.NDArray[np.float64]:
    try:
        intrinsics = np.array([float(value) for value in values])
    except (TypeError, ValueError):
        raise DatasetError(f"{path}: expected numbers for fx, fy, cx, cy, got {values}") from None
    if not np.isfinite(intrinsics).all() or intrinsics[:2].min() <= 0:
        raise DatasetError(f"{path}: expected positive focal lengths, got {values}")
    return intrinsics


def _first(values: Mapping[str, Any], *keys: str) -> float | None:
    found = [values[key] for key in keys if values.get(key)]
    return float(found[0]) if found else None


def _mapping(path: Path) -> Mapping[str, Any]:
    try:
        text = path.read_text()
        values = json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise DatasetError(f"{path}: cannot be read ({type(error).__name__})") from None
    if not isinstance(values, Mapping):
        raise DatasetError(f"{path}: expected named camera values")
    return values
