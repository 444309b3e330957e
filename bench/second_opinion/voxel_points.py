"""NumPy version of merge_voxel_points by sorting keys, without a cap; Numba adds the sums."""

import numba
import numpy as np


def merge_voxel_points(points, counts, *, voxel_m, max_points):
    assert max_points >= len(points)  # the cap is left to the core
    cells = np.floor(points * (np.float32(1) / np.float32(voxel_m))).astype(np.int64) + (1 << 20)
    keys = cells[:, 0] << 42 | cells[:, 1] << 21 | cells[:, 2]
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return _add(points, counts, place[inverse], len(first))


@numba.njit(cache=False)
def _add(points, counts, place, n):
    sums, total = np.zeros((n, 3)), np.zeros(n, np.int64)
    for i in range(len(points)):
        for k in range(3):
            sums[place[i], k] += counts[i] * np.float64(points[i, k])
        total[place[i]] += counts[i]
    return (sums / total.reshape(-1, 1)).astype(np.float32), total.astype(np.int32), 0
