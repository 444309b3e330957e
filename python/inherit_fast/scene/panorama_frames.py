"""Panoramas and LiDAR scans as ordinary frames, so that the whole mapper runs on them."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.dataset import BadFrame
from inherit_fast.datasets.panorama import PanoramaShot
from inherit_fast.frame import Frame
from inherit_fast.kernels import render_scan
from inherit_fast.scene.faces import Faces, FacesConfig
from inherit_fast.scene.scans import inverse

# The faces of a shot are one look: the mapper must not take them for frames that come too fast.
MAPPER_SETTINGS = ("geometric.keyframes.max_rate_hz=0.0", "geometric.keyframes.max_looks_hz=0.0")


@dataclass(frozen=True, slots=True)
class PanoramaFramesConfig:
    """How shots become frames.

    Attributes:
        faces: how a panorama is cut.
        scans: registered scans of so many latest shots make the depth.
        spacing_rad: angle between neighbouring beams; holes up to twice that are filled.
        most_px: radius of a point's disk in the depth image at most.
        merge_share: surfaces whose depths differ by less than this share are one.
        min_m, max_m: depths outside are no return.
        depth: ``float32`` metres or ``uint16`` millimetres.
    """

    faces: FacesConfig = field(default_factory=FacesConfig)
    scans: int = 4
    spacing_rad: float = 0.012
    most_px: int = 5
    merge_share: float = 0.04
    min_m: float = 0.2
    max_m: float = 12.0
    depth: Literal["float32", "uint16"] = "float32"


class Shots(Protocol):
    """Shots in time order, iterated anew for every pass."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[PanoramaShot]: ...


class PanoramaFrames:
    """A data set (see Dataset) of the faces of panoramas, depth drawn from the scans.

    A shot gives one frame a face, a nanosecond apart. Give ``MAPPER_SETTINGS`` to the mapper's
    configuration, which else counts the faces as frames that come too fast.

    Args:
        shots: in time order.
        instance_labels: label of each id in ``PanoramaShot.instances``.
        config: how they are cut.
        T_map_source: (4, 4), the shots' world to the map's.
    """

    name = "panorama"
    notes: Sequence[str] = ()

    def __init__(
        self,
        shots: Shots,
        instance_labels: Mapping[int, str] | None = None,
        config: PanoramaFramesConfig | None = None,
        T_map_source: npt.NDArray[np.float64] | None = None,
    ) -> None:
        self.instance_labels: Mapping[int, str] = dict(instance_labels or {})
        self.T_map_source = np.eye(4) if T_map_source is None else T_map_source
        self.bad_frames: list[BadFrame] = []
        self._shots = shots
        self._config = config or PanoramaFramesConfig()
        self._faces = Faces(self._config.faces)

    def __len__(self) -> int:
        return len(self._shots) * self._config.faces.count

    def __iter__(self) -> Iterator[Frame]:
        return self.frames(0)

    def frames(self, start: int) -> Iterator[Frame]:
        """Frames whose index is at least ``start``; the scans before them are still read."""
        count = self._config.faces.count
        scans: deque[npt.NDArray[np.float32]] = deque(maxlen=self._config.scans)
        for number, shot in enumerate(self._shots):
            scans.append(shot.scan)
            if (number + 1) * count > start:
                yield from self._split(shot, np.concatenate(scans), number * count, start)

    def _split(
        self, shot: PanoramaShot, points: npt.NDArray[np.float32], first: int, start: int
    ) -> Iterator[Frame]:
        rgb = self._faces.split(shot.rgb)
        ids = None if shot.instances is None else self._faces.split(shot.instances, "nearest")
        for face in range(max(0, start - first), len(rgb)):
            T = shot.T_world_panorama.copy()
            T[:3, :3] = T[:3, :3] @ self._faces.R_panorama_face[face]
            depth = self._depth(points, T)
            yield Frame(
                index=first + face,
                time_ns=shot.time_ns + face,
                rgb=rgb[face],
                depth=depth,
                depth_scale=1.0 if depth.dtype == np.float32 else 0.001,
                intrinsics=self._faces.intrinsics,
                T_world_camera=T,
                instances=None if ids is None else ids[face],
            )

    def _depth(
        self, points: npt.NDArray[np.float32], T_world_camera: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float32] | npt.NDArray[np.uint16]:
        config = self._config
        depth = render_scan(
            points,
            T_camera_world=inverse(T_world_camera),
            intrinsics=self._faces.intrinsics,
            height=config.faces.height_px,
            width=config.faces.width_px,
            min_m=config.min_m,
            max_m=config.max_m,
            spacing_rad=config.spacing_rad,
            most_px=config.most_px,
            merge_share=config.merge_share,
        )
        return depth if config.depth == "float32" else np.rint(depth * 1000.0).astype(np.uint16)
