"""A panorama with the LiDAR scan of its moment: what a robot with a 360 degree camera delivers."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import FrameError
from inherit_fast.frame import require_rigid


@dataclass(frozen=True, slots=True, eq=False)
class PanoramaShot:
    """One moment.

    Attributes:
        index: position in the source.
        time_ns: monotonic within a run.
        rgb: (H, W, 3) uint8, equirectangular: all around across, square pixels, level in the
            middle of the height, its middle column looks along the panorama's z axis.
        scan: (N, 3) float32, registered LiDAR points in the world, metres.
        T_world_panorama: (4, 4) float64, panorama (x right, y down, z ahead) to world (z up).
        instances: (H, W) int32 ids drawn by the source, 0 = none; absent for real cameras.

    Raises:
        FrameError: an array has the wrong shape, or the pose is not a rigid motion.
    """

    index: int
    time_ns: int
    rgb: npt.NDArray[np.uint8]
    scan: npt.NDArray[np.float32]
    T_world_panorama: npt.NDArray[np.float64]
    instances: npt.NDArray[np.int32] | None = None

    def __post_init__(self) -> None:
        if self.rgb.ndim != 3:
            raise FrameError(f"rgb: expected shape (H, W, 3), got {self.rgb.shape}")
        height, width = self.rgb.shape[:2]
        self._settle("rgb", np.uint8, (height, width, 3))
        self._settle("scan", np.float32, (len(self.scan), 3))
        self._settle("T_world_panorama", np.float64, (4, 4))
        if self.instances is not None:
            self._settle("instances", np.int32, (height, width))
        require_rigid(self.T_world_panorama, "T_world_panorama")

    def _settle(self, name: str, dtype: npt.DTypeLike, shape: tuple[int, ...]) -> None:
        array = np.ascontiguousarray(getattr(self, name), dtype=dtype)
        if array.shape != shape:
            raise FrameError(f"{name}: expected shape {shape}, got {array.shape}")
        object.__setattr__(self, name, array)
