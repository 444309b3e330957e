"""A recording as lists of files: all that a reader has to find out about a source."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.poses import Matrix
from inherit_fast.datasets.registration import Registration

NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True, eq=False)
class FrameFiles:
    """Where the parts of one frame lie; None says that the part is missing.

    Attributes:
        name: what people call the frame, such as its file's stem.
        time_ns: within the recording.
        colour: image file.
        depth: image or array file.
        pose: camera to the source's world, in the recording's camera axes, or its file.
        instances: image or array file of instance ids.
        depth_skew_ns: how much later than the colour image the depth image was taken.
        pose_skew_ns: how much later than the depth image the pose was measured.
    """

    name: str
    time_ns: int
    colour: Path | None
    depth: Path | None
    pose: Path | Matrix | None
    instances: Path | None = None
    depth_skew_ns: int = 0
    pose_skew_ns: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """Frames of one camera in time order.

    Attributes:
        files: one entry a frame.
        intrinsics: (4,) fx fy cx cy in pixels, of the colour image; with ``registration`` those
            of the depth image.
        size_px: (height, width) that the intrinsics hold for; None means the images' own.
        depth_scale_m: metres a unit of integer depth.
        period_s: nominal time between frames.
        opengl: the poses' camera looks along -z with y up.
        world_to_camera: the poses map the world to the camera.
        registration: how depth comes into the colour image, where they are two cameras.
        crop_px: border cut off on every side.
        float_scale_m: metres a unit of float depth.
        stamped: the times are the source's own.
        unit_from: the file or setting that gives the depth unit; empty for the format's default.
    """

    files: tuple[FrameFiles, ...]
    intrinsics: npt.NDArray[np.float64]
    size_px: tuple[int, int] | None
    depth_scale_m: float
    period_s: float
    opengl: bool = False
    world_to_camera: bool = False
    registration: Registration | None = None
    crop_px: int = 0
    float_scale_m: float = 1.0
    stamped: bool = False
    unit_from: str = ""


def numbered(paths: Iterable[Path]) -> dict[int, Path]:
    """Files by the last number in their stem; files without one are left out."""
    found = {}
    for path in sorted(paths):
        digits = re.findall(r"\d+", path.name.split(".")[0])
        if digits:
            found[int(digits[-1])] = path
    return found


def images_in(folder: Path) -> dict[int, Path]:
    """Numbered image and array files of a folder; empty where there is no such folder."""
    if not folder.is_dir():
        return {}
    kinds = {".jpg", ".jpeg", ".png", ".npy", ".tif", ".tiff"}
    return numbered(p for p in folder.iterdir() if p.suffix.lower() in kinds)


def by_number(
    colour: Mapping[int, Path],
    depth: Mapping[int, Path],
    poses: Mapping[int, Path] | Mapping[int, Matrix],
    instances: Mapping[int, Path],
    period_s: float,
) -> tuple[FrameFiles, ...]:
    """One entry for each number that has a colour or a depth image, in order.

    A pose without any image is no frame: thinned-out recordings keep their whole trajectory.
    """
    return tuple(
        FrameFiles(
            name=(colour.get(n) or depth[n]).name,
            time_ns=round(n * period_s * NS_PER_S),
            colour=colour.get(n),
            depth=depth.get(n),
            pose=poses.get(n),
            instances=instances.get(n),
        )
        for n in sorted(colour.keys() | depth.keys())
    )


def in_one_time(recordings: Iterable[Recording]) -> list[Recording]:
    """Shift each recording behind the one before it, so that time never goes back."""
    shifted: list[Recording] = []
    earliest = None
    for recording in recordings:
        if earliest is not None and recording.files:
            shift = max(0, earliest - recording.files[0].time_ns)
            recording = replace(
                recording,
                files=tuple(replace(f, time_ns=f.time_ns + shift) for f in recording.files),
            )
        shifted.append(recording)
        if recording.files:
            earliest = recording.files[-1].time_ns + round(recording.period_s * NS_PER_S)
    return shifted
