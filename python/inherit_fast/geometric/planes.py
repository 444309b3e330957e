"""Level planes in one frame, or in many: peaks of a histogram over bands of world height."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast import kernels
from inherit_fast.frame import Frame


@dataclass(frozen=True, slots=True)
class PlanesConfig:
    """What of a depth image is read, and how much makes a plane.

    Attributes:
        below_camera_m: a plane further below the camera cannot carry it.
        above_camera_m: a plane further above is not looked for.
        stride_px: every so many pixels is a sample.
        span_px: neighbours this far away give a sample's slope.
        max_slope: rise over distance that still counts as level.
        smooth_bands: width of the window that sums neighbouring bands.
        min_share: least part of all samples that makes a plane.
    """

    min_depth_m: float = 0.2
    max_depth_m: float = 6.0
    band_m: float = 0.02
    below_camera_m: float = 2.6
    above_camera_m: float = 3.0
    stride_px: int = 4
    span_px: int = 8
    max_slope: float = 0.35
    smooth_bands: int = 5
    min_share: float = 0.005


@dataclass(frozen=True, slots=True)
class Plane:
    """A level surface: its height in the world, and the samples that lie in it."""

    height_m: float
    samples: int


@dataclass(frozen=True, slots=True, eq=False)
class HeightHistogram:
    """Level samples by world height.

    Attributes:
        first: number of the first band; band n holds heights from n * band_m.
        counts: (B,) int64.
    """

    first: int
    counts: npt.NDArray[np.int64]
    band_m: float

    @classmethod
    def of(cls, frame: Frame, config: PlanesConfig) -> "HeightHistogram":
        """The histogram of one frame, from ``below_camera_m`` to ``above_camera_m``."""
        camera_m = float(frame.T_world_camera[2, 3])
        first = int(np.floor((camera_m - config.below_camera_m) / config.band_m))
        span_m = config.below_camera_m + config.above_camera_m
        counts = kernels.height_bands(
            frame.depth,
            depth_scale=frame.depth_scale,
            intrinsics=frame.intrinsics,
            T_world_camera=frame.T_world_camera,
            min_depth_m=config.min_depth_m,
            max_depth_m=config.max_depth_m,
            lowest_m=first * config.band_m,
            band_m=config.band_m,
            bands=int(np.ceil(span_m / config.band_m)),
            stride_px=config.stride_px,
            span_px=config.span_px,
            max_slope=config.max_slope,
        )
        return cls(first, counts.astype(np.int64), config.band_m)

    @classmethod
    def empty(cls, lowest_m: float, highest_m: float, band_m: float) -> "HeightHistogram":
        """No samples yet between two world heights."""
        first = int(np.floor(lowest_m / band_m))
        bands = int(np.ceil((highest_m - lowest_m) / band_m))
        return cls(first, np.zeros(bands, np.int64), band_m)

    def add(self, other: "HeightHistogram", lower_by_m: float = 0.0) -> None:
        """Add the samples of ``other``, lowered, that fall into the bands of this, in place."""
        first = other.first - round(lower_by_m / self.band_m)
        start = max(self.first, first)
        end = min(self.first + len(self.counts), first + len(other.counts))
        if start < end:
            here = slice(start - self.first, end - self.first)
            self.counts[here] += other.counts[start - first : end - first]

    def planes(self, min_samples: int, smooth_bands: int) -> list[Plane]:
        """Peaks of at least ``min_samples`` in a window of ``smooth_bands``, lowest first."""
        half = smooth_bands // 2
        padded = np.zeros(len(self.counts) + 2 * half + 1, np.int64)
        np.cumsum(self.counts, out=padded[half + 1 : half + 1 + len(self.counts)])
        padded[half + 1 + len(self.counts) :] = padded[half + len(self.counts)]
        window = padded[2 * half + 1 :] - padded[: len(self.counts)]
        peaks = window >= max(min_samples, 1)
        # A peak is the first of the largest values within the window's reach on either side.
        for step in range(1, half + 2):
            peaks[step:] &= window[step:] > window[:-step]
            peaks[:-step] &= window[:-step] >= window[step:]
        return [self._plane(int(band), half) for band in np.flatnonzero(peaks)]

    def _plane(self, band: int, half: int) -> Plane:
        first = max(band - half, 0)
        counts = self.counts[first : band + half + 1]
        samples = int(counts.sum())
        middle = first + 0.5 + float(np.arange(len(counts)) @ counts) / samples
        return Plane((self.first + middle) * self.band_m, samples)


def least_samples(frame: Frame, config: PlanesConfig) -> int:
    """How many samples make a plane in one image of this size."""
    height, width = frame.depth.shape
    per_image: int = (height // config.stride_px) * (width // config.stride_px)
    return max(8, round(config.min_share * per_image))


def lowest_strong(planes: list[Plane], share: float) -> Plane | None:
    """The lowest plane with at least ``share`` of the samples of the strongest."""
    if not planes:
        return None
    enough = share * max(plane.samples for plane in planes)
    return next(plane for plane in planes if plane.samples >= enough)
