"""One occupancy grid a floor, and what room segmentation reads from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast import kernels
from inherit_fast.frame import Frame


@dataclass(frozen=True, slots=True)
class GridConfig:
    """How depth becomes evidence for free and occupied cells.

    Attributes:
        band_low_m, band_high_m: heights above the ground that make an obstacle.
        slice_m: height of one of the 16 slices of a cell's height mask.
        slice_frames: frames that must hit a slice before it counts as solid.
        min_points: pixels that a frame must put into a slice of a cell.
        free_below_m: a ray higher above the ground than this frees no cell.
        stride_px: every so many pixels of every so many rows are read.
        max_tiles: cap on memory, in tiles of 64 x 64 cells.
        max_reach_m: frames taken further than this from the floor's first frame are left out;
            one pose gone astray would stretch the map over all that lies between.
    """

    cell_m: float = 0.05
    min_depth_m: float = 0.2
    max_depth_m: float = 6.0
    hit_log_odds: float = 0.85
    free_log_odds: float = -0.4
    min_log_odds: float = -2.0
    max_log_odds: float = 3.5
    band_low_m: float = 0.1
    band_high_m: float = 2.2
    slice_m: float = 0.2
    slice_frames: int = 1
    min_points: int = 2
    free_below_m: float = 1.0
    stride_px: int = 2
    max_tiles: int = 1024
    max_reach_m: float = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class GridMap:
    """The seen part of one floor as arrays; row r, column c is cell (ix + c, iy + r).

    Attributes:
        origin: (2,) int32, ix and iy of the first column and row; cell (ix, iy) holds world x in
            [ix, ix + 1) * cell_m and y likewise.
        free: (H, W) bool, seen and not occupied.
        wall: (H, W) bool, occupied.
        height_bits: (H, W) uint16, bit i: the slice from i * slice_m above the ground is solid.
    """

    origin: npt.NDArray[np.int32]
    free: npt.NDArray[np.bool_]
    wall: npt.NDArray[np.bool_]
    height_bits: npt.NDArray[np.uint16]
    slice_m: float
    cell_m: float

    @property
    def wall_likeness(self) -> npt.NDArray[np.uint8]:
        """(H, W) uint8, how many of the 16 height slices are solid."""
        return np.bitwise_count(self.height_bits)


class FloorGrid:
    """The occupancy of one floor."""

    def __init__(self, config: GridConfig) -> None:
        self._config = config
        self._first_m: npt.NDArray[np.float64] | None = None
        self.strayed_frames = 0
        self._grid = kernels.OccupancyGrid(
            cell_m=config.cell_m,
            hit_log_odds=config.hit_log_odds,
            free_log_odds=config.free_log_odds,
            min_log_odds=config.min_log_odds,
            max_log_odds=config.max_log_odds,
            band_low_m=config.band_low_m,
            band_high_m=config.band_high_m,
            slice_m=config.slice_m,
            slice_frames=config.slice_frames,
            min_points=config.min_points,
            free_below_m=config.free_below_m,
            max_tiles=config.max_tiles,
        )

    def integrate(self, frame: Frame, ground_plane: npt.NDArray[np.float64]) -> int:
        """Add one frame; returns the cells it touched.

        Args:
            frame: the observation.
            ground_plane: (3,) float64 a, b, c: heights count from z = a * x + b * y + c.
        """
        if self._first_m is None:
            self._first_m = frame.position_m[:2].copy()
        if np.linalg.norm(frame.position_m[:2] - self._first_m) > self._config.max_reach_m:
            self.strayed_frames += 1
            return 0
        return self._grid.integrate(
            frame.depth,
            depth_scale=frame.depth_scale,
            intrinsics=frame.intrinsics,
            T_world_camera=frame.T_world_camera,
            floor_plane=ground_plane,
            min_depth_m=self._config.min_depth_m,
            max_depth_m=self._config.max_depth_m,
            stride=self._config.stride_px,
        )

    def map(self) -> GridMap:
        """A copy of the seen part."""
        origin, log_odds, height_bits, frames = self._grid.snapshot()
        return GridMap(
            origin=origin,
            free=(log_odds < 0) & (frames > 0),
            wall=log_odds > 0,
            height_bits=height_bits,
            slice_m=self._config.slice_m,
            cell_m=self._config.cell_m,
        )

    @property
    def bytes(self) -> int:
        """Memory of the tiles."""
        return self._grid.bytes

    @property
    def dropped_cells(self) -> int:
        """Evidence lost because ``max_tiles`` was reached."""
        return self._grid.dropped_cells

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later: JSON-able values and arrays."""
        coordinates, cells = self._grid.tiles()
        return {
            "coordinates": coordinates,
            "cells": cells,
            "first_m": self._first_m,
            "strayed_frames": self.strayed_frames,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._first_m, self.strayed_frames = state["first_m"], state["strayed_frames"]
        self._grid.restore(
            coordinates=np.ascontiguousarray(state["coordinates"], np.int32),
            cells=np.ascontiguousarray(state["cells"], np.uint16),
        )
