"""Images of a house from a camera pose."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.bvh import Packed
from inherit_fast.datasets.house.config import HouseConfig


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """One rendered view: (H, W, 3) uint8, (H, W) float64 metres along z, (H, W) int32 ids."""

    rgb: npt.NDArray[np.uint8]
    depth_m: npt.NDArray[np.float64]
    instances: npt.NDArray[np.int32]


class Renderer:
    """Draws a packed house; the first image waits for the compiler."""

    def __init__(self, packed: Packed, config: HouseConfig) -> None:
        self._packed = packed
        self._config = config
        self._rays = pinhole_rays(config)

    def __call__(self, T_world_camera: npt.NDArray[np.float64]) -> Image:
        """Render the view of a camera with OpenCV axes."""
        count = len(self._rays)
        rgb = np.zeros((count, 3), np.uint8)
        depth, ids = self._cast(T_world_camera, self._rays, rgb)
        shape = (self._config.height_px, self._config.width_px)
        return Image(rgb.reshape(*shape, 3), depth.reshape(shape), ids.reshape(shape))

    def look(
        self, T_world_camera: npt.NDArray[np.float64], rays: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int32]]:
        """Distance in lengths of each of (N, 3) ``rays`` (0: nothing) and the instance hit."""
        return self._cast(T_world_camera, rays, np.zeros((0, 3), np.uint8))

    def draw(
        self, T_world_camera: npt.NDArray[np.float64], rays: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
        """Colour (N, 3) and instance that each of (N, 3) ``rays`` hits."""
        rgb = np.zeros((len(rays), 3), np.uint8)
        return rgb, self._cast(T_world_camera, rays, rgb)[1]

    def _cast(
        self,
        T_world_camera: npt.NDArray[np.float64],
        rays: npt.NDArray[np.float64],
        rgb: npt.NDArray[np.uint8],
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int32]]:
        from inherit_fast.datasets.house.cast import cast  # numba is slow to import

        t, ids = np.zeros(len(rays)), np.zeros(len(rays), np.int32)
        p = self._packed
        origin = np.ascontiguousarray(T_world_camera[:3, 3])
        R = np.ascontiguousarray(T_world_camera[:3, :3])
        scene = (p.kinds, p.shapes, p.colors, p.lights, p.bounds, p.links)
        cast(origin, R, rays, self._config.shadows, scene, t, ids, rgb)
        return t, ids


def pinhole_rays(config: HouseConfig) -> npt.NDArray[np.float64]:
    """(H x W, 3) directions with z = 1, so that lengths along them are depths."""
    fx, fy, cx, cy = intrinsics(config)
    u, v = np.meshgrid(np.arange(config.width_px), np.arange(config.height_px))
    rays = np.stack([(u - cx) / fx, (v - cy) / fy, np.ones(u.shape)], axis=-1)
    return np.ascontiguousarray(rays.reshape(-1, 3))


def intrinsics(config: HouseConfig) -> npt.NDArray[np.float64]:
    """The centred pinhole: fx, fy, cx, cy."""
    center = ((config.width_px - 1) / 2, (config.height_px - 1) / 2)
    return np.array([config.focal_px, config.focal_px, *center])
