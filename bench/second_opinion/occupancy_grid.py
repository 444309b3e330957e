"""Numba counting of a frame's points in columns: the first and larger half of the kernel's work."""

import numba
import numpy as np


def hit_cells(depth, **v):
    """Cells with obstacle returns inside the band, as a sorted (N, 2) array of ix, iy."""
    k, T, rules = v["intrinsics"], v["T_world_camera"], v["rules"]
    side = 2 * int(np.ceil(2.0 * v["max_depth_m"] / rules["cell_m"])) + 1
    origin = np.floor(T[:2, 3] / rules["cell_m"]).astype(np.int64) - side // 2
    limits = np.array([v["min_depth_m"], v["max_depth_m"], rules["band_low_m"]], np.float32)
    solid = int(np.ceil(rules["band_high_m"] / rules["slice_m"] - 0.5))
    found = _count(
        depth,
        np.float32(v["depth_scale"]),
        k,
        T,
        rules["cell_m"],
        np.float32(1 / rules["slice_m"]),
        solid,
        v["stride"],
        limits,
        origin,
        side,
    )
    return np.argwhere(found)[:, ::-1] + origin


@numba.njit(cache=False)
def _count(depth, scale, k, T, cell_m, per_slice, solid, stride, limits, origin, side):
    once = np.zeros((side, side), np.uint32)
    twice = np.zeros((side, side), np.uint32)
    for row in range(0, depth.shape[0], stride):
        b = (row - k[3]) / k[1]
        for col in range(0, depth.shape[1], stride):
            d = np.float32(depth[row, col]) * scale
            if not (d >= limits[0] and d <= limits[1]):
                continue
            a = (col - k[2]) / k[0]
            z = d * np.float32(T[2, 0] * a + T[2, 1] * b + T[2, 2]) + np.float32(T[2, 3])
            if z < limits[2] or z * per_slice >= solid:
                continue
            x = d * (T[0, 0] * a + T[0, 1] * b + T[0, 2]) + T[0, 3]
            y = d * (T[1, 0] * a + T[1, 1] * b + T[1, 2]) + T[1, 3]
            ix = int(np.floor(x / cell_m)) - origin[0]
            iy = int(np.floor(y / cell_m)) - origin[1]
            bit = np.uint32(1) << np.uint32(z * per_slice)
            twice[iy, ix] |= once[iy, ix] & bit
            once[iy, ix] |= bit
    return twice
