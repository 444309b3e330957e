"""Slow twin of largest_cluster: cells on a dense grid, clusters by flooding and relabelling."""

import numpy as np
from scipy import ndimage

TOUCHING = np.ones((3, 3, 3), int)


def largest_cluster(points, weights, *, links, cell_m, min_points):
    keep = np.zeros(len(points), np.uint8)
    if len(points) == 0:
        return keep
    cells = np.floor(points * (np.float32(1) / np.float32(cell_m))).astype(np.int64)
    cells -= cells.min(0) - 1  # one empty cell around
    shape = tuple(cells.max(0) + 2)
    at = tuple(cells.T)
    count, weight = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    np.add.at(count, at, 1)
    np.add.at(weight, at, weights)
    around = ndimage.convolve(count, TOUCHING, mode="constant")
    dense = (count > 0) & (around >= min_points)
    clusters, _ = ndimage.label(dense, structure=TOUCHING)
    for i, j in links:
        a, b = clusters[tuple(cells[i])], clusters[tuple(cells[j])]
        if a > 0 and b > 0:
            clusters[clusters == max(a, b)] = min(a, b)
    labels = np.unique(clusters[clusters > 0]).tolist()
    if not labels:
        return keep
    total = {label: weight[clusters == label].sum() for label in labels}
    first = {label: np.flatnonzero(clusters[at] == label)[0] for label in labels}
    best = min(labels, key=lambda label: (-total[label], first[label]))
    reached = ndimage.binary_dilation(clusters == best, structure=TOUCHING)
    keep[reached[at]] = 1
    return keep
