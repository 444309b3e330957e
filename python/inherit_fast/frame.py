"""One RGB-D observation, settled once; everything behind it trusts shapes and dtypes."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import FrameError


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Colour and depth of one moment, both in the colour camera's image.

    Attributes:
        index: position in the source, counted over all its recordings.
        time_ns: monotonic within a run.
        rgb: (H, W, 3) uint8.
        depth: (H, W) uint16 or float32; times ``depth_scale`` gives metres along the optical
            axis. 0, NaN and infinity mean no return.
        depth_scale: metres a unit (0.001 for millimetres, 1.0 for float32 metres).
        intrinsics: (4,) float64, fx fy cx cy in pixels, pixel centres at whole numbers.
        T_world_camera: (4, 4) float64, camera (OpenCV axes) to world (z up), metres.
        instances: (H, W) int32 ids drawn by the data set, 0 = none; absent for real cameras.
        recording: which of the source's recordings the frame belongs to; the pose may jump
            where it changes.

    Raises:
        FrameError: an array has the wrong shape or dtype, or the pose is not a rigid motion.
    """

    index: int
    time_ns: int
    rgb: npt.NDArray[np.uint8]
    depth: npt.NDArray[np.uint16] | npt.NDArray[np.float32]
    depth_scale: float
    intrinsics: npt.NDArray[np.float64]
    T_world_camera: npt.NDArray[np.float64]
    instances: npt.NDArray[np.int32] | None = None
    recording: int = 0

    def __post_init__(self) -> None:
        if self.depth.ndim != 2 or self.depth.dtype not in (np.uint16, np.float32):
            raise FrameError(
                f"depth: expected (H, W) uint16 or float32, got {self.depth.shape}"
                f" {self.depth.dtype}"
            )
        shape = self.depth.shape
        self._settle("rgb", np.uint8, (*shape, 3))
        self._settle("depth", self.depth.dtype, shape)
        self._settle("intrinsics", np.float64, (4,))
        self._settle("T_world_camera", np.float64, (4, 4))
        if self.instances is not None:
            self._settle("instances", np.int32, shape)
        require_rigid(self.T_world_camera, "T_world_camera")
        if not self.depth_scale > 0:
            raise FrameError(f"depth_scale: expected > 0, got {self.depth_scale}")

    @property
    def depth_m(self) -> npt.NDArray[np.float32]:
        """(H, W) float32 metres; a copy where the source is uint16."""
        return np.asarray(self.depth * np.float32(self.depth_scale), np.float32)

    @property
    def position_m(self) -> npt.NDArray[np.float64]:
        """(3,) camera centre in the world."""
        return self.T_world_camera[:3, 3]

    def _settle(self, name: str, dtype: npt.DTypeLike, shape: tuple[int, ...]) -> None:
        array = np.ascontiguousarray(getattr(self, name), dtype=dtype)
        if array.shape != shape:
            raise FrameError(f"{name}: expected shape {shape}, got {array.shape}")
        object.__setattr__(self, name, array)


@dataclass(frozen=True, slots=True, eq=False)
class Keyframe:
    """A frame worth the semantic stream's time, with the geometric context of its moment.

    Attributes:
        id: position among the accepted keyframes, from 0.
        frame: the observation.
        floor_id: floor under the camera, such as ``floor_1``.
        room_id: room around the camera, or None before one is known.
        ground_plane: (3,) float64 a, b, c of the floor z = a * x + b * y + c; None if unknown.
    """

    id: int
    frame: Frame
    floor_id: str
    room_id: str | None = None
    ground_plane: npt.NDArray[np.float64] | None = None


def require_rigid(T: npt.NDArray[np.float64], name: str) -> None:
    """Raise FrameError unless ``T`` (4, 4) is finite with an orthonormal right-handed rotation."""
    if not np.isfinite(T).all():
        raise FrameError(f"{name}: holds NaN or infinity")
    R = T[:3, :3]
    if np.abs(R @ R.T - np.eye(3)).max() > 1e-2 or np.linalg.det(R) < 0:
        raise FrameError(f"{name}: its rotation is not orthonormal and right-handed")
    if np.abs(T[3] - (0, 0, 0, 1)).max() > 1e-6:
        raise FrameError(f"{name}: expected last row 0 0 0 1, got {T[3].tolist()}")
