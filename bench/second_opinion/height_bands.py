"""Numba version of the height_bands kernel."""

import numba
import numpy as np


def height_bands(depth, **values):
    k = values["intrinsics"]
    T = values["T_world_camera"]
    return _count(
        depth,
        values["depth_scale"],
        k[0],
        k[1],
        k[2],
        k[3],
        np.ascontiguousarray(T[2]),
        values["min_depth_m"],
        values["max_depth_m"],
        values["lowest_m"],
        values["band_m"],
        values["bands"],
        values["stride_px"],
        values["span_px"],
        values["max_slope"],
    )


@numba.njit(cache=False)
def _lift(row, col, z, fx, fy, cx, cy, up):
    x, y = (col - cx) / fx * z, (row - cy) / fy * z
    return x, y, up[0] * x + up[1] * y + up[2] * z


@numba.njit(cache=False)
def _count(depth, scale, fx, fy, cx, cy, up, near, far, lowest, band, bands, stride, span, slope):
    counts = np.zeros(bands, np.uint32)
    for row in range(0, depth.shape[0] - span, stride):
        for col in range(0, depth.shape[1] - span, stride):
            z = depth[row, col] * scale
            if not (z > 0.0 and near <= z <= far):
                continue
            x, y, h = _lift(row, col, z, fx, fy, cx, cy, up)
            at = (h + up[3] - lowest) / band
            if not (0.0 <= at < bands):
                continue
            level = True
            for side in range(2):
                r, c = (row, col + span) if side == 0 else (row + span, col)
                z2 = depth[r, c] * scale
                if not (z2 > 0.0 and near <= z2 <= far):
                    level = False
                    break
                x2, y2, h2 = _lift(r, c, z2, fx, fy, cx, cy, up)
                d2 = (x - x2) ** 2 + (y - y2) ** 2 + (z - z2) ** 2
                if (h - h2) ** 2 > slope * slope * d2:
                    level = False
                    break
            if level:
                counts[int(at)] += 1
    return counts
