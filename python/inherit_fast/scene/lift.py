"""Masks to objects through a registered LiDAR scan, in panoramas and pinhole images."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import FrameError
from inherit_fast.kernels import lift_scan, project_scan
from inherit_fast.scene.colors import mask_color
from inherit_fast.scene.faces import PanoramaMask
from inherit_fast.scene.scans import inverse, scan_points
from inherit_fast.scene.types import ImageFrame, ObjectObservation, Vector3

# Robot axes (x ahead, y left, z up) from camera axes (x right, y down, z ahead).
R_ROBOT_CAMERA = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])


@dataclass(frozen=True, slots=True)
class ScanLiftConfig:
    """Which scan points are a mask's, and which of them its thing's.

    Attributes:
        cell_px: side of a z-buffer cell.
        reach_cells: what hides a point is looked for so many cells around it.
        margin_m, margin_share: how far behind the nearest point another is still seen, in metres
            and by its own range: floors run away from the camera.
        gap_m: a larger step in range parts the thing from what is before or behind it.
        mads, slack_m: per axis, inliers lie within so many median absolute deviations of the
            median, and this much more.
        min_inliers: fewer points are no evidence.
    """

    cell_px: int = 2
    reach_cells: int = 1
    margin_m: float = 0.2
    margin_share: float = 0.02
    gap_m: float = 0.3
    mads: float = 4.0
    slack_m: float = 0.05
    min_inliers: int = 10


class ScanLifter:
    """Gives every mask that enough scan points lie under a place, a box and a colour."""

    def __init__(self, config: ScanLiftConfig | None = None) -> None:
        self._config = config or ScanLiftConfig()

    def __call__(
        self,
        image: ImageFrame,
        scan: Any,
        T_world_camera: npt.NDArray[np.float64],
        found: Sequence[PanoramaMask],
        *,
        tick: int,
    ) -> list[ObjectObservation]:
        """Observations of the masks that could be lifted, in their order.

        Args:
            image: the picture that the masks are of.
            scan: (N, 3) or wider, registered points in the map frame, metres.
            T_world_camera: (4, 4) float64, image axes (x right, y down, z ahead) to map.
            found: (H, W) masks with label and score.
            tick: when it was seen.

        Raises:
            FrameError: a mask has another size than the image, or the scan is none.
        """
        points = scan_points(scan)
        projection = self._project(points, image, T_world_camera)
        lifted = [self._lift(points, projection, image, thing, tick) for thing in found]
        return [seen for seen in lifted if seen is not None]

    def _project(
        self,
        points: npt.NDArray[np.float32],
        image: ImageFrame,
        T_world_camera: npt.NDArray[np.float64],
    ) -> dict[str, Any]:
        config = self._config
        panoramic = image.projection == "equirectangular"
        if not panoramic and image.intrinsics is None:
            raise FrameError("image: a pinhole image needs intrinsics, got None")
        pixel, range_m, visible = project_scan(
            points,
            T_camera_world=inverse(T_world_camera),
            height=image.rgb.shape[0],
            width=image.rgb.shape[1],
            intrinsics=None if panoramic else image.intrinsics,
            cell_px=config.cell_px,
            reach=config.reach_cells,
            margin_m=config.margin_m,
            margin_share=config.margin_share,
        )
        return {"pixel": pixel, "range_m": range_m, "visible": visible}

    def _lift(
        self,
        points: npt.NDArray[np.float32],
        projection: dict[str, Any],
        image: ImageFrame,
        thing: PanoramaMask,
        tick: int,
    ) -> ObjectObservation | None:
        if thing.mask.shape != image.rgb.shape[:2]:
            raise FrameError(f"mask: expected {image.rgb.shape[:2]}, got {thing.mask.shape}")
        config = self._config
        lifted = lift_scan(
            points,
            **projection,
            mask=np.ascontiguousarray(thing.mask, np.uint8),
            gap_m=config.gap_m,
            mads=config.mads,
            slack_m=config.slack_m,
            min_inliers=config.min_inliers,
        )
        if lifted is None:
            return None
        center, low, high, _ = (part.tolist() for part in lifted)
        rgb, name = mask_color(image.rgb, thing.mask)
        return ObjectObservation(
            label=thing.label,
            position=Vector3(*center),
            confidence=thing.score,
            color_rgb=rgb,
            color_name=name,
            bbox_min=Vector3(*low),
            bbox_max=Vector3(*high),
            first_tick_id=tick,
            last_tick_id=tick,
        )


def camera_pose(
    pose: Any, T_robot_camera: npt.NDArray[np.float64] | None = None
) -> npt.NDArray[np.float64]:
    """(4, 4) T_world_camera of a robot's pose (see VLMInput).

    Args:
        pose: has position and orientation; the robot's x is ahead and its z up.
        T_robot_camera: (4, 4) where the camera sits; None is at the robot's origin, looking ahead.
    """
    T_world_robot = np.eye(4)
    T_world_robot[:3, :3] = _rotation(pose.orientation)
    T_world_robot[:3, 3] = (pose.position.x, pose.position.y, pose.position.z)
    if T_robot_camera is None:
        T_robot_camera = np.eye(4)
        T_robot_camera[:3, :3] = R_ROBOT_CAMERA
    return T_world_robot @ T_robot_camera


def _rotation(orientation: Any) -> npt.NDArray[np.float64]:
    q = np.array([getattr(orientation, part) for part in "xyzw"], np.float64)
    length = float(np.linalg.norm(q))
    if not (np.isfinite(length) and length > 0.0):
        raise FrameError(f"orientation: expected a rotation, got {q.tolist()}")
    x, y, z, w = (q / length).tolist()
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
