"""What a node knows about its place: points, centroid and box from all observations."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box, ObjectNode
from inherit_fast.kernels import fit_oriented_box, largest_cluster, merge_voxel_points
from inherit_fast.semantic.lift import Lifted
from inherit_fast.semantic.node_points import NodePoints, merge_points


@dataclass(frozen=True, slots=True)
class GeometryConfig:
    """How observations add up to a node's geometry.

    Attributes:
        voxel_m: points of a node are merged in voxels of this side.
        max_points: most points that a node keeps.
        cluster_cell_m: points in touching cells of this side belong together; what lies apart
            from the largest cluster stays stored and out of the box.
        cluster_min_points: points that a cell and its neighbours must hold to be dense.
        steady_after: observations from which on a point must have been seen twice to count, so that
            one mask that leaked moves neither centroid nor box;
        steady_share: unless fewer than this share of the points were.
        trim_share: share of all sightings of points that may lie beyond each face of the box.
        turn_gain: a turned box must have a footprint below this share of a less turned one.
    """

    voxel_m: float = 0.025
    max_points: int = 4096
    cluster_cell_m: float = 0.25
    cluster_min_points: int = 3
    steady_after: int = 4
    steady_share: float = 0.3
    trim_share: float = 0.005
    turn_gain: float = 0.97


_NO_LINKS = np.zeros((0, 2), np.int32)


def merge_observation(
    node: ObjectNode,
    lifted: Lifted,
    config: GeometryConfig,
    counts: Counter[str] | None = None,
    time_ns: int = 0,
) -> None:
    """Add one observation to ``node``: its points, then its centroid and box.

    A point counts as often as it was seen, so that what one observation alone claims, such as a
    mask that leaked, moves neither. ``counts`` grows by ``points capped``.
    """
    # One a voxel, so that one observation counts once, whatever its own voxels.
    new, _, dropped_new = merge_voxel_points(
        lifted.points_m,
        np.ones(len(lifted.points_m), np.int32),
        voxel_m=config.voxel_m,
        max_points=config.max_points,
    )
    merged, dropped = merge_points(
        NodePoints.of(node),
        NodePoints.fresh(new, time_ns),
        voxel_m=config.voxel_m,
        max_points=config.max_points,
    )
    merged.give(node)
    if counts is not None:
        counts["points capped"] += dropped_new + dropped
    update_box(node, config)


def update_box(node: ObjectNode, config: GeometryConfig) -> None:
    """Centroid and box from the node's points as they are."""
    points, seen = _steady(node, config)
    keep = largest_cluster(
        points,
        seen,
        links=_NO_LINKS,
        cell_m=config.cluster_cell_m,
        min_points=config.cluster_min_points,
    ).astype(bool)
    if not keep.any():
        keep[:] = True
    points, seen = points[keep], seen[keep]
    node.centroid_m = np.average(points.astype(np.float64), axis=0, weights=seen)
    node.box = Box(
        *fit_oriented_box(points, seen, trim_share=config.trim_share, turn_gain=config.turn_gain)
    )


def _steady(
    node: ObjectNode, config: GeometryConfig
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]:
    """The points that count, and how often each was seen."""
    twice = node.points_seen >= 2
    if node.seen < config.steady_after or twice.mean() < config.steady_share:
        return node.points_m, node.points_seen
    return node.points_m[twice], node.points_seen[twice]
