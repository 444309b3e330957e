"""NumPy twin of the depth registration: the same rectangles, painted far to near."""

import numpy as np


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
    z_own, z, box = _project(
        depth, depth_intrinsics, colour_intrinsics, T_colour_depth, depth_scale, max_magnification
    )
    box = _join(z_own, z, box, surface_step, max_magnification)
    units = z * (1.0 / depth_scale)
    if depth.dtype == np.uint16:
        units = np.floor(units + 0.5)
        units[units >= 65536] = 0
    units = units.astype(depth.dtype)
    x0, x1 = (np.ceil(np.clip(box[i], 0, width)).astype(int) for i in (0, 1))
    y0, y1 = (np.ceil(np.clip(box[i], 0, height)).astype(int) for i in (2, 3))
    out = np.zeros((height, width), depth.dtype)
    for i in np.argsort(-units, axis=None):  # the nearest is painted last
        row, col = divmod(int(i), depth.shape[1])
        if units[row, col] > 0:
            out[y0[row, col] : y1[row, col], x0[row, col] : x1[row, col]] = units[row, col]
    return out


def _project(depth, depth_intrinsics, colour_intrinsics, T, scale, max_magnification):
    fx, fy, cx, cy = depth_intrinsics
    gx, gy, ux, uy = colour_intrinsics
    rows, cols = np.indices(depth.shape)
    z = np.where(np.isfinite(depth) & (depth > 0), depth.astype(np.float64), 0.0) * scale
    x, y = (cols - cx) * (1.0 / fx), (rows - cy) / fy
    p = [(T[i, 0] * x + (T[i, 1] * y + T[i, 2])) * z + T[i, 3] for i in range(3)]
    with np.errstate(all="ignore"):
        inverse = 1.0 / p[2]
        a, b = p[0] * inverse, p[1] * inverse
        half = 0.5 * z * inverse
        w = np.abs(T[0, 0] - a * T[2, 0]) * (1 / fx) + np.abs(T[0, 1] - a * T[2, 1]) * (1 / fy)
        h = np.abs(T[1, 0] - b * T[2, 0]) * (1 / fx) + np.abs(T[1, 1] - b * T[2, 1]) * (1 / fy)
        w, h = w * half * gx, h * half * gy
        box = np.stack([gx * a + ux - w, gx * a + ux + w, gy * b + uy - h, gy * b + uy + h])
        fits = (box[1] - box[0] <= max_magnification * gx / fx) & (
            box[3] - box[2] <= max_magnification * gy / fy
        )
        kept = (z > 0) & (p[2] > 0) & fits
    return z, np.where(kept, p[2], 0.0), np.where(kept, box, 0.0)


def _join(z_own, z, box, surface_step, max_magnification):
    """Grow each rectangle over the gap to its right and its lower neighbour."""
    out = box.copy()
    reach = max_magnification * np.stack([box[1] - box[0], box[3] - box[2]])
    for axis in (1, 0):
        near = [slice(None), slice(None)]
        far = [slice(None), slice(None)]
        near[axis], far[axis] = slice(None, -1), slice(1, None)
        near, far = tuple(near), tuple(far)
        same = (z[near] > 0) & (z[far] > 0)
        same &= np.abs(z_own[near] - z_own[far]) <= surface_step * z_own[near]
        for k in (0, 1):
            begin, end = out[2 * k][near], out[2 * k + 1][near]
            new_end = np.maximum(end, np.minimum(box[2 * k][far], end + reach[k][near]))
            new_begin = np.minimum(begin, np.maximum(box[2 * k + 1][far], begin - reach[k][near]))
            out[2 * k + 1][near] = np.where(same, new_end, end)
            out[2 * k][near] = np.where(same, new_begin, begin)
    return out
