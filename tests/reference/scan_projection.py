"""Slow twin of the scan projection kernel, in NumPy and double precision."""

import numpy as np


def to_camera(points, T):
    return points.astype(float) @ T[:3, :3].T + T[:3, 3]


def places(points, T, height, width, intrinsics):
    """Column, row and range of each point; NaN columns where the image has none."""
    x, y, z = to_camera(points, T).T
    with np.errstate(over="ignore"):
        reach = np.sqrt(np.float32(x * x + y * y + z * z))  # as far as float32 can tell
    if intrinsics is None:
        per_rad = width / (2 * np.pi)
        column = (width - 1) / 2 + np.arctan2(x, z) * per_rad
        row = (height - 1) / 2 + np.arctan2(y, np.hypot(x, z)) * per_rad
        here = np.isfinite(reach) & (reach > 0)
    else:
        fx, fy, cx, cy = intrinsics
        here = np.isfinite(reach) & (z > 1e-6)
        safe = np.where(here, z, 1.0)
        column, row = cx + fx * x / safe, cy + fy * y / safe
    return np.where(here, column, np.nan), row, reach


def project_scan(
    points, *, T_camera_world, height, width, intrinsics, cell_px, reach, margin_m, margin_share
):
    with np.errstate(invalid="ignore"):
        column, row, far = places(points, T_camera_world, height, width, intrinsics)
        c, r = np.floor(column + 0.5), np.floor(row + 0.5)
    c = np.where((intrinsics is None) & (c == width), 0.0, c)
    inside = (c >= 0) & (c < width) & (r >= 0) & (r < height)
    c, r = np.where(inside, c, 0).astype(int), np.where(inside, r, 0).astype(int)
    pixel = np.where(inside, r * width + c, -1).astype(np.int32)
    rows, cols = -(-height // cell_px), -(-width // cell_px)
    nearest = np.full((rows, cols), np.inf)
    np.minimum.at(nearest, (r[inside] // cell_px, c[inside] // cell_px), far[inside])
    padded = np.pad(nearest, ((reach, reach), (0, 0)), constant_values=np.inf)
    edge = "wrap" if intrinsics is None else "constant"
    fill = {} if intrinsics is None else {"constant_values": np.inf}
    padded = np.pad(padded, ((0, 0), (reach, reach)), mode=edge, **fill)
    window = 2 * reach + 1
    views = np.lib.stride_tricks.sliding_window_view(padded, (window, window))
    around = views.min(axis=(2, 3))[r // cell_px, c // cell_px]
    with np.errstate(invalid="ignore"):
        visible = inside & (far <= around + margin_m + margin_share * far)
    return pixel, np.where(inside, far, 0.0).astype(np.float32), visible.astype(np.uint8)


def lift_scan(points, *, pixel, range_m, visible, mask, gap_m, mads, slack_m, min_inliers):
    under = np.flatnonzero((visible != 0) & (pixel >= 0) & (pixel < mask.size))
    under = under[mask.ravel()[pixel[under]] != 0]
    if not len(under):
        return None
    order = under[np.argsort(range_m[under], kind="stable")]
    breaks = np.flatnonzero(np.diff(range_m[order]) > np.float32(gap_m)) + 1
    groups = np.split(order, breaks)
    group = max(groups, key=len)  # the first of equals: the nearest
    found = points[group]
    middle = np.median(found, axis=0)
    off = np.abs(found - middle)
    kept = (off <= np.float32(mads) * np.median(off, axis=0) + np.float32(slack_m)).all(axis=1)
    inliers = np.sort(group[kept]).astype(np.int32)
    if len(inliers) < max(min_inliers, 1):
        return None
    inner = points[inliers]
    return np.median(inner, axis=0), inner.min(axis=0), inner.max(axis=0), inliers


def render_scan(
    points,
    *,
    T_camera_world,
    intrinsics,
    height,
    width,
    min_m,
    max_m,
    spacing_rad,
    most_px,
    merge_share,
):
    fx, fy, cx, cy = intrinsics
    x, y, z = to_camera(points, T_camera_world).T
    keep = (z >= min_m) & (z <= max_m)
    x, y, z = x[keep], y[keep], z[keep]
    radius = np.maximum(np.minimum(most_px, spacing_rad * fx * (1 + (x * x + y * y) / z**2)), 0.75)
    rows, cols = np.indices((height, width))
    nearest = np.full((height, width), np.inf)
    disks = []
    for column, row, depth, r in zip(cx + fx * x / z, cy + fy * y / z, z, radius, strict=True):
        weight = 1 - ((cols - column) ** 2 + (rows - row) ** 2) / r**2
        at = weight > 0
        nearest[at] = np.minimum(nearest[at], depth)
        disks.append((at, weight[at], depth))
    weights, sums = np.zeros((height, width)), np.zeros((height, width))
    for at, weight, depth in disks:
        same = depth <= nearest[at] * (1 + merge_share)
        weights[at] += weight * same
        sums[at] += weight * same / depth
    with np.errstate(invalid="ignore"):
        return np.where(weights > 0, weights / sums, 0.0).astype(np.float32)
