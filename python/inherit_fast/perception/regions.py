"""Class-agnostic regions: what stands on or hangs at the planes of a depth image."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from inherit_fast import kernels
from inherit_fast.frame import Frame
from inherit_fast.perception.depth_segmenter import DepthSegmenterConfig, plane_settings
from inherit_fast.perception.region_pieces import (
    Links,
    Mask,
    connected_pieces,
    large_pieces,
    surface_links,
)


@dataclass(frozen=True, slots=True)
class RegionsConfig:
    """Which parts of a depth image are looked at as things, and which names are believed.

    Attributes:
        enabled: look for regions beside the segmenter's instances.
        max_depth_m: farther returns are not used; noise there stands off its plane.
        min_plane_m2: smaller planes are parts of things.
        min_pixels: smaller regions are dropped.
        max_image_share: larger regions are dropped, as a share of the image.
        min_size_m: the longest side of a region, at least.
        max_size_m: the longest side of a region, at most.
        min_fill: share of its box that a region fills.
        near_plane_m: a pixel beside a plane's in the image touches it within this depth.
        min_touching_px: pixels of a region that touch a plane.
        max_covered: share of a region that instances may cover.
        max_regions: of one keyframe that are looked at, largest and most compact first.
        min_probability: a name less sure is not told.
    """

    enabled: bool = False
    max_depth_m: float = 3.5
    min_plane_m2: float = 0.2
    min_pixels: int = 400
    max_image_share: float = 0.15
    min_size_m: float = 0.04
    max_size_m: float = 1.0
    min_fill: float = 0.35
    near_plane_m: float = 0.12
    min_touching_px: int = 5
    max_covered: float = 0.2
    max_regions: int = 8
    min_probability: float = 0.7


class Region(NamedTuple):
    """One part of the image.

    Attributes:
        mask: (H, W) uint8, 1 on it.
        box_px: x0, y0, x1, y1 in pixels, x1 and y1 excluded.
        sides_m: (3,) its width, height and depth as the camera sees it.
    """

    mask: npt.NDArray[np.uint8]
    box_px: tuple[int, int, int, int]
    sides_m: npt.NDArray[np.float64]


class Regions(NamedTuple):
    """Regions, largest and most compact first, and how many were dropped for which reason."""

    found: list[Region]
    dropped: Counter[str]


class _Pieces(NamedTuple):
    """Pieces off the planes that are large enough in pixels; one row a piece but for the first."""

    of_pixel: npt.NDArray[np.int32]
    pixels: npt.NDArray[np.intp]
    boxes_px: npt.NDArray[np.intp]
    sides_m: npt.NDArray[np.float64]
    touching_px: npt.NDArray[np.intp]
    covered_px: npt.NDArray[np.intp]


def find_regions(
    frame: Frame, covered: Mask, config: RegionsConfig, masks: DepthSegmenterConfig
) -> Regions:
    """Regions of ``frame`` off its planes that ``covered`` (H, W) leaves free.

    ``masks`` says what a plane and what a jump in depth is.
    """
    pieces, small = _pieces_off_planes(frame, covered, config, masks)
    left, dropped = np.ones(len(pieces.pixels), bool), Counter[str]()
    for reason, refused in _refusals(pieces, covered.shape, config).items():
        dropped[reason] = int(np.count_nonzero(left & refused))
        left &= ~refused
    dropped["too small"] += small
    chosen = np.flatnonzero(left)
    worth = (pieces.pixels * _fill(pieces))[chosen]
    ranked = chosen[np.argsort(-worth, kind="stable")]
    dropped["beyond the cap"] = max(0, len(ranked) - config.max_regions)
    found = [_region(pieces, index) for index in ranked[: config.max_regions].tolist()]
    return Regions(found, dropped)


def _refusals(
    pieces: _Pieces, shape: tuple[int, ...], config: RegionsConfig
) -> dict[str, npt.NDArray[np.bool_]]:
    """Why pieces are no things: reason -> whether it holds of each."""
    height, width = shape
    x0, y0, x1, y1 = pieces.boxes_px.T
    size_m = pieces.sides_m.max(axis=1)
    most_px = config.max_image_share * height * width
    return {
        "too large": (pieces.pixels > most_px) | (size_m > config.max_size_m),
        "too small": size_m < config.min_size_m,
        "cut by the image": (x0 == 0) | (y0 == 0) | (x1 == width) | (y1 == height),
        "ragged": _fill(pieces) < config.min_fill,
        "off the planes": pieces.touching_px < config.min_touching_px,
        "covered": pieces.covered_px > config.max_covered * pieces.pixels,
    }


def _fill(pieces: _Pieces) -> npt.NDArray[np.float64]:
    x0, y0, x1, y1 = pieces.boxes_px.T
    return np.asarray(pieces.pixels / ((x1 - x0) * (y1 - y0)))


def _region(pieces: _Pieces, index: int) -> Region:
    x0, y0, x1, y1 = pieces.boxes_px[index].tolist()
    mask = (pieces.of_pixel == index).astype(np.uint8)
    return Region(mask, (x0, y0, x1, y1), pieces.sides_m[index])


def _pieces_off_planes(
    frame: Frame, covered: Mask, config: RegionsConfig, masks: DepthSegmenterConfig
) -> tuple[_Pieces, int]:
    """The pieces, and how many more had too few pixels."""
    depth_m = frame.depth_m
    valid = (depth_m >= masks.min_depth_m) & (depth_m <= config.max_depth_m)
    depth_m[~valid] = 0  # NaN and infinity would spread through the differences
    on_plane = _plane_pixels(frame, config, masks)
    links = surface_links(depth_m, masks.jump_m, masks.jump_ratio)
    pieces = connected_pieces(valid & ~on_plane, links)
    of_pixel, count = large_pieces(pieces, config.min_pixels)
    near_links = surface_links(depth_m, config.near_plane_m, 0.0)
    pixels, boxes_px, near_far_m, mean_m = _extents(of_pixel, depth_m, count)
    across_m = (boxes_px[:, 2:] - boxes_px[:, :2]) * mean_m[:, None] / frame.intrinsics[:2]
    found = _Pieces(
        of_pixel,
        pixels,
        boxes_px,
        np.column_stack([across_m, near_far_m[1] - near_far_m[0]]),
        _touching(of_pixel, on_plane, near_links, count),
        np.bincount(of_pixel[covered & (of_pixel >= 0)], minlength=count),
    )
    return found, pieces.total - count


def _extents(
    of_pixel: npt.NDArray[np.int32], depth_m: npt.NDArray[np.float32], count: int
) -> tuple[npt.NDArray[Any], ...]:
    """Of each piece: its pixels, its box, its nearest and farthest depth, its mean depth."""
    rows, cols = np.nonzero(of_pixel >= 0)
    order = np.argsort(of_pixel[rows, cols], kind="stable")
    rows, cols = rows[order], cols[order]
    of, z = of_pixel[rows, cols], depth_m[rows, cols]
    pixels = np.bincount(of, minlength=count)
    first = np.cumsum(pixels) - pixels
    low = [np.minimum.reduceat(values, first) for values in (cols, rows, z)]
    high = [np.maximum.reduceat(values, first) for values in (cols, rows, z)]
    boxes_px = np.stack([*low[:2], high[0] + 1, high[1] + 1], axis=1)
    mean_m = np.bincount(of, z, minlength=count) / pixels
    return pixels, boxes_px, np.stack([low[2], high[2]]), mean_m


def _touching(
    of_pixel: npt.NDArray[np.int32], on_plane: Mask, links: Links, count: int
) -> npt.NDArray[np.intp]:
    """How often a pixel of each piece is linked to one on a plane."""
    out = np.zeros(count, np.intp)
    left, right = (slice(None), slice(-1)), (slice(None), slice(1, None))
    above, below = left[::-1], right[::-1]
    for first, second, linked in ((left, right, links.right), (above, below, links.down)):
        for piece, plane in ((first, second), (second, first)):
            meets = linked & on_plane[plane] & (of_pixel[piece] >= 0)
            out += np.bincount(of_pixel[piece][meets], minlength=count)
    return out


def _plane_pixels(frame: Frame, config: RegionsConfig, masks: DepthSegmenterConfig) -> Mask:
    settings = plane_settings(frame, replace(masks, min_plane_m2=config.min_plane_m2))
    labels, _ = kernels.frame_planes(frame.depth, **settings)
    return np.asarray(labels >= 0)
