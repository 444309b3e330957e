"""TUM RGB-D: ``rgb.txt``, ``depth.txt`` and ``groundtruth.txt``, associated by time.

The poses place the camera (OpenCV axes) in a motion-capture world whose z is up. The sparser of
the two image lists makes the frames; each takes its nearest partner, and every partner is used
once. Depth is registered already.
"""

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.cameras import find_camera
from inherit_fast.datasets.defaults import camera_notes, depth_unit
from inherit_fast.datasets.folder_dataset import FolderDataset, folder_dataset
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.poses import Matrix, read_trajectory
from inherit_fast.datasets.recording import NS_PER_S, FrameFiles, Recording
from inherit_fast.datasets.up_axis import Z_UP, UpAxis
from inherit_fast.errors import DatasetError

NAME = "tum"
LOOKS_LIKE = "rgb.txt, depth.txt and groundtruth.txt"

Stamped = tuple[float, Path]
Trajectory = list[tuple[float | None, Matrix]]

_FILES = ("rgb.txt", "depth.txt", "groundtruth.txt")
_DEPTH_SCALE_M = 1.0 / 5000.0
_PERIOD_S = 1.0 / 30.0
# Published calibrations of the three cameras, by the number in the folder's name; 0 is the
# driver's own, to which the depth images are registered.
_INTRINSICS = {
    0: (525.0, 525.0, 319.5, 239.5),
    1: (517.3, 516.5, 318.6, 255.3),
    2: (520.9, 521.0, 325.1, 249.7),
    3: (535.4, 539.2, 320.1, 247.6),
}


def detect(root: Path) -> bool:
    """All three lists."""
    return all((root / name).is_file() for name in _FILES)


def open_source(root: Path, config: DatasetConfig) -> FolderDataset:
    """One recording, in time order."""
    colour, depth = (_image_list(root / name) for name in _FILES[:2])
    trajectory = read_trajectory(root / _FILES[2])
    camera = find_camera(root)
    scale_m, unit_from = depth_unit(camera, _DEPTH_SCALE_M)
    number = _camera_number(root)
    recording = Recording(
        files=tuple(_frames(colour, depth, trajectory, config.max_association_s)),
        intrinsics=camera.intrinsics if camera else np.array(_INTRINSICS[number]),
        size_px=camera.size_px if camera else None,
        depth_scale_m=scale_m,
        period_s=config.frame_period_s or _PERIOD_S,
        stamped=True,
        unit_from=unit_from,
    )
    up = UpAxis(Z_UP, "the format: z is up")
    notes = camera_notes([camera], config, _supplied(number))
    return folder_dataset(NAME, [recording], up, config, notes=notes)


def partners(times_s: npt.ArrayLike, others_s: npt.ArrayLike, limit_s: float) -> list[int | None]:
    """For each of ``times_s`` the index of its partner, closest pairs first, each used once."""
    times, others = np.asarray(times_s, np.float64), np.asarray(others_s, np.float64)
    order = np.argsort(others, kind="stable")
    place = np.searchsorted(others[order], times)
    pairs = sorted(
        (abs(times[i] - others[j]), i, j)
        for i in range(len(times))
        for j in order[max(0, place[i] - 2) : place[i] + 2]
        if abs(times[i] - others[j]) <= limit_s
    )
    found: list[int | None] = [None] * len(times)
    used: set[int] = set()
    for _, i, j in pairs:
        if found[i] is None and j not in used:
            found[i] = int(j)
            used.add(j)
    return found


def _frames(
    colour: list[Stamped], depth: list[Stamped], trajectory: Trajectory, limit_s: float
) -> list[FrameFiles]:
    colour_leads = len(colour) <= len(depth)
    lead, other = (colour, depth) if colour_leads else (depth, colour)
    stamps = np.array([np.inf if t is None else t for t, _ in trajectory])
    matches = partners([t for t, _ in lead], [t for t, _ in other], limit_s)
    frames = []
    for first, match in zip(lead, matches, strict=True):
        second = (first[0], None) if match is None else other[match]
        (colour_s, image), (depth_s, depth_image) = (
            (first, second) if colour_leads else (second, first)
        )
        # A pose holds for the depth image: that is what places points.
        place = int(np.argmin(np.abs(stamps - depth_s))) if len(stamps) else 0
        late_s = float(stamps[place]) - depth_s if len(stamps) else np.inf
        frames.append(
            FrameFiles(
                name=first[1].name,
                time_ns=round(first[0] * NS_PER_S),
                colour=image,
                depth=depth_image,
                pose=trajectory[place][1] if abs(late_s) <= limit_s else None,
                depth_skew_ns=round((depth_s - colour_s) * NS_PER_S),
                pose_skew_ns=round(late_s * NS_PER_S) if abs(late_s) <= limit_s else 0,
            )
        )
    return sorted(frames, key=lambda frame: frame.time_ns)


def _image_list(path: Path) -> list[Stamped]:
    entries = []
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            entries.append((float(words[0]), path.parent / words[1]))
        except (ValueError, IndexError):
            raise DatasetError(f"{path}: expected time and file, got {line[:60]!r}") from None
    return entries


def _supplied(number: int) -> str:
    values = "fx {:g} fy {:g} cx {:g} cy {:g}".format(*_INTRINSICS[number])
    if number:
        return f"{values} are taken, published for freiburg{number}, which the folder's name tells"
    return f"{values} are taken, the default of this format"


def _camera_number(root: Path) -> int:
    match = re.search(r"freiburg([123])", root.resolve().name)
    return int(match.group(1)) if match else 0
