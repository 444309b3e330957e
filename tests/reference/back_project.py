"""Slow twin of back_project and back_project_points: whole images, one mask after the other."""

from dataclasses import dataclass, field

import numpy as np

SIGMA_OF_MAD = 1.4826
SAMPLES = 256  # larger masks are sampled for the gate and the ring


@dataclass
class Lifted:
    mask_px: int = 0
    valid_px: int = 0
    count: int = 0
    ring_px: int = 0
    box_px: tuple = (0, 0, 0, 0)
    median_m: float = 0.0
    near_m: float = 0.0
    far_m: float = 0.0
    centroid_m: np.ndarray = field(default_factory=lambda: np.zeros(3))
    aabb_min_m: np.ndarray = field(default_factory=lambda: np.zeros(3))
    aabb_max_m: np.ndarray = field(default_factory=lambda: np.zeros(3))
    points_m: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    weights: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int32))
    links: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.int32))


def back_project(depth, masks, *, voxel_m=None, **rules):
    """One Lifted for each mask; with ``voxel_m`` also its points."""
    if masks.ndim == 2:
        masks = np.stack([masks == i for i in range(1, int(masks.max(initial=0)) + 1)] or [])
    metres = depth_in_metres(depth, rules)
    distance = edge_distance(metres, rules["jump_share"], rules["ring_px"])
    return [_lift(metres, distance, mask != 0, rules, voxel_m) for mask in masks]


def depth_in_metres(depth, rules):
    with np.errstate(invalid="ignore", over="ignore"):
        metres = depth.astype(np.float32) * np.float32(rules["depth_scale"])
        low, high = np.float32(rules["min_depth_m"]), np.float32(rules["max_depth_m"])
        return np.where((metres >= low) & (metres <= high), metres, np.float32(0))


def edge_distance(metres, jump_share, reach_px):
    padded = np.pad(np.where(metres > 0, metres, np.nan), 1, constant_values=np.nan)
    middle = padded[1:-1, 1:-1]
    twice = middle + middle
    jump = np.float32(jump_share) * middle
    across = np.abs(padded[1:-1, :-2] + padded[1:-1, 2:] - twice)
    along = np.abs(padded[:-2, 1:-1] + padded[2:, 1:-1] - twice)
    edge = (across > jump) | (along > jump)
    distance = np.zeros(metres.shape, np.uint8)
    for step in range(reach_px):
        distance += (~window(edge, step, np.any, outside=False)).astype(np.uint8)
    return distance


def window(image, radius, combine, *, outside):
    """``combine`` over the (2 radius + 1)^2 pixels around each."""
    padded = np.pad(image, radius, constant_values=outside)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (2 * radius + 1,) * 2)
    return combine(windows, axis=(2, 3))


def _lift(metres, distance, mask, rules, voxel_m):
    out = Lifted(mask_px=int(mask.sum()))
    if out.mask_px == 0:
        return out
    rows, cols = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    out.box_px = (cols[0], rows[0], cols[-1] + 1, rows[-1] + 1)
    out.valid_px = int((mask & (metres > 0)).sum())
    if out.valid_px == 0:
        return out
    for ring in range(rules["ring_px"], -1, -1):
        inside = window(mask, ring, np.all, outside=True)
        core = inside & (distance >= ring) & (metres > 0)
        stride = (int(inside.sum()) // SAMPLES) | 1
        samples = metres[inside][::stride][core[inside][::stride]]
        if len(samples) * stride >= float(np.float32(rules["min_core_share"])) * out.valid_px:
            break
    out.ring_px = ring
    out.median_m, out.near_m, out.far_m = gate(samples, rules)
    core &= (metres >= out.near_m) & (metres <= out.far_m)
    out.count = int(core.sum())
    if out.count:
        world = world_points(metres, core, rules)
        out.centroid_m = world.mean(0, dtype=np.float64)
        out.aabb_min_m, out.aabb_max_m = world.min(0), world.max(0)
        if voxel_m is not None:
            out.points_m, out.weights, voxel_of = voxel_means(world, voxel_m)
            out.links = links(core, distance, world, voxel_of, voxel_m)
    return out


def gate(depths, rules):
    """Median, nearest and farthest trusted depth; depths count in bins of 7 mantissa bits."""
    low, high = np.float32(rules["min_depth_m"]), np.float32(rules["max_depth_m"])
    if len(depths) == 0:
        return np.float32(0), low, high
    bins = np.sort(depths.view(np.uint32) >> 16)
    centres = ((bins << 16) | 0x8000).astype(np.uint32).view(np.float32).astype(np.float64)
    median = centres[(len(bins) - 1) // 2]
    deviation = np.sort(np.abs(1 / centres - 1 / median))[(len(bins) - 1) // 2]
    tolerance = float(np.float32(rules["gate_mads"])) * SIGMA_OF_MAD * deviation
    floor = float(np.float32(rules["gate_floor_m"]))
    near = min(1 / (1 / median + tolerance), median - floor)
    slack = 1 / median - tolerance
    far = max(1 / slack, median + floor) if slack > 0 else np.inf
    return np.float32(median), np.float32(max(near, low)), np.float32(min(far, high))


def world_points(metres, core, rules):
    """In the kernel's own float32 steps, so that points fall into the same voxels."""
    fx, fy, cx, cy = rules["intrinsics"]
    T = rules["T_world_camera"]
    row, col = np.nonzero(core)
    z = metres[core]
    axes = []
    for k in range(3):
        right, down = T[k, 0] / fx, T[k, 1] / fy
        origin = T[k, 2] - right * cx - down * cy
        start = (origin + down * row).astype(np.float32)
        step = np.float32(right)
        axes.append(z * (start + col.astype(np.float32) * step) + np.float32(T[k, 3]))
    return np.stack(axes, axis=1)


def voxel_means(world, voxel_m):
    cells = np.floor(world * (np.float32(1) / np.float32(voxel_m))).astype(np.int64)
    _, first, inverse, counts = np.unique(
        cells, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    sums = np.zeros((len(first), 3))
    np.add.at(sums, inverse.reshape(-1), world.astype(np.float64))
    order = np.argsort(first)
    means = sums[order] / counts[order, None]
    voxel_of = np.argsort(order)[inverse.reshape(-1)]
    return means.astype(np.float32), counts[order].astype(np.int32), voxel_of


def links(core, distance, world, voxel_of, voxel_m):
    """Voxels of smooth neighbouring pixels that lie more than two voxels apart."""
    cell = np.zeros((*core.shape, 3), np.int64)
    cell[core] = np.floor(world * (np.float32(1) / np.float32(voxel_m)))
    index = np.zeros(core.shape, np.int64)
    index[core] = voxel_of
    smooth = core & (distance > 0)
    pairs = []
    for a, b in [(np.s_[1:], np.s_[:-1]), (np.s_[:, 1:], np.s_[:, :-1])]:
        far = smooth[a] & smooth[b] & (np.abs(cell[a] - cell[b]).max(-1) > 2)
        pairs.append(np.sort(np.stack([index[a][far], index[b][far]], 1), axis=1))
    return np.unique(np.concatenate(pairs), axis=0)
