"""Folders with a ``camera_params`` YAML, as ConceptGraphs, DualMap and BBQ use them.

Colour in ``results/frame*``, ``rgb/``, ``color/`` or ``images/``; depth in ``results/depth*`` or
``depth/``; poses in one trajectory file, or a file each in ``poses/`` or ``pose/``. Text poses map
the camera (OpenCV axes) to the world. ``.npy`` poses come from Record3D and RealSense streams and
are OpenGL's.
"""

from pathlib import Path

from inherit_fast.datasets.cameras import find_camera_params, read_camera
from inherit_fast.datasets.defaults import camera_notes, depth_unit
from inherit_fast.datasets.folder_dataset import FolderDataset, folder_dataset
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.poses import Matrix, by_frame_number, read_trajectory
from inherit_fast.datasets.recording import Recording, by_number, images_in, numbered
from inherit_fast.datasets.up_axis import from_gravity_file
from inherit_fast.errors import DatasetError

NAME = "conceptgraphs"
LOOKS_LIKE = "a YAML file with camera_params beside rgb/ (or color/, results/), depth/ and poses"

_UNITS_PER_M = 1000.0
_PERIOD_S = 1.0 / 30.0
_POSE_FILES = ("traj.txt", "pose.txt", "poses.txt", "poses_global_dvo.txt")


def detect(root: Path) -> bool:
    """The YAML file."""
    return find_camera_params(root) is not None


def open_source(root: Path, config: DatasetConfig) -> FolderDataset:
    """One recording, by frame number."""
    path = find_camera_params(root)
    if path is None:
        raise DatasetError(f"{root}: no YAML file with camera_params")
    camera = read_camera(path)
    scale_m, unit_from = depth_unit(camera, 1.0 / _UNITS_PER_M)
    colour = _images(root, "frame*.*", ("rgb", "color", "images"))
    depth = _images(root, "depth*.*", ("depth",))
    poses, opengl = _poses(root, sorted(colour.keys() | depth.keys()))
    period_s = config.frame_period_s or _PERIOD_S
    recording = Recording(
        files=by_number(colour, depth, poses, {}, period_s),
        intrinsics=camera.intrinsics,
        size_px=camera.size_px,
        depth_scale_m=scale_m,
        period_s=period_s,
        opengl=opengl,
        crop_px=camera.crop_px,
        unit_from=unit_from,
    )
    notes = camera_notes([camera], config, "")
    return folder_dataset(NAME, [recording], from_gravity_file(root), config, notes=notes)


def _images(root: Path, pattern: str, folders: tuple[str, ...]) -> dict[int, Path]:
    candidates = [numbered((root / "results").glob(pattern))]
    candidates += [images_in(root / folder) for folder in folders]
    return next((images for images in candidates if images), {})


def _poses(root: Path, numbers: list[int]) -> tuple[dict[int, Path] | dict[int, Matrix], bool]:
    for name in _POSE_FILES:
        if (root / name).is_file():
            trajectory = [T for _, T in read_trajectory(root / name)]
            return by_frame_number(trajectory, numbers, root / name), False
    for folder in ("poses", "pose"):
        for kind, opengl in (("*.npy", True), ("*.txt", False)):
            found = numbered((root / folder).glob(kind))
            if found:
                return found, opengl
    raise DatasetError(f"{root}: no poses; expected {', '.join(_POSE_FILES)}, poses/ or pose/")
