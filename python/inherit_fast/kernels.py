"""The compiled kernels, for people who keep their own mapper. One noun, one section."""

from inherit_fast._core import OccupancyGrid

__all__: list[str] = [
    "OccupancyGrid",
]
