"""Habitat walks: ``color/ depth/ instance/`` and ``poses_habitat_xyz_wxyz.txt`` in each folder.

The world is y up and the camera OpenGL's. Folders side by side (the floors of a house) are
recordings in one world. ``ground_truth_objects.json`` beside the frames, or one folder up, names
the instances.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from inherit_fast.datasets.cameras import find_camera, pinhole
from inherit_fast.datasets.defaults import camera_notes, depth_unit, supplied_view
from inherit_fast.datasets.folder_dataset import FolderDataset, folder_dataset
from inherit_fast.datasets.images import first_size
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.poses import Matrix, from_quaternion
from inherit_fast.datasets.recording import Recording, by_number, images_in
from inherit_fast.datasets.up_axis import Y_UP, UpAxis
from inherit_fast.errors import DatasetError

NAME = "habitat"
LOOKS_LIKE = "color/, depth/ and poses_habitat_xyz_wxyz.txt, in the folder or in one a recording"

POSES_FILE = "poses_habitat_xyz_wxyz.txt"
LABELS_FILE = "ground_truth_objects.json"
_DEPTH_SCALE_M = 0.001
# An agent teleports step by step and has no clock; a step is half a second of a walk.
_STEP_S = 0.5


def detect(root: Path) -> bool:
    """The pose file in the folder or one below."""
    return bool(_folders(root))


def open_source(root: Path, config: DatasetConfig) -> FolderDataset:
    """Every folder with a pose file is one recording, in name order."""
    recordings = [_recording(folder, root, config) for folder in _folders(root)]
    up = UpAxis(Y_UP, "the format: y is up")
    cameras = [find_camera(folder, root) for folder in _folders(root)]
    notes = camera_notes(cameras, config, supplied_view(config))
    return folder_dataset(NAME, recordings, up, config, instance_labels=_labels(root), notes=notes)


def _folders(root: Path) -> list[Path]:
    candidates = [root, *sorted(p for p in root.iterdir() if p.is_dir())]
    return [folder for folder in candidates if (folder / POSES_FILE).is_file()]


def _recording(folder: Path, root: Path, config: DatasetConfig) -> Recording:
    colour = images_in(folder / "color")
    period_s = config.frame_period_s or _STEP_S
    camera = find_camera(folder, root)
    scale_m, unit_from = depth_unit(camera, _DEPTH_SCALE_M)
    size = first_size(colour.values()) or (1, 1)  # no image, no frame to use it for
    return Recording(
        files=by_number(
            colour,
            images_in(folder / "depth"),
            _poses(folder / POSES_FILE),
            images_in(folder / "instance"),
            period_s,
        ),
        intrinsics=camera.intrinsics if camera else pinhole(size, config.horizontal_fov_deg),
        size_px=camera.size_px if camera else size,
        depth_scale_m=scale_m,
        period_s=period_s,
        opengl=True,
        unit_from=unit_from,
    )


def _poses(path: Path) -> dict[int, Matrix]:
    poses = {}
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            number, values = int(words[0]), [float(word) for word in words[1:]]
        except ValueError:
            raise DatasetError(f"{path}: cannot understand the line {line!r}") from None
        if len(values) != 7:
            raise DatasetError(f"{path}: expected frame x y z qw qx qy qz, got {line!r}")
        poses[number] = from_quaternion(values[:3], values[3:])
    return poses


def _labels(root: Path) -> Mapping[int, str]:
    for path in (root / LABELS_FILE, root.parent / LABELS_FILE):
        if path.is_file():
            try:
                objects = json.loads(path.read_text())["objects"]
                return {int(o["id"]): str(o["label"]).lower() for o in objects}
            except (ValueError, KeyError, TypeError) as error:
                raise DatasetError(
                    f"{path}: expected objects with id and label ({error})"
                ) from None
    return {}
