"""Points of a node: merged in voxels, each with how often and when it was last seen."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode
from inherit_fast.kernels import merge_voxel_points


class NodePoints(NamedTuple):
    """(N, 3) float32 points in the world, (N,) int32 sightings, (N,) int64 latest times."""

    points_m: npt.NDArray[np.float32]
    seen: npt.NDArray[np.int32]
    times_ns: npt.NDArray[np.int64]

    @classmethod
    def of(cls, node: ObjectNode) -> "NodePoints":
        """What ``node`` holds; points whose times are not known are as old as can be."""
        times = node.points_ns
        if len(times) != len(node.points_m):
            times = np.zeros(len(node.points_m), np.int64)
        return cls(node.points_m, node.points_seen, times)

    @classmethod
    def fresh(cls, points_m: npt.NDArray[np.float32], time_ns: int) -> "NodePoints":
        """What one observation saw."""
        count = len(points_m)
        return cls(points_m, np.ones(count, np.int32), np.full(count, time_ns, np.int64))

    def only(self, rows: npt.NDArray[np.bool_]) -> "NodePoints":
        """The points of these rows."""
        return NodePoints(self.points_m[rows], self.seen[rows], self.times_ns[rows])

    def give(self, node: ObjectNode) -> None:
        """Make them the points of ``node``; its box does not follow by itself."""
        node.points_m, node.points_seen, node.points_ns = self


def merge_points(
    first: NodePoints, second: NodePoints, *, voxel_m: float, max_points: int
) -> tuple[NodePoints, int]:
    """Both in one, one point a voxel; and how many voxels the cap left out."""
    points = np.concatenate([first.points_m, second.points_m])
    times = np.concatenate([first.times_ns, second.times_ns])
    merged, counts, dropped = merge_voxel_points(
        points,
        np.concatenate([first.seen, second.seen]),
        voxel_m=voxel_m,
        max_points=max_points,
    )
    return NodePoints(merged, counts, _latest(points, times, merged, voxel_m)), dropped


def _latest(
    points: npt.NDArray[np.float32],
    times: npt.NDArray[np.int64],
    merged: npt.NDArray[np.float32],
    voxel_m: float,
) -> npt.NDArray[np.int64]:
    """Latest time of what was merged into each; a mean on its voxel's very border takes any."""
    if not len(merged):
        return np.zeros(0, np.int64)
    voxels, index = np.unique(_keys(points, voxel_m), return_inverse=True)
    latest = np.full(len(voxels), np.iinfo(np.int64).min)
    np.maximum.at(latest, index, times)
    place = np.searchsorted(voxels, _keys(merged, voxel_m))
    found: npt.NDArray[np.int64] = latest[np.minimum(place, len(voxels) - 1)]
    return found


def _keys(points_m: npt.NDArray[np.float32], voxel_m: float) -> npt.NDArray[np.int64]:
    cells = np.floor(points_m * (np.float32(1) / np.float32(voxel_m))).astype(np.int64) + (1 << 20)
    return np.asarray((cells[:, 0] << 42) | (cells[:, 1] << 21) | cells[:, 2])
