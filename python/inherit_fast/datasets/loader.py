"""From the files of one frame to a settled ``Frame``."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

import numpy as np
import numpy.typing as npt
from PIL import Image

from inherit_fast.datasets.images import Depth, read_colour, read_depth, read_ids
from inherit_fast.datasets.poses import OPENCV_FROM_OPENGL, Matrix, inverse, read_pose
from inherit_fast.datasets.recording import FrameFiles, Recording
from inherit_fast.errors import FrameError
from inherit_fast.frame import Frame, require_rigid

Size = tuple[int, int]  # height, width
Pixel = TypeVar("Pixel", bound=np.generic)


@dataclass(frozen=True, slots=True, eq=False)
class FrameLoader:
    """Loads frames of one recording.

    Attributes:
        recording: where the files are and what they mean.
        number: the recording's place in the source.
        T_map_source: (4, 4), applied to every pose.
        min_image_width_px: see ``DatasetConfig``.
    """

    recording: Recording
    number: int
    T_map_source: Matrix
    min_image_width_px: int

    def load(self, files: FrameFiles, index: int) -> Frame:
        """Read one frame.

        Raises:
            FrameError: a part is missing, unreadable, or does not fit the others.
        """
        pose = self.pose(files)  # first: it is cheap and often what is wrong
        rgb = read_colour(_present(files.colour, "colour image", files.name))
        depth = read_depth(_present(files.depth, "depth image", files.name))
        ids = read_ids(files.instances) if files.instances else None
        integer = depth.dtype == np.uint16
        scale_m = self.recording.depth_scale_m if integer else self.recording.float_scale_m
        rgb, depth, intrinsics = self._in_one_image(rgb, depth, scale_m, files.name)
        return Frame(
            index=index,
            time_ns=files.time_ns,
            rgb=rgb,
            depth=depth,
            depth_scale=scale_m,
            intrinsics=intrinsics,
            T_world_camera=pose,
            instances=None if ids is None else nearest(ids, rgb.shape[:2]),
            recording=self.number,
        )

    def pose(self, files: FrameFiles) -> Matrix:
        """(4, 4) camera (OpenCV) to the map's world; FrameError where there is none."""
        pose = files.pose
        if pose is None:
            raise FrameError(f"{files.name}: its pose is missing")
        T = read_pose(pose) if isinstance(pose, Path) else pose
        require_rigid(T, f"{files.name}: its pose")
        if self.recording.world_to_camera:
            T = inverse(T)
        if self.recording.opengl:
            T = T @ OPENCV_FROM_OPENGL
        registration = self.recording.registration
        if registration and not registration.poses_hold_for_colour:
            T = T @ inverse(registration.T_colour_depth)
        return np.asarray(self.T_map_source @ T, np.float64)

    def _in_one_image(
        self, rgb: npt.NDArray[np.uint8], depth: Depth, scale_m: float, name: str
    ) -> tuple[npt.NDArray[np.uint8], Depth, npt.NDArray[np.float64]]:
        registration = self.recording.registration
        if registration is None:
            intrinsics = self._intrinsics_for(rgb.shape[:2], "colour", name)
            fitted = fit(rgb, depth, intrinsics, self.min_image_width_px, name)
            return cropped(*fitted, self.recording.crop_px)
        depth_intrinsics = self._intrinsics_for(depth.shape, "depth", name)
        warped = registration.warp(depth, scale_m, depth_intrinsics, rgb.shape[:2])
        return rgb, warped, registration.colour_intrinsics

    def _intrinsics_for(self, size: Size, what: str, name: str) -> npt.NDArray[np.float64]:
        expected = self.recording.size_px or size
        if not same_aspect(size, expected):
            raise FrameError(
                f"{name}: the {what} image is {_text(size)}, but the intrinsics hold for"
                f" {_text(expected)}; set dataset.intrinsics to the image's own"
            )
        return scaled(self.recording.intrinsics, expected, size)


def fit(
    rgb: npt.NDArray[np.uint8],
    depth: Depth,
    intrinsics: npt.NDArray[np.float64],
    min_width_px: int,
    name: str,
) -> tuple[npt.NDArray[np.uint8], Depth, npt.NDArray[np.float64]]:
    """Bring colour and depth of one camera to one size.

    The smaller depth image sets the size, as colour can be averaged and depth cannot; a depth
    image narrower than ``min_width_px`` is repeated up to the colour image's size, and a larger
    one is thinned down to it.
    """
    size, colour_size = depth.shape, rgb.shape[:2]
    if size == colour_size:
        return rgb, depth, intrinsics
    if not same_aspect(size, colour_size):
        raise FrameError(
            f"{name}: depth is {_text(size)} and colour {_text(colour_size)}, two shapes that one"
            " camera cannot have; give a registration"
        )
    if size[1] > colour_size[1] or size[1] < min_width_px:
        return rgb, cast(Depth, nearest(depth, colour_size)), intrinsics
    small = Image.fromarray(rgb).resize((size[1], size[0]), Image.Resampling.BOX)
    return np.asarray(small, np.uint8), depth, scaled(intrinsics, colour_size, size)


def cropped(
    rgb: npt.NDArray[np.uint8], depth: Depth, intrinsics: npt.NDArray[np.float64], border_px: int
) -> tuple[npt.NDArray[np.uint8], Depth, npt.NDArray[np.float64]]:
    """Cut a border off both images."""
    if border_px == 0:
        return rgb, depth, intrinsics
    inner = (slice(border_px, -border_px), slice(border_px, -border_px))
    return rgb[inner], depth[inner], intrinsics - (0.0, 0.0, border_px, border_px)


def scaled(intrinsics: npt.NDArray[np.float64], old: Size, new: Size) -> npt.NDArray[np.float64]:
    """Intrinsics of the same camera with another number of pixels (centres at whole numbers)."""
    y, x = new[0] / old[0], new[1] / old[1]
    fx, fy, cx, cy = intrinsics
    return np.array([fx * x, fy * y, (cx + 0.5) * x - 0.5, (cy + 0.5) * y - 0.5])


def nearest(image: npt.NDArray[Pixel], size: Size) -> npt.NDArray[Pixel]:
    """Resize (H, W) by taking the nearest pixel; no value is ever mixed."""
    if image.shape == size:
        return image
    rows = ((np.arange(size[0]) + 0.5) * image.shape[0] / size[0]).astype(np.intp)
    cols = ((np.arange(size[1]) + 0.5) * image.shape[1] / size[1]).astype(np.intp)
    return np.ascontiguousarray(image[np.ix_(rows, cols)])


def same_aspect(a: Size, b: Size) -> bool:
    """Within one percent: 1296 x 968 and 640 x 480 come from one sensor."""
    return abs(a[0] * b[1] / (a[1] * b[0]) - 1.0) < 0.01


def _present(path: Path | None, what: str, name: str) -> Path:
    if path is None:
        raise FrameError(f"{name}: its {what} is missing")
    return path


def _text(size: Size) -> str:
    return f"{size[1]} x {size[0]}"
