"""Replica as NICE-SLAM ships it: ``results/frame*.jpg``, ``results/depth*.png``, ``traj.txt``.

A line of ``traj.txt`` maps the camera (OpenCV axes) to a world whose z is up.
``cam_params.json`` lies beside the scene or one folder up.
"""

from pathlib import Path

import numpy as np

from inherit_fast.datasets.cameras import find_camera, find_camera_params
from inherit_fast.datasets.defaults import camera_notes, depth_unit
from inherit_fast.datasets.folder_dataset import FolderDataset, folder_dataset
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.poses import by_frame_number, read_trajectory
from inherit_fast.datasets.recording import Recording, by_number, numbered
from inherit_fast.datasets.up_axis import Z_UP, UpAxis

NAME = "replica"
LOOKS_LIKE = "results/frame000000.jpg, results/depth000000.png and traj.txt"

_UNITS_PER_M = 6553.5
_PERIOD_S = 1.0 / 30.0
_INTRINSICS = np.array([600.0, 600.0, 599.5, 339.5])
_SIZE_PX = (680, 1200)
_SUPPLIED = "fx 600 fy 600 cx 599.5 cy 339.5 of 1200 x 680 are taken, the default of this format"


def detect(root: Path) -> bool:
    """The trajectory and a rendered frame."""
    frames = (root / "results").glob("frame*.*")
    return (root / "traj.txt").is_file() and any(frames) and find_camera_params(root) is None


def open_source(root: Path, config: DatasetConfig) -> FolderDataset:
    """One recording, by frame number."""
    camera = find_camera(root, root.parent)
    colour = numbered((root / "results").glob("frame*.*"))
    depth = numbered((root / "results").glob("depth*.*"))
    path = root / "traj.txt"
    poses = by_frame_number(
        [T for _, T in read_trajectory(path)], sorted(colour.keys() | depth.keys()), path
    )
    period_s = config.frame_period_s or _PERIOD_S
    scale_m, unit_from = depth_unit(camera, 1.0 / _UNITS_PER_M)
    recording = Recording(
        files=by_number(colour, depth, poses, {}, period_s),
        intrinsics=camera.intrinsics if camera else _INTRINSICS,
        size_px=camera.size_px if camera else _SIZE_PX,
        depth_scale_m=scale_m,
        period_s=period_s,
        unit_from=unit_from,
    )
    up = UpAxis(Z_UP, "the format: z is up")
    notes = camera_notes([camera], config, _SUPPLIED)
    return folder_dataset(NAME, [recording], up, config, notes=notes)
