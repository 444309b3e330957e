"""Up from the scene itself: the direction in which floors, tables and shelves face.

No random sampling: cameras are held upright, which gives up to within some tens of degrees; the
mean of the visible surface normals in a cone around it, narrowed step by step, does the rest.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.up_axis import UpAxis
from inherit_fast.errors import DatasetError
from inherit_fast.frame import Frame

Points = npt.NDArray[np.float64]

_STRIDE_PX = 6  # spacing of the normals; also half the base of each
_MAX_BEND = 0.02  # of the inverse depth, which is linear on any plane; more is an edge
_CONES_DEG = (45.0, 45.0, 25.0, 12.0, 6.0, 6.0, 6.0)
_MIN_SHARE = 0.02  # of all normals inside the last cone
_NEAR_AXIS_DEG = 1.0


_AGREES_DEG = 5.0


def corrected_up(given: UpAxis, frames: Iterable[Frame]) -> UpAxis:
    """A measured gravity, turned onto the level surfaces where these are near enough to it.

    Args:
        given: the measured direction.
        frames: in a world that ``given`` turned upright.

    Returns:
        the corrected direction in the source's world; ``given`` itself where no floor is seen or
        the floor is more than five degrees off.
    """
    try:
        seen = estimate_up(frames, snap=False)
    except DatasetError:
        return given
    angle_deg = float(np.degrees(np.arccos(min(1.0, seen.up[2]))))
    if angle_deg > _AGREES_DEG:
        return given
    up = given.T_map_source[:3, :3].T @ seen.up
    return UpAxis(up, f"{given.origin}, turned by {angle_deg:.1f} degrees to the {seen.origin}")


def estimate_up(frames: Iterable[Frame], *, snap: bool = True) -> UpAxis:
    """The up direction in the frames' world.

    Args:
        frames: a few dozen, spread over the source.
        snap: take a result within one degree of a world axis to be that axis: the world was
            levelled by its maker, better than a floor of sensor noise can tell.

    Raises:
        DatasetError: hardly any surface faces up.
    """
    rights, ups, clouds = [], [], [np.zeros((0, 3))]
    for frame in frames:
        R = frame.T_world_camera[:3, :3]
        rights.append(R[:, 0])
        ups.append(-R[:, 1])
        clouds.append(surface_normals(frame) @ R.T)
    normals = np.concatenate(clouds)
    up = _upright(np.array(rights), np.array(ups)) if rights else np.zeros(3)
    for cone_deg in _CONES_DEG:
        near = normals[normals @ up > np.cos(np.radians(cone_deg))]
        if len(near) < max(1.0, _MIN_SHARE * len(normals)):
            raise DatasetError(
                "no floor is seen, so up is unknown; say which axis points up with"
                " dataset.up_axis, such as +z"
            )
        up = near.sum(axis=0) / np.linalg.norm(near.sum(axis=0))
    origin = f"level surfaces, {len(near) / len(normals):.0%} of what the frames show"
    return _snapped(up, origin) if snap else UpAxis(up, origin)


def surface_normals(frame: Frame) -> Points:
    """(N, 3) unit normals in the camera's axes, turned towards the camera."""
    s = _STRIDE_PX
    z = frame.depth_m.astype(np.float64)
    z[~(np.isfinite(z) & (z > 0))] = np.nan
    rows, cols = np.meshgrid(
        np.arange(s, z.shape[0] - s, s), np.arange(s, z.shape[1] - s, s), indexing="ij"
    )
    fx, fy, cx, cy = frame.intrinsics

    def point(dr: int, dc: int) -> Points:
        r, c = rows + dr, cols + dc
        return np.stack([(c - cx) / fx, (r - cy) / fy, np.ones(r.shape)], -1) * z[r, c, None]

    left, right, above, below = point(0, -s), point(0, s), point(-s, 0), point(s, 0)
    bend = np.maximum(_bend(left, right, z[rows, cols]), _bend(above, below, z[rows, cols]))
    normals = np.cross(below - above, right - left)[bend <= _MAX_BEND]  # NaN fails
    return np.asarray(normals / np.linalg.norm(normals, axis=1)[:, None], np.float64)


def _bend(a: Points, b: Points, middle: Points) -> Points:
    return np.asarray(np.abs(middle / a[..., 2] + middle / b[..., 2] - 2.0), np.float64)


def _upright(rights: Points, ups: Points) -> Points:
    """Level cameras: up is square to every camera's x axis, and on the image's upper side."""
    mean_up = ups.mean(axis=0)
    M = rights.T @ rights / len(rights) + 0.25 * (np.eye(3) - np.outer(mean_up, mean_up))
    up = np.linalg.eigh(M)[1][:, 0]
    return np.asarray(up if up @ mean_up > 0 else -up, np.float64)


def _snapped(up: Points, origin: str) -> UpAxis:
    axis = int(np.argmax(np.abs(up)))
    angle_deg = float(np.degrees(np.arccos(min(1.0, abs(up[axis])))))
    if angle_deg > _NEAR_AXIS_DEG:
        return UpAxis(up, origin)
    exact = np.zeros(3)
    exact[axis] = np.sign(up[axis])
    return UpAxis(exact, f"{origin}, {angle_deg:.1f} degrees from this axis")
