"""What a reader supplies itself where no file of the source says it, and how that is told."""

from collections.abc import Iterable

from inherit_fast.datasets.cameras import Camera
from inherit_fast.datasets.options import DatasetConfig


def camera_notes(
    cameras: Iterable[Camera | None], config: DatasetConfig, supplied: str
) -> list[str]:
    """Sentences about cameras that nobody gave, or that were given with a distortion.

    Args:
        cameras: one a recording, as the files give them; None where there is no file.
        config: the user's word; what it gives needs not be told.
        supplied: what the reader takes in place of a file, in words.
    """
    told = [_note(camera, supplied) for camera in cameras if camera or not config.intrinsics]
    return [note for note in dict.fromkeys(told) if note]


def _note(camera: Camera | None, supplied: str) -> str:
    if camera is not None:
        return f"{camera.file}: the lens distortion is ignored" if camera.distorted else ""
    return (
        f"no camera file: {supplied}; give the camera's own by an intrinsics.txt (fx fy cx cy)"
        " beside the frames, or by --set 'dataset.intrinsics=[fx,fy,cx,cy]'"
    )


def supplied_view(config: DatasetConfig) -> str:
    """The words for simulated walks, whose camera is told by its field of view."""
    angle = config.horizontal_fov_deg
    return f"a field of view of {angle:g} degrees is taken (dataset.horizontal_fov_deg)"


def depth_unit(camera: Camera | None, default_m: float) -> tuple[float, str]:
    """Metres a unit of integer depth, and the file that says so; empty for the default."""
    if camera is not None and camera.units_per_m:
        return 1.0 / camera.units_per_m, camera.file
    return default_m, ""
