"""The tilt of a floor: scans and gravity are off by a degree, which is decimetres over a storey."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame


@dataclass(frozen=True, slots=True)
class GroundFitConfig:
    """How the floor's plane z = a * x + b * y + c is fitted.

    Attributes:
        stride_px: every so many pixels is a sample.
        within_m: samples this near to the height that the frame itself shows are of the floor.
        max_depth_m: samples further from the camera are left out.
        spread_m: a floor seen over less than this keeps little of its tilt.
        max_slope: steeper fits are cut back to this.
    """

    stride_px: int = 16
    within_m: float = 0.06
    min_depth_m: float = 0.2
    max_depth_m: float = 5.0
    spread_m: float = 1.0
    max_slope: float = 0.05


class GroundFit:
    """Least squares over the floor samples of many frames, in constant memory."""

    def __init__(self, config: GroundFitConfig) -> None:
        self._config = config
        # Sums of (x, y, z, 1) outer (x, y, z, 1).
        self.moments = np.zeros((4, 4))
        self._plane: npt.NDArray[np.float64] | None = None

    def add(self, frame: Frame, ground_m: float) -> None:
        """Count in the samples of ``frame`` near world height ``ground_m``."""
        config = self._config
        stride = config.stride_px
        z = frame.depth[::stride, ::stride] * np.float64(frame.depth_scale)
        row, col = np.nonzero((z >= config.min_depth_m) & (z <= config.max_depth_m))
        z = z[row, col]
        fx, fy, cx, cy = frame.intrinsics
        camera = np.stack([(col * stride - cx) / fx * z, (row * stride - cy) / fy * z, z])
        world = frame.T_world_camera[:3, :3] @ camera + frame.T_world_camera[:3, 3:]
        world = world[:, np.abs(world[2] - ground_m) <= config.within_m]
        samples = np.concatenate([world, np.ones((1, world.shape[1]))])
        self.moments += samples @ samples.T
        self._plane = None

    def clear(self) -> None:
        """Forget all samples."""
        self.moments[:] = 0.0
        self._plane = None

    @property
    def mean_height_m(self) -> float | None:
        """Mean height of the samples; None before there are any."""
        count = self.moments[3, 3]
        return float(self.moments[2, 3] / count) if count else None

    @property
    def plane(self) -> npt.NDArray[np.float64] | None:
        """(3,) a, b, c of z = a * x + b * y + c; None before there are samples."""
        if self._plane is None and self.moments[3, 3] >= 1:
            self._plane = self._solve()
        return self._plane

    def _solve(self) -> npt.NDArray[np.float64]:
        mean = self.moments[:3, 3] / self.moments[3, 3]
        covariance = self.moments[:3, :3] / self.moments[3, 3] - mean[:, None] * mean
        prior = (0.5 * self._config.spread_m) ** 2
        xx, yy, xy = covariance[0, 0] + prior, covariance[1, 1] + prior, covariance[0, 1]
        xz, yz = covariance[0, 2], covariance[1, 2]
        slope = np.array([yy * xz - xy * yz, xx * yz - xy * xz]) / (xx * yy - xy * xy)
        steep = float(np.hypot(*slope))
        if steep > self._config.max_slope:
            slope *= self._config.max_slope / steep
        return np.array([slope[0], slope[1], mean[2] - slope @ mean[:2]])
