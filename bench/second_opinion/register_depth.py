"""Numba's version of the depth registration: one pass, no joined neighbours kept between rows."""

import math

import numba
import numpy as np


@numba.njit(cache=False)
def _project(depth, k, c, T, scale, grow):
    height, width = depth.shape
    box = np.empty((height, width, 4))
    z_own = np.zeros((height, width))
    z_col = np.zeros((height, width))
    for v in range(height):
        for u in range(width):
            unit = float(depth[v, u])
            if not (0.0 < unit < np.inf):
                continue
            z = unit * scale
            x, y = (u - k[2]) / k[0], (v - k[3]) / k[1]
            p2 = (T[2, 0] * x + T[2, 1] * y + T[2, 2]) * z + T[2, 3]
            if p2 <= 0.0:
                continue
            a = ((T[0, 0] * x + T[0, 1] * y + T[0, 2]) * z + T[0, 3]) / p2
            b = ((T[1, 0] * x + T[1, 1] * y + T[1, 2]) * z + T[1, 3]) / p2
            half = 0.5 * z / p2
            w = (abs(T[0, 0] - a * T[2, 0]) / k[0] + abs(T[0, 1] - a * T[2, 1]) / k[1]) * half
            h = (abs(T[1, 0] - b * T[2, 0]) / k[0] + abs(T[1, 1] - b * T[2, 1]) / k[1]) * half
            if 2 * w * k[0] > grow or 2 * h * k[1] > grow:
                continue
            cu, cv = c[0] * a + c[2], c[1] * b + c[3]
            box[v, u] = (cu - w * c[0], cu + w * c[0], cv - h * c[1], cv + h * c[1])
            z_own[v, u], z_col[v, u] = z, p2
    return box, z_own, z_col


@numba.njit(cache=False)
def _paint(box, z_own, z_col, scale, out, step, grow):
    height, width = z_col.shape
    for v in range(height):
        for u in range(width):
            if z_col[v, u] == 0.0:
                continue
            x_lo, x_hi, y_lo, y_hi = box[v, u]
            reach_x, reach_y = grow * (x_hi - x_lo), grow * (y_hi - y_lo)
            for dv, du in ((0, 1), (1, 0)):
                if v + dv >= height or u + du >= width or z_col[v + dv, u + du] == 0.0:
                    continue
                if abs(z_own[v, u] - z_own[v + dv, u + du]) > step * z_own[v, u]:
                    continue
                n = box[v + dv, u + du]
                x_hi = max(x_hi, min(n[0], x_hi + reach_x))
                x_lo = min(x_lo, max(n[1], x_lo - reach_x))
                y_hi = max(y_hi, min(n[2], y_hi + reach_y))
                y_lo = min(y_lo, max(n[3], y_lo - reach_y))
            value = z_col[v, u] / scale
            x0, x1 = max(0, math.ceil(x_lo)), min(out.shape[1], math.ceil(x_hi))
            y0, y1 = max(0, math.ceil(y_lo)), min(out.shape[0], math.ceil(y_hi))
            for yy in range(y0, y1):
                for xx in range(x0, x1):
                    if out[yy, xx] == 0.0 or value < out[yy, xx]:
                        out[yy, xx] = value


def register_depth(
    *,
    depth,
    depth_intrinsics,
    colour_intrinsics,
    T_colour_depth,
    depth_scale,
    height,
    width,
    surface_step,
    max_magnification,
):
    out = np.zeros((height, width), np.float64)
    projected = _project(
        depth, depth_intrinsics, colour_intrinsics, T_colour_depth, depth_scale, max_magnification
    )
    _paint(*projected, depth_scale, out, surface_step, max_magnification)
    return (np.floor(out + 0.5) if depth.dtype == np.uint16 else out).astype(depth.dtype)
