"""The compiled kernels, for people who keep their own mapper. One noun, one section."""

from inherit_fast._core import (
    OccupancyGrid,
    box_containment,
    box_gap,
    box_iou,
    footprint_overlap,
    height_bands,
    preprocess,
    register_depth,
)

__all__ = [
    "OccupancyGrid",
    "box_containment",
    "box_gap",
    "box_iou",
    "footprint_overlap",
    "height_bands",
    "preprocess",
    "register_depth",
]
