"""ScanNet as its reader exports it, and plain folders of the same shape.

``color/ depth/ pose/`` with ``intrinsic/intrinsic_color.txt`` and its fellows, or one
``intrinsic.txt`` beside the folders. Poses map the camera (OpenCV axes) to the world; a lost
camera's is ``-inf``. ScanNet's own world has z up; a plain folder's may be anything.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.cameras import Camera, find_camera_params, read_matrix
from inherit_fast.datasets.folder_dataset import FolderDataset, folder_dataset
from inherit_fast.datasets.images import first_size
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.recording import Recording, by_number, images_in, numbered
from inherit_fast.datasets.up_axis import Z_UP, UpAxis
from inherit_fast.errors import DatasetError

NAME = "scannet"
LOOKS_LIKE = "color/, depth/, pose/ and intrinsic/ or intrinsic.txt"

_DEPTH_SCALE_M = 0.001
_PERIOD_S = 1.0 / 30.0


def detect(root: Path) -> bool:
    """The three folders and a camera matrix."""
    folders = all((root / name).is_dir() for name in ("color", "depth", "pose"))
    return folders and _matrix_path(root) is not None and find_camera_params(root) is None


def open_source(root: Path, config: DatasetConfig) -> FolderDataset:
    """One recording, by frame number."""
    path = _matrix_path(root)
    if path is None:
        raise DatasetError(f"{root}: no intrinsic/intrinsic_color.txt and no intrinsic.txt")
    colour, depth = images_in(root / "color"), images_in(root / "depth")
    period_s = config.frame_period_s or _PERIOD_S
    camera = read_matrix(path)
    exported = (root / "intrinsic").is_dir()
    size = _size_of(camera, colour, depth)
    recording = Recording(
        files=by_number(colour, depth, numbered((root / "pose").glob("*.txt")), {}, period_s),
        intrinsics=camera.intrinsics,
        size_px=size,
        depth_scale_m=_DEPTH_SCALE_M,
        period_s=period_s,
    )
    up = UpAxis(Z_UP, "the format: z is up") if exported else None
    notes = [] if size is None or config.intrinsics else _guessed(path, size, colour, depth)
    return folder_dataset(NAME, [recording], up, config, notes=notes)


def _matrix_path(root: Path) -> Path | None:
    candidates = [root / "intrinsic" / f"intrinsic_{name}.txt" for name in ("color", "depth")]
    candidates += [root / "intrinsic.txt", root / "intrinsics.txt"]
    return next((path for path in candidates if path.is_file()), None)


def _size_of(
    camera: Camera, colour: dict[int, Path], depth: dict[int, Path]
) -> tuple[int, int] | None:
    """A bare matrix does not say whose it is: the image whose middle is nearest to its centre."""
    sizes = [first_size(images.values()) for images in (colour, depth)]
    return min(
        filter(None, sizes), key=lambda size: _off_centre(size, camera.intrinsics), default=None
    )


def _guessed(
    path: Path, size: tuple[int, int], colour: dict[int, Path], depth: dict[int, Path]
) -> list[str]:
    """Where the images differ in size, for which of them the matrix is taken to hold."""
    sizes = {first_size(images.values()) for images in (colour, depth)} - {None}
    if len(sizes) < 2:
        return []
    height, width = size
    return [
        f"{path.name} is taken to hold for images of {width} x {height}, whose middle is nearest to"
        " its centre; dataset.intrinsics gives those of the colour image"
    ]


def _off_centre(size: tuple[int, int], intrinsics: npt.NDArray[np.float64]) -> float:
    height, width = size
    return float(abs(2 * intrinsics[2] / width - 1) + abs(2 * intrinsics[3] / height - 1))
