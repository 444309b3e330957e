"""The house as a source of frames."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.dataset import BadFrame
from inherit_fast.datasets.house.build import House, build_house
from inherit_fast.datasets.house.config import HouseConfig, parse_house_config
from inherit_fast.datasets.house.render import Image, Renderer, intrinsics
from inherit_fast.datasets.house.tour import Tour, plan_tour
from inherit_fast.frame import Frame


class HouseDataset:
    """A walk through a procedural house; frames are rendered as they are asked for.

    Attributes:
        house: the truth about what the frames show.
        instance_labels: label of each id in ``Frame.instances``; walls, floors and ceilings are 0.
    """

    name = "house"
    notes: Sequence[str] = ()

    def __init__(self, config: HouseConfig | None = None) -> None:
        self.config = config or HouseConfig()
        self.house: House = build_house(self.config)
        self.T_map_source: npt.NDArray[np.float64] = np.eye(4)
        self.instance_labels: Mapping[int, str] = {o.id: o.label for o in self.house.objects}
        self.bad_frames: list[BadFrame] = []

    @cached_property
    def tour(self) -> Tour:
        """The camera's poses; planned at first use."""
        return plan_tour(self.house, self._renderer)

    @cached_property
    def _renderer(self) -> Renderer:
        return Renderer(self.house.packed, self.config)

    def __len__(self) -> int:
        return len(self.tour.poses)

    def __iter__(self) -> Iterator[Frame]:
        return self.frames(0)

    def frames(self, start: int) -> Iterator[Frame]:
        """Frames from ``start`` on; each is the same whenever it is rendered."""
        for index in range(start, len(self)):
            yield self.frame(index)

    def frame(self, index: int) -> Frame:
        """Render one frame."""
        pose = self.tour.poses[index]
        image = self._renderer(pose)
        depth = self._depth(image, index)
        return Frame(
            index=index,
            time_ns=round(index * 1e9 / self.config.rate_hz),
            rgb=image.rgb,
            depth=depth,
            depth_scale=1.0 if self.config.float_depth else 0.001,
            intrinsics=intrinsics(self.config),
            T_world_camera=pose,
            instances=image.instances,
        )

    def look(
        self, T_world_camera: npt.NDArray[np.float64], rays: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int32]]:
        """Lengths along (N, 3) rays of the camera to what they hit, and its id; 0: nothing."""
        return self._renderer.look(T_world_camera, rays)

    def draw(
        self, T_world_camera: npt.NDArray[np.float64], rays: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
        """Colours (N, 3) and ids (N,) that (N, 3) rays of the camera meet."""
        return self._renderer.draw(T_world_camera, rays)

    def _depth(self, image: Image, index: int) -> npt.NDArray[np.uint16] | npt.NDArray[np.float32]:
        depth = image.depth_m
        if self.config.depth_noise:
            # A generator a frame: a frame does not depend on those before it.
            noise = np.random.Generator(np.random.PCG64([self.config.seed, index]))
            sigma = 0.0012 + 0.0019 * (depth - 0.4) ** 2  # metres, as measured for the Kinect
            noisy = depth + sigma * noise.standard_normal(depth.shape)
            depth = np.where(depth > 0, np.maximum(noisy, 0.0), 0.0)
        if self.config.float_depth:
            return depth.astype(np.float32)
        return np.minimum(np.rint(depth * 1000.0), 65535).astype(np.uint16)


def open_house(source: str) -> HouseDataset:
    """The house that ``house`` or ``house:seed=3,clutter=0.5`` names."""
    return HouseDataset(parse_house_config(source.partition(":")[2]))
