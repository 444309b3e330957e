"""What a depth image says along the rays to the points of nodes that it did not show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.graph import ObjectNode, SceneGraph

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SightConfig:
    """How nodes are looked at.

    Attributes:
        max_range_m: farther nodes are not expected to be seen.
        margin_m, margin_share: how far the measured depth may be from a point's own:
            ``margin_m + margin_share * distance``.
        samples: points of a node that are tested.
    """

    max_range_m: float = 4.0
    margin_m: float = 0.15
    margin_share: float = 0.03
    samples: int = 32


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """One image's look at N nodes.

    Attributes:
        nodes: those in front of the camera and in range.
        distance_m: (N,) float64, camera to centroid.
        tested: (N,) points tested.
        returned: (N,) of those, in the image and with a depth there.
        clear: (N,) of those, where the ray went on behind the point.
        agree: (N,) of those, where the depth is the point's own.
    """

    nodes: Sequence[ObjectNode]
    distance_m: npt.NDArray[np.float64]
    tested: Counts
    returned: Counts
    clear: Counts
    agree: Counts


def look(graph: SceneGraph, frame: Frame, skip: Iterable[str], config: SightConfig) -> Looks:
    """Look at all nodes but those in ``skip`` and those that are gone."""
    nodes = _ahead(graph, frame, set(skip), config.max_range_m)
    points = [n.points_m[:: max(1, len(n.points_m) // config.samples)] for n in nodes]
    owner = np.repeat(np.arange(len(nodes)), [len(p) for p in points])
    together = np.concatenate([np.zeros((0, 3), np.float32), *points])
    index, expected_m, measured_m = _depths_along(together, frame)
    margin_m = config.margin_m + config.margin_share * expected_m
    behind_m = measured_m - expected_m

    def count(owners: npt.NDArray[np.int64]) -> Counts:
        return np.bincount(owners, minlength=len(nodes))

    centroids = np.array([n.centroid_m for n in nodes]).reshape(-1, 3)
    return Looks(
        nodes=nodes,
        distance_m=np.linalg.norm(centroids - frame.position_m, axis=1),
        tested=count(owner),
        returned=count(owner[index]),
        clear=count(owner[index[behind_m > margin_m]]),
        agree=count(owner[index[np.abs(behind_m) <= margin_m]]),
    )


def _ahead(graph: SceneGraph, frame: Frame, skip: set[str], max_range_m: float) -> list[ObjectNode]:
    nodes = [n for n in graph.objects.values() if n.id not in skip and n.is_there]
    if not nodes:
        return []
    centroids = np.array([n.centroid_m for n in nodes])
    ahead_m = (centroids - frame.position_m) @ frame.T_world_camera[:3, 2]
    return [nodes[i] for i in np.flatnonzero((ahead_m > 0) & (ahead_m < max_range_m))]


def _depths_along(
    points_m: npt.NDArray[np.float32], frame: Frame
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Rows of the points that have a return at their pixel, their depth and the measured one."""
    R, t = frame.T_world_camera[:3, :3], frame.T_world_camera[:3, 3]
    camera = (points_m - t) @ R
    index = np.flatnonzero(camera[:, 2] > 0.1)
    x, y, depth_m = camera[index].T
    fx, fy, cx, cy = frame.intrinsics
    col = np.rint(x / depth_m * fx + cx).astype(np.int64)
    row = np.rint(y / depth_m * fy + cy).astype(np.int64)
    height, width = frame.depth.shape
    inside = (row >= 0) & (row < height) & (col >= 0) & (col < width)
    index, depth_m = index[inside], depth_m[inside]
    measured_m = frame.depth[row[inside], col[inside]].astype(np.float64) * frame.depth_scale
    valid = np.isfinite(measured_m) & (measured_m > 0)
    return index[valid], depth_m[valid], measured_m[valid]
