"""Storeys from camera heights alone, for walks without depth."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class LevelsConfig:
    """What makes a height of the camera a storey.

    Attributes:
        level_change_m: storeys lie at least this far apart; landings of stairs are nearer.
        hold_s: a storey is held this long without climbing.
        hold_tolerance_m: rise or fall that still counts as not climbing.
    """

    level_change_m: float = 1.8
    hold_s: float = 1.0
    hold_tolerance_m: float = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class CameraLevels:
    """Storeys of a walk.

    Attributes:
        level: (N,) int32, storey of each pose, 0 is the lowest one visited. Poses on stairs
            belong to the nearest storey.
        heights_m: (L,) float64, typical camera height on each storey, rising.
    """

    level: npt.NDArray[np.int32]
    heights_m: npt.NDArray[np.float64]


def levels_from_camera_heights(
    heights_m: npt.NDArray[np.float64],
    times_ns: npt.NDArray[np.int64],
    config: LevelsConfig,
) -> CameraLevels:
    """Find the storeys of a whole walk.

    Args:
        heights_m: (N,) camera heights along the world's up axis, N >= 1, finite.
        times_ns: (N,) rising times.
        config: thresholds.

    Raises:
        ValueError: the arrays are empty, of different length, or hold NaN.
    """
    heights = np.asarray(heights_m, np.float64)
    times = np.asarray(times_ns, np.int64)
    if heights.ndim != 1 or heights.shape != times.shape or not heights.size:
        raise ValueError(
            f"heights_m, times_ns: expected two (N,) arrays with N >= 1,"
            f" got {heights.shape} and {times.shape}"
        )
    if not np.isfinite(heights).all():
        raise ValueError("heights_m: holds NaN or infinity")
    holds = _holds(heights, times, config) or [(float(np.median(heights)), 0)]
    levels = np.array(sorted(_strongest_apart(holds, config)))
    nearest = np.abs(heights[:, None] - levels[None, :]).argmin(axis=1)
    return CameraLevels(nearest.astype(np.int32), levels)


def _holds(
    heights: npt.NDArray[np.float64], times: npt.NDArray[np.int64], config: LevelsConfig
) -> list[tuple[float, int]]:
    """Height and duration (ns) of every stretch that stays near the height it began at."""
    holds = []
    start = 0
    for i in range(1, len(heights) + 1):
        if i < len(heights) and abs(heights[i] - heights[start]) <= config.hold_tolerance_m:
            continue
        duration_ns = int(times[i - 1] - times[start])
        if duration_ns >= config.hold_s * 1e9:
            holds.append((float(np.median(heights[start:i])), duration_ns))
        start = i
    return holds


def _strongest_apart(holds: list[tuple[float, int]], config: LevelsConfig) -> list[float]:
    """Heights held longest in all, each at least a storey away from those held longer."""
    heights = np.array([height for height, _ in holds])
    durations = np.array([duration for _, duration in holds], np.int64)
    near = np.abs(heights[:, None] - heights[None, :]) <= config.hold_tolerance_m
    total = (near * durations).sum(axis=1)
    chosen: list[float] = []
    for i in np.lexsort((heights, -total)):
        if all(abs(heights[i] - other) >= config.level_change_m for other in chosen):
            chosen.append(float(heights[i]))
    return chosen
