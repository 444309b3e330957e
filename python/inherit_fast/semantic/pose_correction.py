"""Poses that were corrected afterwards move what was built from their frames."""

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import require_rigid
from inherit_fast.graph import ObjectNode, SceneGraph
from inherit_fast.semantic.geometry import GeometryConfig, update_box
from inherit_fast.semantic.history import note
from inherit_fast.semantic.node_points import NodePoints, merge_points


@dataclass(frozen=True, slots=True, eq=False)
class PoseCorrection:
    """Frames of ``from_ns`` to ``to_ns`` (both included) were really where ``T`` takes them.

    Attributes:
        T: (4, 4) float64, what was built to where it belongs, both in the map's world, metres.

    Raises:
        FrameError: ``T`` is not a rigid motion.
    """

    from_ns: int
    to_ns: int
    T: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        object.__setattr__(self, "T", np.ascontiguousarray(self.T, np.float64).reshape(4, 4))
        require_rigid(self.T, "T")

    def covers(self, time_ns: int) -> bool:
        """Whether a frame of that time is meant."""
        return self.from_ns <= time_ns <= self.to_ns

    def points(self, points_m: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """(N, 3) where the points belong."""
        return np.asarray(points_m @ self.T[:3, :3].T + self.T[:3, 3], np.float64)

    @property
    def turn_rad(self) -> float:
        """Turn about the upright axis."""
        return math.atan2(self.T[1, 0], self.T[0, 0])


def correct_poses(
    graph: SceneGraph, correction: PoseCorrection, config: GeometryConfig, time_ns: int
) -> set[str]:
    """Move points, views and path of the frames that ``correction`` is about.

    A point goes by the latest frame that saw it: where frames inside and outside of the window saw
    one thing, its parts go apart and the box follows what is left together.

    Returns:
        ids of the objects that moved.
    """
    moved = {node.id for node in graph.objects.values() if _move(node, correction, config, time_ns)}
    times = graph.path_ns
    if any(map(correction.covers, times)):
        graph.path_m = [
            _moved_position(at, correction)
            if i < len(times) and correction.covers(times[i])
            else at
            for i, at in enumerate(graph.path_m)
        ]
    return moved


def _moved_position(
    at: tuple[float, float, float], correction: PoseCorrection
) -> tuple[float, float, float]:
    x, y, z = correction.points(np.array([at]))[0].tolist()
    return x, y, z


def _move(
    node: ObjectNode, correction: PoseCorrection, config: GeometryConfig, time_ns: int
) -> bool:
    held = NodePoints.of(node)
    inside = (held.times_ns >= correction.from_ns) & (held.times_ns <= correction.to_ns)
    if not inside.any():
        return False
    points = held.points_m.copy()
    points[inside] = correction.points(points[inside]).astype(np.float32)
    nothing = NodePoints.fresh(np.zeros((0, 3), np.float32), 0)
    merged, _ = merge_points(
        held._replace(points_m=points),
        nothing,
        voxel_m=config.voxel_m,
        max_points=config.max_points,
    )
    merged.give(node)
    update_box(node, config)
    node.views = [
        replace(view, bearing_rad=view.bearing_rad + correction.turn_rad)
        if correction.covers(view.time_ns)
        else view
        for view in node.views
    ]
    note(node, time_ns, "corrected")
    return True
