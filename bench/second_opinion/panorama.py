"""Numba version of unwrapping a panorama, bilinear, for bytes."""

import math

import numba
import numpy as np


def unwrap_panorama(panorama, *, intrinsics, R_panorama_face, height, width, sampling):
    assert sampling == "bilinear"
    return _unwrap(panorama, intrinsics, R_panorama_face, height, width)


@numba.njit(cache=False, fastmath=True)
def _unwrap(panorama, intrinsics, rotations, height, width):
    rows, cols, channels = panorama.shape
    out = np.zeros((len(intrinsics), height, width, channels), np.uint8)
    per_rad = cols / (2 * math.pi)
    for f in range(len(intrinsics)):
        fx, fy, cx, cy = intrinsics[f]
        R = rotations[f]
        for i in range(height):
            b = (i - cy) / fy
            for j in range(width):
                a = (j - cx) / fx
                x = R[0, 0] * a + R[0, 1] * b + R[0, 2]
                y = R[1, 0] * a + R[1, 1] * b + R[1, 2]
                z = R[2, 0] * a + R[2, 1] * b + R[2, 2]
                u = (cols - 1) / 2 + math.atan2(x, z) * per_rad
                v = (rows - 1) / 2 + math.atan2(y, math.sqrt(x * x + z * z)) * per_rad
                if not -0.5 <= v < rows - 0.5:
                    continue
                c, r = math.floor(u), math.floor(v)
                s, t = u - c, v - r
                r0, r1 = max(0, int(r)), min(rows - 1, int(r) + 1)
                c0, c1 = int(c) % cols, (int(c) + 1) % cols
                for k in range(channels):
                    top = panorama[r0, c0, k] * (1 - s) + panorama[r0, c1, k] * s
                    bottom = panorama[r1, c0, k] * (1 - s) + panorama[r1, c1, k] * s
                    out[f, i, j, k] = np.uint8(top * (1 - t) + bottom * t + 0.5)
    return out
