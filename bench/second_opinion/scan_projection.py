"""Numba version of the scan projection kernel, for panoramas."""

import math

import numba
import numpy as np


def project_scan(points, *, T_camera_world, height, width, intrinsics, **occlusion):
    assert intrinsics is None
    return _project(
        points,
        np.float32(T_camera_world),
        height,
        width,
        occlusion["cell_px"],
        occlusion["reach"],
        np.float32(occlusion["margin_m"]),
        np.float32(occlusion["margin_share"]),
    )


@numba.njit(cache=False, fastmath=True)
def _project(points, T, height, width, cell_px, reach, margin_m, margin_share):
    count = len(points)
    pixel = np.full(count, -1, np.int32)
    far = np.zeros(count, np.float32)
    visible = np.zeros(count, np.uint8)
    rows, cols = -(-height // cell_px), -(-width // cell_px)
    nearest = np.full((rows, cols), np.inf, np.float32)
    per_rad = np.float32(width / (2 * math.pi))
    for i in range(count):
        a, b, c = points[i, 0], points[i, 1], points[i, 2]
        x = T[0, 0] * a + T[0, 1] * b + T[0, 2] * c + T[0, 3]
        y = T[1, 0] * a + T[1, 1] * b + T[1, 2] * c + T[1, 3]
        z = T[2, 0] * a + T[2, 1] * b + T[2, 2] * c + T[2, 3]
        distance = math.sqrt(x * x + y * y + z * z)
        if not 0 < distance < 1e18:
            continue
        column = (width - 1) / 2 + math.atan2(x, z) * per_rad
        row = (height - 1) / 2 + math.atan2(y, math.sqrt(x * x + z * z)) * per_rad
        col, line = math.floor(column + 0.5) % width, math.floor(row + 0.5)
        if 0 <= line < height:
            pixel[i], far[i] = line * width + col, distance
            cell = line // cell_px, col // cell_px
            nearest[cell] = min(nearest[cell], distance)
    for i in range(count):
        if pixel[i] < 0:
            continue
        r, c = pixel[i] // width // cell_px, pixel[i] % width // cell_px
        best = np.float32(np.inf)
        for k in range(max(0, r - reach), min(rows, r + reach + 1)):
            for j in range(c - reach, c + reach + 1):
                best = min(best, nearest[k, j % cols])
        visible[i] = far[i] <= best + margin_m + margin_share * far[i]
    return pixel, far, visible
