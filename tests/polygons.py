"""Masks of polygons, for comparing found rooms with true ones."""

import numpy as np


def mask_of(polygon_m, origin, shape, cell_m):
    """(H, W) bool: cells whose middle lies in the polygon (even-odd rule)."""
    row, col = np.indices(shape)
    x = (col + origin[0] + 0.5) * cell_m
    y = (row + origin[1] + 0.5) * cell_m
    inside = np.zeros(shape, bool)
    corners = np.asarray(polygon_m, np.float64)
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y0 == y1:
            continue
        crosses = (y >= min(y0, y1)) & (y < max(y0, y1))
        inside ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return inside


def best_iou(floor_map, polygon_m, *, mapped_only=False):
    """IoU of the polygon with the room that covers most of it; 0 if none does."""
    grid, labels = floor_map.grid, floor_map.labels
    true = mask_of(polygon_m, grid.origin, labels.shape, grid.cell_m)
    if mapped_only:
        true &= labels > 0
    counts = np.bincount(labels[true], minlength=1)
    counts[0] = 0
    if not counts.any():
        return 0.0
    found = labels == counts.argmax()
    return float((true & found).sum() / (true | found).sum())
