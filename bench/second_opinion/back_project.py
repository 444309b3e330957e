"""The same fused loop in Numba, without ring and gate: count, centroid and bounds of each mask."""

import numba
import numpy as np


def back_project(depth, masks, *, depth_scale, intrinsics, T_world_camera, **rules):
    """(N,) counts, (N, 3) centroids, (N, 3) lower and upper corners."""
    return _sweep(
        depth,
        masks,
        int(masks.max()),
        np.float32(depth_scale),
        intrinsics,
        T_world_camera,
        np.float32(rules["min_depth_m"]),
        np.float32(rules["max_depth_m"]),
    )


@numba.njit(cache=False)
def _sweep(depth, masks, n, scale, intrinsics, T, near, far):
    count = np.zeros(n, np.int64)
    total = np.zeros((n, 3))
    low, high = np.full((n, 3), np.inf), np.full((n, 3), -np.inf)
    fx, fy, cx, cy = intrinsics
    for row in range(depth.shape[0]):
        y = (row - cy) / fy
        for col in range(depth.shape[1]):
            i = masks[row, col] - 1
            if i < 0:
                continue
            z = np.float32(depth[row, col]) * scale
            if not (z >= near and z <= far):
                continue
            x = (col - cx) / fx
            count[i] += 1
            for k in range(3):
                at = z * (T[k, 0] * x + T[k, 1] * y + T[k, 2]) + T[k, 3]
                total[i, k] += at
                low[i, k] = min(low[i, k], at)
                high[i, k] = max(high[i, k], at)
    return count, total / np.maximum(count, 1).reshape(-1, 1), low, high
