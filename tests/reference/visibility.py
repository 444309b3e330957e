"""Slow twin of the visibility kernel: all rays walk in step, in NumPy."""

import numpy as np


def visible_cells(blocked, labels, *, column, row, heading_rad, fov_rad, range_cells, label_count):
    rays = int(np.ceil(2.0 * fov_rad * range_cells)) + 1
    angle = heading_rad + (np.arange(rays) / (rays - 1) - 0.5) * fov_rad
    start = np.array([[column], [row]])
    direction = np.stack([np.cos(angle), np.sin(angle)])
    cell = np.repeat(np.floor(start).astype(np.int64), rays, axis=1)
    step = np.where(direction > 0, 1, -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        delta = 1.0 / np.abs(direction)
        to_border = np.where(direction > 0, np.floor(start) + 1.0 - start, start - np.floor(start))
        following = np.where(direction == 0, np.inf, to_border * delta)
    seen = np.zeros(labels.shape, bool)
    alive = np.ones(rays, bool)
    first = True
    while alive.any():
        inside = alive & (cell[0] >= 0) & (cell[0] < labels.shape[1])
        inside &= (cell[1] >= 0) & (cell[1] < labels.shape[0])
        at = cell[1][inside], cell[0][inside]
        seen[at] = True
        if not first:
            alive[np.flatnonzero(inside)[blocked[at] != 0]] = False
        first = False
        axis = np.where(following[0] <= following[1], 0, 1)
        pick = axis, np.arange(rays)
        alive &= following[pick] <= range_cells
        cell[pick] += step[pick]
        following[pick] += delta[pick]
    counted = labels[seen]
    counted = counted[(counted >= 0) & (counted < label_count)]
    return np.bincount(counted, minlength=label_count).astype(np.uint32)
