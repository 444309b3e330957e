"""A registered scan of 50,000 points, as a spinning LiDAR sees a furnished room."""

import numpy as np


def room_scan(at=(0.0, 0.0, 1.0), count=50_000, seed=0):
    """(count, 3) float32: walls of a hall of 10 x 8 x 3 m, and boxes on its floor."""
    rng = np.random.default_rng(seed)
    azimuth = rng.uniform(-np.pi, np.pi, count)
    elevation = rng.uniform(-0.5, 0.4, count)
    across = np.cos(elevation)
    ray = np.stack([across * np.cos(azimuth), across * np.sin(azimuth), np.sin(elevation)], axis=1)
    start = np.asarray(at)
    low, high = np.array([-5.0, -4.0, 0.0]), np.array([5.0, 4.0, 3.0])
    with np.errstate(divide="ignore"):
        reach = np.where(ray > 0, (high - start) / ray, (low - start) / ray).min(axis=1)
    for x, y, size in ((2.0, 1.0, 0.5), (-3.0, -2.0, 0.8), (0.5, -3.0, 0.4), (-1.5, 2.5, 0.6)):
        near, far = box_hits(start, ray, np.array([x, y, 0.0]), np.array([size, size, 1.6 * size]))
        hit = (near <= far) & (near > 0) & (near < reach)
        reach = np.where(hit, near, reach)
    noise = rng.normal(0.0, 0.01, count)
    return np.ascontiguousarray(start + (reach + noise)[:, None] * ray, np.float32)


def box_hits(start, ray, corner, size):
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (corner - start) / ray, (corner + size - start) / ray
    return np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)
