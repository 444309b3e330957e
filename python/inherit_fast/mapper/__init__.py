"""Frames in, scene graph out."""

from inherit_fast.mapper.mapper import Mapper
from inherit_fast.mapper.stats import MapStats

__all__ = ["MapStats", "Mapper"]
