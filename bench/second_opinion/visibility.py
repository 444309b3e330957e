"""Numba version of the visibility kernel."""

import math

import numba
import numpy as np


def visible_cells(blocked, labels, **view):
    return _cast(
        blocked,
        labels,
        view["column"],
        view["row"],
        view["heading_rad"],
        view["fov_rad"],
        view["range_cells"],
        view["label_count"],
    )


@numba.njit(cache=False)
def _axis(start, direction):
    cell = math.floor(start)
    if direction == 0.0:
        return cell, 1, math.inf, math.inf
    delta = 1.0 / abs(direction)
    if direction > 0.0:
        return cell, 1, (math.floor(start) + 1.0 - start) * delta, delta
    return cell, -1, (start - math.floor(start)) * delta, delta


@numba.njit(cache=False)
def _cast(blocked, labels, column, row, heading, fov, reach, label_count):
    height, width = labels.shape
    counted = np.zeros((height, width), np.uint8)
    counts = np.zeros(label_count, np.uint32)
    rays = math.ceil(2.0 * fov * reach) + 1
    for ray in range(rays):
        angle = heading + (ray / (rays - 1) - 0.5) * fov
        c, step_c, next_c, delta_c = _axis(column, math.cos(angle))
        r, step_r, next_r, delta_r = _axis(row, math.sin(angle))
        first = True
        while True:
            if 0 <= r < height and 0 <= c < width:
                label = labels[r, c]
                if counted[r, c] == 0:
                    counted[r, c] = 1
                    if 0 <= label < label_count:
                        counts[label] += 1
                if not first and blocked[r, c] != 0:
                    break
            first = False
            if next_c <= next_r:
                if next_c > reach:
                    break
                c += step_c
                next_c += delta_c
            else:
                if next_r > reach:
                    break
                r += step_r
                next_r += delta_r
    return counts
