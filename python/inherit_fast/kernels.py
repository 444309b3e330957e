"""The compiled kernels, for people who keep their own mapper. One noun, one section."""

from inherit_fast._core import (
    MaskPoints,
    MaskStatistics,
    OccupancyGrid,
    back_project,
    back_project_points,
    box_containment,
    box_gap,
    box_iou,
    fit_axis_aligned_box,
    fit_oriented_box,
    footprint_overlap,
    height_bands,
    largest_cluster,
    merge_voxel_points,
    preprocess,
    register_depth,
)

__all__ = [
    "MaskPoints",
    "MaskStatistics",
    "OccupancyGrid",
    "back_project",
    "back_project_points",
    "box_containment",
    "box_gap",
    "box_iou",
    "fit_axis_aligned_box",
    "fit_oriented_box",
    "footprint_overlap",
    "height_bands",
    "largest_cluster",
    "merge_voxel_points",
    "preprocess",
    "register_depth",
]
