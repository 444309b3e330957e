"""Saves a house's walk as a folder that any reader of Habitat walks understands."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import simplejpeg
from PIL import Image

from inherit_fast.datasets.house.dataset import HouseDataset
from inherit_fast.datasets.house.render import intrinsics
from inherit_fast.errors import DatasetError
from inherit_fast.frame import Frame

# The map's (x, y, z), z up, is (x, z, -y) in the files' world, y up.
_Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
_OPENGL = np.diag([1.0, -1.0, -1.0])


def write_house(dataset: HouseDataset, path: Path, *, jpeg_quality: int = 95) -> Iterator[int]:
    """Write ``color/ depth/ instance/``, poses, camera and the truth; yields each frame's index.

    Depth is 16-bit PNG in millimetres. ``ground_truth_objects.json`` and ``rooms.json`` are in
    the map's world (z up).

    Raises:
        DatasetError: the folder cannot be written, or is not empty.
    """
    try:
        if path.is_dir() and any(path.iterdir()):
            raise DatasetError(f"{path}: the folder is not empty; name another one")
        for name in ("color", "depth", "instance"):
            (path / name).mkdir(parents=True, exist_ok=True)
        _write_json(path / "camera.json", _camera(dataset))
        _write_json(path / "ground_truth_objects.json", _objects(dataset))
        _write_json(path / "rooms.json", _rooms(dataset))
        poses = []
        for frame in dataset:
            _write_images(path, frame, jpeg_quality)
            poses.append(_pose_line(frame))
            yield frame.index
        (path / "poses_habitat_xyz_wxyz.txt").write_text("\n".join(poses) + "\n")
    except OSError as error:
        raise DatasetError(f"{path}: cannot be written: {error.strerror}") from error


def _write_images(path: Path, frame: Frame, quality: int) -> None:
    name = f"{frame.index:06d}"
    jpeg = simplejpeg.encode_jpeg(frame.rgb, quality=quality, colorspace="RGB")
    (path / "color" / f"{name}.jpg").write_bytes(jpeg)
    depth = np.rint(frame.depth_m * 1000.0).astype(np.uint16)
    Image.fromarray(depth).save(path / "depth" / f"{name}.png")
    if frame.instances is not None:
        ids = frame.instances.astype(np.uint16)
        Image.fromarray(ids).save(path / "instance" / f"{name}.png")


def _write_json(path: Path, document: dict[str, Any]) -> None:
    path.write_text(json.dumps(document, indent=1) + "\n")


def _camera(dataset: HouseDataset) -> dict[str, Any]:
    fx, fy, cx, cy = intrinsics(dataset.config).tolist()
    size = {"width": dataset.config.width_px, "height": dataset.config.height_px}
    return {"fx": fx, "fy": fy, "cx": cx, "cy": cy, **size, "depth_scale": 1000}


def _objects(dataset: HouseDataset) -> dict[str, Any]:
    objects = [
        {
            "id": o.id,
            "label": o.label,
            "color": o.color,
            "center": np.round(o.box.center_m, 4).tolist(),
            "extent": np.round(o.box.extent_m, 4).tolist(),
            "R_world_box": np.round(o.box.R_world_box, 6).tolist(),
            "room": dataset.house.room(o.room).label,
            "room_id": o.room,
            "floor": o.floor + 1,
            "on": o.on,
        }
        for o in dataset.house.objects
    ]
    return {"frame": "z-up world, metres", "objects": objects}


def _rooms(dataset: HouseDataset) -> dict[str, Any]:
    house = dataset.house
    heights = {str(i + 1): height for i, height in enumerate(house.floor_heights_m)}
    rooms = [
        {
            "id": room.id,
            "name": room.label,
            "floor": room.floor + 1,
            "polygon": np.round(house.outline_of(room), 4).tolist(),
        }
        for room in house.plan.rooms
    ]
    return {"frame": "z-up world xy, metres", "floor_heights": heights, "rooms": rooms}


def _pose_line(frame: Frame) -> str:
    x, y, z = _Y_UP @ frame.position_m
    w, i, j, k = _quaternion(_Y_UP @ frame.T_world_camera[:3, :3] @ _OPENGL)
    return f"{frame.index} {x:.6f} {y:.6f} {z:.6f} {w:.9f} {i:.9f} {j:.9f} {k:.9f}"


def _quaternion(R: npt.NDArray[np.float64]) -> tuple[float, float, float, float]:
    """Unit quaternion w x y z of a rotation, from its largest component."""
    squares = np.array([np.trace(R), *np.diag(R)])
    k = int(squares.argmax())
    if k == 0:
        w = math.sqrt(max(0.0, 1.0 + squares[0])) / 2
        x, y, z = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
        return w, float(x / (4 * w)), float(y / (4 * w)), float(z / (4 * w))
    i = k - 1
    j, m = (i + 1) % 3, (i + 2) % 3
    size = math.sqrt(max(0.0, 1.0 + R[i, i] - R[j, j] - R[m, m])) / 2
    vector = [0.0, 0.0, 0.0]
    vector[i] = size
    vector[j], vector[m] = (R[j, i] + R[i, j]) / (4 * size), (R[m, i] + R[i, m]) / (4 * size)
    return float((R[m, j] - R[j, m]) / (4 * size)), vector[0], vector[1], vector[2]
