"""What viewpoints cover: which part of space, and their pictures; memory is bounded."""

from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.kernels import VoxelCoverage
from inherit_fast.scene.types import ViewpointNode
from inherit_fast.scene.viewpoints import ViewpointConfig


class Coverage:
    """The union of what the viewpoints saw, parted by who saw it first.

    Attributes:
        panoramas: picture of each viewpoint by its ``tick_id``, as given; the oldest are let go.
        runs: by ``tick_id`` the first and last index of the voxels that the viewpoint added.
    """

    def __init__(self, config: ViewpointConfig) -> None:
        self.panoramas: dict[int, Any] = {}
        self._config = config
        self._voxels: VoxelCoverage | None = None
        self.runs: dict[int, tuple[int, int]] = {}

    def __len__(self) -> int:
        return 0 if self._voxels is None else len(self._voxels)

    @property
    def dropped(self) -> int:
        """Finds of voxels that the cap on memory left out."""
        return 0 if self._voxels is None else self._voxels.dropped

    def is_new(self, points_m: npt.NDArray[np.float32]) -> bool:
        """Whether (N, 3) points newly show more than the configured share of the union."""
        _, fresh = self._set().measure(points_m)
        return fresh > self._config.new_share * len(self)

    def keep(
        self, node: ViewpointNode, points_m: npt.NDArray[np.float32] | None, image: Any
    ) -> None:
        """Add a viewpoint's scan (only where coverage is the trigger) and its picture."""
        if points_m is not None and self._config.trigger == "coverage":
            start = len(self)
            self._set().add(points_m)
            self.runs[node.tick_id] = (start, len(self))
        if image is not None:
            self.panoramas[node.tick_id] = image
        while len(self.panoramas) > self._config.max_panoramas:
            del self.panoramas[next(iter(self.panoramas))]

    def region(self, tick_id: int) -> npt.NDArray[np.int32]:
        """(M, 3) voxels that the viewpoint was the first to see; v covers [v, v + 1) voxels."""
        start, stop = self.runs.get(tick_id, (0, 0))
        return self._set().voxels(start=start, stop=stop)

    def voxels(self) -> npt.NDArray[np.int32]:
        """(M, 3) all voxels, in order of their first coverage."""
        return self._set().voxels(start=0, stop=len(self))

    def restore(self, voxels: npt.NDArray[np.int32], runs: dict[int, tuple[int, int]]) -> None:
        """Cover exactly (M, 3) voxels, in their order."""
        self._voxels, self.runs = None, runs
        middles = (voxels.astype(np.float64) + 0.5) * self._config.voxel_m
        self._set().add(np.ascontiguousarray(middles, np.float32))

    def _set(self) -> VoxelCoverage:
        if self._voxels is None:
            self._voxels = VoxelCoverage(
                voxel_m=self._config.voxel_m, max_bytes=self._config.max_bytes
            )
        return self._voxels
