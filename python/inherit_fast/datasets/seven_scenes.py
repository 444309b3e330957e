"""7-Scenes: ``frame-NNNNNN.{color,depth,pose}`` in one folder, or in ``seq-NN`` folders.

Poses hold for the depth camera (camera to world, OpenCV axes) and the world is the first
camera's, so gravity is no axis. The recordings ship unregistered: without ``registration.json``
the colour image is taken as if it were the depth camera's.
"""

from pathlib import Path

import numpy as np

from inherit_fast.datasets.cameras import find_camera
from inherit_fast.datasets.defaults import camera_notes, depth_unit
from inherit_fast.datasets.folder_dataset import FolderDataset, folder_dataset
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.recording import Recording, by_number, numbered
from inherit_fast.datasets.registration import find_registration
from inherit_fast.datasets.up_axis import from_gravity_file

NAME = "7scenes"
LOOKS_LIKE = "frame-000000.color.png, .depth.png and .pose.txt, in the folder or in seq-01/"

_FRAMES_PER_S = 30.0
_DEPTH_SCALE_M = 0.001
# The recording's own paper gives these for its depth camera.
_INTRINSICS = np.array([585.0, 585.0, 320.0, 240.0])
_SUPPLIED = "fx 585 fy 585 cx 320 cy 240 are taken, the default of this format"
_UNREGISTERED = (
    "no registration.json beside the frames: colour and depth are used as if one camera took"
    " both, which is not true of the original recordings"
)


def detect(root: Path) -> bool:
    """A depth image and a pose of one frame, by their names."""
    return any(any(f.glob("frame-*.pose.txt")) for f in _folders(root))


def open_source(root: Path, config: DatasetConfig) -> FolderDataset:
    """Every sequence folder is one recording; all share one world."""
    recordings = [_recording(folder, root, config) for folder in _folders(root)]
    up = from_gravity_file(root) or next(filter(None, map(from_gravity_file, _folders(root))), None)
    notes = [] if all(r.registration for r in recordings) else [_UNREGISTERED]
    cameras = [find_camera(folder, root) for folder in _folders(root)]
    notes += camera_notes(cameras, config, _SUPPLIED)
    return folder_dataset(NAME, recordings, up, config, notes=notes)


def _folders(root: Path) -> list[Path]:
    candidates = [root, *sorted(p for p in root.glob("seq-*") if p.is_dir())]
    return [f for f in candidates if any(f.glob("frame-*.depth.*"))]


def _recording(folder: Path, root: Path, config: DatasetConfig) -> Recording:
    period_s = config.frame_period_s or 1.0 / _FRAMES_PER_S
    camera = find_camera(folder, root)
    scale_m, unit_from = depth_unit(camera, _DEPTH_SCALE_M)
    registration = find_registration(folder, config.registration) or find_registration(root, "")
    return Recording(
        files=by_number(
            numbered(folder.glob("frame-*.color.*")),
            numbered(folder.glob("frame-*.depth.*")),
            numbered(folder.glob("frame-*.pose.txt")),
            {},
            period_s,
        ),
        intrinsics=camera.intrinsics if camera else _INTRINSICS,
        size_px=None,
        depth_scale_m=scale_m,
        period_s=period_s,
        registration=registration,
        unit_from=unit_from,
    )
