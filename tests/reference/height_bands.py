"""Slow twin of the height_bands kernel."""

import numpy as np


def height_bands(
    depth,
    *,
    depth_scale,
    intrinsics,
    T_world_camera,
    min_depth_m,
    max_depth_m,
    lowest_m,
    band_m,
    bands,
    stride_px,
    span_px,
    max_slope,
):
    height, width = depth.shape
    row, col = np.meshgrid(
        np.arange(0, max(height - span_px, 0), stride_px),
        np.arange(0, max(width - span_px, 0), stride_px),
        indexing="ij",
    )
    z_all = depth.astype(np.float32) * np.float32(depth_scale)
    usable = (z_all > 0) & (z_all >= np.float32(min_depth_m)) & (z_all <= np.float32(max_depth_m))

    def lift(r, c):
        fx, fy, cx, cy = intrinsics.astype(np.float32)
        z = z_all[r, c]
        point = np.stack([(c - cx) / fx * z, (r - cy) / fy * z, z], axis=-1)
        return point, point @ T_world_camera[2, :3].astype(np.float32)

    def level(a, b):
        (point_a, up_a), (point_b, up_b) = a, b
        return np.abs(up_a - up_b) <= max_slope * np.linalg.norm(point_a - point_b, axis=-1)

    right, below = (row, col + span_px), (row + span_px, col)
    keep = usable[row, col] & usable[right] & usable[below]
    with np.errstate(invalid="ignore"):
        here = lift(row, col)
        keep &= level(here, lift(*right)) & level(here, lift(*below))
        band = np.floor((here[1][keep] + T_world_camera[2, 3] - lowest_m) / band_m)
    band = band[(band >= 0) & (band < bands)].astype(np.int64)
    return np.bincount(band, minlength=bands).astype(np.uint32)
