"""The procedural house as a robot with a panoramic camera and a LiDAR sees it."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.config import HouseConfig
from inherit_fast.datasets.house.dataset import HouseDataset
from inherit_fast.datasets.house.walker import Pose, camera_pose
from inherit_fast.datasets.panorama import PanoramaShot

Rays = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RobotConfig:
    """The robot's two sensors, at one place on it.

    Attributes:
        width_px, height_px: of the panorama.
        step_m: walked from one shot to the next; where the walker stands and turns,
        wait_s: later than the one before.
        rings, columns: LiDAR beams above each other, and turns of the head.
        low_rad, high_rad: elevation of the lowest and the highest ring.
        noise_m: standard deviation of a range.
        max_m: ranges beyond give no point.
    """

    width_px: int = 1024
    height_px: int = 448
    step_m: float = 0.4
    wait_s: float = 1.0
    rings: int = 128
    columns: int = 1024
    low_rad: float = -1.1
    high_rad: float = 0.8
    noise_m: float = 0.005
    max_m: float = 30.0


class HousePanoramas:
    """The walk of ``HouseDataset`` again, with a panorama and a scan at every step.

    Attributes:
        instance_labels: label of each id in ``PanoramaShot.instances``.
    """

    def __init__(
        self, house: HouseConfig | HouseDataset | None = None, robot: RobotConfig | None = None
    ) -> None:
        self.dataset = house if isinstance(house, HouseDataset) else HouseDataset(house)
        self.robot = robot or RobotConfig()
        self.instance_labels: Mapping[int, str] = self.dataset.instance_labels

    @cached_property
    def poses(self) -> list[Pose]:
        """Level poses along the walk: ``step_m`` or ``wait_s`` apart."""
        wait = max(1, round(self.robot.wait_s * self.dataset.config.rate_hz))
        kept: list[Pose] = []
        last = 0
        for index, pose in enumerate(self.dataset.tour.poses):
            x, y, z = (float(v) for v in pose[:3, 3])
            moved = not kept or math.dist((x, y, z), kept[-1][:3, 3]) >= self.robot.step_m
            if moved or index - last >= wait:
                heading = math.atan2(pose[1, 2], pose[0, 2])
                kept.append(camera_pose((x, y, z), heading, 0.0))
                last = index
        return kept

    @cached_property
    def _rays(self) -> tuple[Rays, Rays]:
        r = self.robot
        right = ((np.arange(r.width_px) + 0.5) / r.width_px - 0.5) * math.tau
        down = ((np.arange(r.height_px) + 0.5) - r.height_px / 2) / r.width_px * math.tau
        turns = np.arange(r.columns) / r.columns * math.tau
        rings = -np.linspace(r.low_rad, r.high_rad, r.rings)
        return _sphere(right, down), _sphere(turns, rings)

    def __len__(self) -> int:
        return len(self.poses)

    def __iter__(self) -> Iterator[PanoramaShot]:
        return (self.shot(index) for index in range(len(self)))

    def shot(self, index: int) -> PanoramaShot:
        """Render one shot; it is the same whenever it is rendered."""
        pose, robot = self.poses[index], self.robot
        picture, beams = self._rays
        rgb, ids = self.dataset.draw(pose, picture)
        shape = (robot.height_px, robot.width_px)
        return PanoramaShot(
            index=index,
            time_ns=round(index * 1e9 / self.dataset.config.rate_hz),
            rgb=rgb.reshape(*shape, 3),
            scan=self._scan(pose, beams, index),
            T_world_panorama=pose,
            instances=ids.reshape(shape),
        )

    def _scan(self, pose: Pose, beams: Rays, index: int) -> npt.NDArray[np.float32]:
        ranges, _ = self.dataset.look(pose, beams)
        noise = np.random.Generator(np.random.PCG64([self.dataset.config.seed, index]))
        hit = (ranges > 0) & (ranges < self.robot.max_m)
        noisy = ranges + self.robot.noise_m * noise.standard_normal(len(ranges))
        points = (noisy[:, None] * beams)[hit] @ pose[:3, :3].T + pose[:3, 3]
        return points.astype(np.float32)


def _sphere(right: Rays, down: Rays) -> Rays:
    """(len(down) * len(right), 3) unit directions, row by row."""
    down = down[:, None]
    level = np.cos(down)
    x, y, z = np.broadcast_arrays(level * np.sin(right), np.sin(down), level * np.cos(right))
    return np.ascontiguousarray(np.stack([x, y, z], axis=-1).reshape(-1, 3))
