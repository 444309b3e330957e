"""The compiled kernels, for people who keep their own mapper. One noun, one section."""

from inherit_fast._core import (
    OccupancyGrid,
    height_bands,
    box_containment,
    box_gap,
    box_iou,
    footprint_overlap,
)

__all__ = [
    "OccupancyGrid",
    "height_bands",
    "box_containment",
    "box_gap",
    "box_iou",
    "footprint_overlap",
]
