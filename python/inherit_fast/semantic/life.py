"""Tentative, confirmed, absent: what a keyframe says about the nodes that it did not match."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.graph import ObjectNode, SceneGraph


@dataclass(frozen=True, slots=True)
class LifeConfig:
    """When a node counts as real, and when as gone.

    Attributes:
        confirm_after: keyframes that must have seen it.
        min_label_share: share of all votes that its label must have; below it nobody can say
            what the thing is, as where a mask took in half a room.
        absent_after: keyframes in a row whose clear rays went through its place.
        max_range_m: farther nodes are not expected to be seen.
        margin_m, margin_share: how far behind the node a ray must end to count as clear:
            ``margin_m + margin_share * distance``.
        min_rays: sampled points that must fall into the image.
        clear_share: share of the rays that must be clear.
        samples: points of a node that are tested.
    """

    confirm_after: int = 2
    min_label_share: float = 0.55
    absent_after: int = 5
    max_range_m: float = 4.0
    margin_m: float = 0.15
    margin_share: float = 0.03
    min_rays: int = 8
    clear_share: float = 0.7
    samples: int = 32


class Life:
    """Stage of the semantic stream: keeps each node's state (opening choice "node life")."""

    def __init__(self, config: LifeConfig) -> None:
        self._config = config

    def seen(self, node: ObjectNode, time_ns: int) -> None:
        """``node`` was observed: it is not missed, and real once seen often enough."""
        node.seen += 1
        node.missed = 0
        node.last_seen_ns = time_ns
        self.settle(node)

    def settle(self, node: ObjectNode) -> None:
        """Confirmed or tentative, by what is known of a node that is there."""
        node.state = "confirmed" if self._is_sure(node) else "tentative"

    def _is_sure(self, node: ObjectNode) -> bool:
        votes = node.label_votes
        share = votes.get(node.label, 0.0) / (sum(votes.values()) or 1.0)
        enough = node.seen >= self._config.confirm_after
        return enough and (not votes or share >= self._config.min_label_share)

    def missed(self, graph: SceneGraph, frame: Frame, observed: Iterable[str]) -> set[str]:
        """Count a miss for each node whose place the camera looked through.

        Returns:
            ids of the nodes that changed.
        """
        skip = set(observed)
        changed = set()
        for node in self._near(graph, frame, skip):
            if not self._looked_through(node, frame):
                continue
            node.missed += 1
            changed.add(node.id)
            if node.missed >= self._config.absent_after:
                node.state = "absent"
        return changed

    def _near(self, graph: SceneGraph, frame: Frame, skip: set[str]) -> list[ObjectNode]:
        nodes = [n for n in graph.objects.values() if n.id not in skip and n.state != "absent"]
        if not nodes:
            return []
        centers = np.array([n.centroid_m for n in nodes])
        ahead = (centers - frame.position_m) @ frame.T_world_camera[:3, 2]
        near = (ahead > 0) & (ahead < self._config.max_range_m)
        return [nodes[i] for i in np.flatnonzero(near)]

    def _looked_through(self, node: ObjectNode, frame: Frame) -> bool:
        config = self._config
        points = node.points_m[:: max(1, len(node.points_m) // config.samples)]
        expected_m, measured_m = _depths_along(points, frame)
        if len(expected_m) < config.min_rays:
            return False
        clear = measured_m > expected_m + config.margin_m + config.margin_share * expected_m
        return bool(clear.mean() >= config.clear_share)


def _depths_along(
    points_m: npt.NDArray[np.float32], frame: Frame
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Depth of each point, and the measured depth at its pixel, where both exist."""
    R, t = frame.T_world_camera[:3, :3], frame.T_world_camera[:3, 3]
    camera = (points_m - t) @ R
    camera = camera[camera[:, 2] > 0.1]
    fx, fy, cx, cy = frame.intrinsics
    col = np.rint(camera[:, 0] / camera[:, 2] * fx + cx).astype(np.int64)
    row = np.rint(camera[:, 1] / camera[:, 2] * fy + cy).astype(np.int64)
    height, width = frame.depth.shape
    inside = (row >= 0) & (row < height) & (col >= 0) & (col < width)
    measured = frame.depth[row[inside], col[inside]] * frame.depth_scale
    valid = np.isfinite(measured) & (measured > 0)
    return camera[inside, 2][valid], measured[valid].astype(np.float64)
