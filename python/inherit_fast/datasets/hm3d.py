"""HM3D walks as HOV-SG writes them: ``rgb/ depth/ semantic/ pose/`` with a text file a pose.

The simulator's world is y up and its camera OpenGL's. A camera file in the folder is used where
there is one; the walks themselves come without, at a field of view of 90 degrees.
"""

import csv
from collections.abc import Mapping
from pathlib import Path

from inherit_fast.datasets.cameras import find_camera, find_camera_params, pinhole
from inherit_fast.datasets.defaults import camera_notes, depth_unit, supplied_view
from inherit_fast.datasets.folder_dataset import FolderDataset, folder_dataset
from inherit_fast.datasets.images import first_size
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.recording import Recording, by_number, images_in, numbered
from inherit_fast.datasets.up_axis import Y_UP, UpAxis

NAME = "hm3d"
LOOKS_LIKE = "rgb/, depth/ and pose/ with one text file a frame"

_DEPTH_SCALE_M = 0.001
# The walks are recorded step by step; a step is half a second of a walk.
_STEP_S = 0.5


def detect(root: Path) -> bool:
    """The three folders."""
    folders = all((root / name).is_dir() for name in ("rgb", "depth", "pose"))
    return folders and any((root / "pose").glob("*.txt")) and find_camera_params(root) is None


def open_source(root: Path, config: DatasetConfig) -> FolderDataset:
    """One recording, by frame number."""
    colour = images_in(root / "rgb")
    period_s = config.frame_period_s or _STEP_S
    camera = find_camera(root)
    scale_m, unit_from = depth_unit(camera, _DEPTH_SCALE_M)
    size = first_size(colour.values()) or (1, 1)  # no image, no frame to use it for
    recording = Recording(
        files=by_number(
            colour,
            images_in(root / "depth"),
            numbered((root / "pose").glob("*.txt")),
            images_in(root / "semantic"),
            period_s,
        ),
        intrinsics=camera.intrinsics if camera else pinhole(size, config.horizontal_fov_deg),
        size_px=camera.size_px if camera else size,
        depth_scale_m=scale_m,
        period_s=period_s,
        opengl=True,
        unit_from=unit_from,
    )
    up = UpAxis(Y_UP, "the format: y is up")
    notes = camera_notes([camera], config, supplied_view(config))
    return folder_dataset(NAME, [recording], up, config, instance_labels=_labels(root), notes=notes)


def _labels(root: Path) -> Mapping[int, str]:
    """``*.semantic.txt`` of the scene, where it was copied along: id, colour, "label", region."""
    for path in sorted(root.glob("*.semantic.txt")):
        rows = csv.reader(path.read_text().splitlines())
        return {int(r[0]): r[2].lower() for r in rows if len(r) > 2 and r[0].isdigit()}
    return {}
