"""Do frames agree with each other? Depth of one, seen from another, under a pose hypothesis."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame

Matrix = npt.NDArray[np.float64]

_STRIDE_PX = 8
_TOLERANCE = 0.04  # of the depth: relative, so that a wrong scale is not favoured
_MIN_DEPTH = 1e-3


@dataclass(frozen=True, slots=True)
class Agreement:
    """Points of one frame looked up in another.

    Attributes:
        points: all that were tried.
        in_view: those that fall on a depth of the other image.
        agree: those whose depth is what the other image says.
    """

    points: int = 0
    in_view: int = 0
    agree: int = 0

    def __add__(self, other: "Agreement") -> "Agreement":
        return Agreement(
            self.points + other.points, self.in_view + other.in_view, self.agree + other.agree
        )

    @property
    def share(self) -> float:
        """Of all points: a hypothesis that looks elsewhere gains nothing."""
        return self.agree / self.points if self.points else 0.0

    @property
    def share_in_view(self) -> float:
        """Of the points that could agree."""
        return self.agree / self.in_view if self.in_view else 0.0


def agreement(a: Frame, b: Frame, T_b_a: Matrix, depth_factor: float = 1.0) -> Agreement:
    """Points of ``a`` under the relative pose ``T_b_a``, against the depth of ``b``.

    Args:
        a: back-projected on a coarse grid.
        b: looked up at the nearest pixel.
        T_b_a: (4, 4), camera a to camera b.
        depth_factor: multiplies both depth images, to test another scale.
    """
    s = _STRIDE_PX
    z = a.depth_m[s // 2 :: s, s // 2 :: s].astype(np.float64) * depth_factor
    rows, cols = np.meshgrid(*(np.arange(n) * s + s // 2 for n in z.shape), indexing="ij")
    keep = np.isfinite(z) & (z > _MIN_DEPTH * depth_factor)
    z, rows, cols = z[keep], rows[keep], cols[keep]
    fx, fy, cx, cy = a.intrinsics
    points = np.stack([(cols - cx) * z / fx, (rows - cy) * z / fy, z])
    x, y, depth = T_b_a[:3, :3] @ points + T_b_a[:3, 3:]
    fx, fy, cx, cy = b.intrinsics
    ahead = depth > _MIN_DEPTH * depth_factor
    depth, x, y = depth[ahead], x[ahead], y[ahead]
    u, v = np.rint(fx * x / depth + cx), np.rint(fy * y / depth + cy)
    inside = (u >= 0) & (u < b.depth.shape[1]) & (v >= 0) & (v < b.depth.shape[0])
    seen = b.depth[v[inside].astype(np.intp), u[inside].astype(np.intp)].astype(np.float64)
    seen *= b.depth_scale * depth_factor
    has_depth = np.isfinite(seen) & (seen > 0)
    off = np.abs(seen[has_depth] - depth[inside][has_depth])
    agree = off <= _TOLERANCE * depth[inside][has_depth]
    return Agreement(len(z), int(has_depth.sum()), int(agree.sum()))


def total(
    frames: Sequence[Frame],
    pairs: Sequence[tuple[int, int]],
    poses: Sequence[Matrix],
    depth_factor: float = 1.0,
) -> Agreement:
    """Sum over ``pairs`` of positions in ``frames``, with the hypothesis' own ``poses``."""
    sums = Agreement()
    for i, j in pairs:
        sums += agreement(frames[i], frames[j], np.linalg.inv(poses[j]) @ poses[i], depth_factor)
    return sums
