"""Numba version of largest_cluster: cells on a dense grid, flooded with a stack."""

import numba
import numpy as np


def largest_cluster(points, weights, *, links, cell_m, min_points):
    assert len(links) == 0  # left to the core
    cells = np.floor(points * (np.float32(1) / np.float32(cell_m))).astype(np.int64)
    return _flood(cells - cells.min(axis=0) + 1, weights, min_points)


@numba.njit(cache=False)
def _flood(cells, weights, min_points):
    shape = (cells[:, 0].max() + 2, cells[:, 1].max() + 2, cells[:, 2].max() + 2)
    count = np.zeros(shape, np.int64)
    weight = np.zeros(shape, np.int64)
    for i in range(len(cells)):
        x, y, z = cells[i]
        count[x, y, z] += 1
        weight[x, y, z] += weights[i]
    label = np.zeros(shape, np.int64)
    best, best_weight, n = 0, -1, 0
    for i in range(len(cells)):
        x, y, z = cells[i]
        if label[x, y, z] == 0 and _around(count, x, y, z) >= min_points:
            n += 1
            total = _fill(count, weight, label, x, y, z, n, min_points)
            if total > best_weight:
                best, best_weight = n, total
    keep = np.zeros(len(cells), np.uint8)
    for i in range(len(cells)):
        x, y, z = cells[i]
        if best > 0 and (label[x - 1 : x + 2, y - 1 : y + 2, z - 1 : z + 2] == best).any():
            keep[i] = 1
    return keep


@numba.njit(cache=False)
def _around(count, x, y, z):
    return count[x - 1 : x + 2, y - 1 : y + 2, z - 1 : z + 2].sum()


@numba.njit(cache=False)
def _fill(count, weight, label, x, y, z, n, min_points):
    label[x, y, z] = n
    stack, total = [(x, y, z)], 0
    while len(stack) > 0:
        x, y, z = stack.pop()
        total += weight[x, y, z]
        for a in range(x - 1, x + 2):
            for b in range(y - 1, y + 2):
                for c in range(z - 1, z + 2):
                    fresh = count[a, b, c] > 0 and label[a, b, c] == 0
                    if fresh and _around(count, a, b, c) >= min_points:
                        label[a, b, c] = n
                        stack.append((a, b, c))
    return total
