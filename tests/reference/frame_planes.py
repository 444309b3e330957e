"""Level and upright planes of a depth image: blocks, votes, least squares."""

import numpy as np

LEVEL_BIN, OFFSET_BIN, AZIMUTHS, MIN_BLOCKS = 0.02, 0.05, 72, 6
AZIMUTH_BIN = 2 * np.pi / AZIMUTHS


def metres(depth, depth_scale, min_depth_m, max_depth_m):
    z = depth.astype(np.float32) * np.float32(depth_scale)
    with np.errstate(invalid="ignore"):
        return np.where((z > 0) & (z >= min_depth_m) & (z <= max_depth_m), z, np.float32(0))


def jump_at(z, jump_m, jump_ratio):
    return np.float64(np.float32(jump_m)) + np.float64(np.float32(jump_ratio)) * z


def rays(shape, intrinsics, T, step=1, shift=0.0):
    """World-axis rays of depth 1 through every step-th pixel."""
    fx, fy, cx, cy = intrinsics
    row, col = np.indices(shape) * step + shift
    return np.stack([(col - cx) / fx, (row - cy) / fy, np.ones(shape)], axis=-1) @ T[:3, :3].T


def blocks_of(z, intrinsics, T, side, jump):
    rows, cols = z.shape[0] // side, z.shape[1] // side
    tiles = z[: rows * side, : cols * side].astype(np.float64).reshape(rows, side, cols, side)
    tiles = tiles.transpose(0, 2, 1, 3).reshape(rows, cols, side * side)
    seen = (tiles > 0).sum(axis=2)
    mean = tiles.sum(axis=2) / np.maximum(seen, 1)
    spread = tiles.max(axis=2, initial=0) - np.where(tiles > 0, tiles, 1e9).min(axis=2, initial=1e9)
    mean = np.where((2 * seen >= side * side) & (spread <= 2 * jump_at(mean, *jump)), mean, 0.0)
    points = mean[..., None] * rays((rows, cols), intrinsics, T, side, (side - 1) / 2)
    normals, area = np.zeros_like(points), np.zeros_like(mean)
    for r in range(1, rows - 1):
        for c in range(1, cols - 1):
            cross = [(r, c), (r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)]
            depths = np.array([mean[p] for p in cross])
            limit = 3 * jump_at(mean[r, c], *jump)
            if (depths <= 0).any() or (np.abs(depths - mean[r, c]) > limit).any():
                continue
            normal = np.cross(
                points[r, c + 1] - points[r, c - 1], points[r + 1, c] - points[r - 1, c]
            )
            length, distance = np.linalg.norm(normal), np.linalg.norm(points[r, c])
            if length < 1e-12 or distance < 1e-12:
                continue
            facing = -normal @ points[r, c] / (length * distance)
            normals[r, c] = normal / length * (-1 if facing < 0 else 1)
            fx, fy = intrinsics[:2]
            area[r, c] = (side * mean[r, c]) ** 2 / (fx * fy) / max(abs(facing), 0.2)
    return mean, points, normals, area


def smoothed_peak(votes):
    """Index of the largest sum over 3 neighbours a side; azimuths go round."""
    padded = np.zeros((votes.shape[0], votes.shape[1] + 2))
    padded[:, 1:-1] = votes
    across = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    if len(votes) > 1:
        across = across + np.roll(across, 1, axis=0) + np.roll(across, -1, axis=0)
    best = np.unravel_index(np.argmax(across), across.shape)
    return best, across[best]


def guess(points, normals, area, level):
    if level:
        bins = np.floor(points[:, 2] / LEVEL_BIN).astype(int)
        votes = np.bincount(bins - bins.min(), area)[None]
        (_, best), most = smoothed_peak(votes)
        return np.array([0.0, 0.0, 1.0]), (best + bins.min() + 0.5) * LEVEL_BIN, most
    angle = np.arctan2(normals[:, 1], normals[:, 0]) + np.pi
    azimuth = (angle / AZIMUTH_BIN).astype(int) % AZIMUTHS
    middle = (np.arange(AZIMUTHS) + 0.5) * AZIMUTH_BIN - np.pi
    toward = np.stack([np.cos(middle), np.sin(middle), np.zeros(AZIMUTHS)], axis=1)
    bins = np.floor((toward[azimuth] * points).sum(axis=1) / OFFSET_BIN).astype(int)
    votes = np.zeros((AZIMUTHS, bins.max() - bins.min() + 1))
    np.add.at(votes, (azimuth, bins - bins.min()), area)
    (a, best), most = smoothed_peak(votes)
    return toward[a], (best + bins.min() + 0.5) * OFFSET_BIN, most


def fit(points, area, toward, level):
    u = np.array([1.0, 0, 0]) if level else np.array([-toward[1], toward[0], 0.0])
    v = np.array([0, 1.0, 0]) if level else np.array([0, 0, 1.0])
    axes = points @ np.stack([u, v, toward], axis=1)
    mean = (axes * area[:, None]).sum(axis=0) / area.sum()
    off = axes - mean
    m = (off * area[:, None]).T @ off
    det = m[0, 0] * m[1, 1] - m[0, 1] ** 2
    if det < 1e-6 * (m[0, 0] + m[1, 1]) ** 2:
        return toward, mean[2]
    a = (m[0, 2] * m[1, 1] - m[1, 2] * m[0, 1]) / det
    b = (m[1, 2] * m[0, 0] - m[0, 2] * m[0, 1]) / det
    length = np.sqrt(1 + a * a + b * b)
    return (toward - a * u - b * v) / length, (mean[2] - a * mean[0] - b * mean[1]) / length


def find(mean, points, normals, area, tilt, thickness, min_plane_m2, max_planes):
    """Planes as rows (normal, offset, height, area, level), and the plane of each block."""
    shape = mean.shape
    mean, area = mean.ravel(), area.ravel()
    points, normals = points.reshape(-1, 3), normals.reshape(-1, 3)
    labels, planes = np.full(mean.size, -1), []
    for level in (True, False):
        up = np.abs(normals[:, 2])
        free = (area > 0) & (up >= np.cos(tilt) if level else up <= np.sin(tilt))

        def members(normal, offset, fixed, ratio, level=level, free=free):
            turn = normals @ normal
            agree = (np.abs(turn) if level else turn) >= np.cos(tilt)
            return free & agree & (np.abs(points @ normal - offset) <= fixed + ratio * mean)

        found = 0
        for _ in range(3 * max_planes):
            if found == max_planes or free.sum() < MIN_BLOCKS:
                break
            first, offset, most = guess(points[free], normals[free], area[free], level)
            if most < min_plane_m2:
                break
            near = free & (np.abs(points @ first - offset) <= 0.03)
            on = members(first, offset, 0.04, 0.01)
            good, normal = on.sum() >= MIN_BLOCKS, first
            for _ in range(2):
                if not good:
                    break
                normal, offset = fit(points[on], area[on], first, level)
                good = normal @ first > 0.985
                on = members(normal, offset, 2 * thickness[0], 2 * thickness[1])
                good = good and on.sum() >= MIN_BLOCKS
            seen = area[on].sum()
            if good and seen >= min_plane_m2:
                labels[on] = len(planes)
                height = (area[on] * points[on, 2]).sum() / seen
                planes.append([*normal, offset, height, seen, float(level)])
                found += 1
                free &= ~on
            else:
                free &= ~(on | near)
    return np.array(planes).reshape(-1, 7), labels.reshape(shape)


def label(z, intrinsics, T, planes, block_planes, side, thickness):
    around = np.zeros((len(planes), *block_planes.shape), bool)
    padded = np.pad(block_planes, 2, constant_values=-1)
    for k in range(len(planes)):
        for r in range(5):
            for c in range(5):
                part = padded[r : r + block_planes.shape[0], c : c + block_planes.shape[1]]
                around[k] |= part == k
    labels = np.full(z.shape, -1, np.int8)
    if not len(planes):
        return labels
    rows = np.minimum(np.arange(z.shape[0]) // side, block_planes.shape[0] - 1)
    cols = np.minimum(np.arange(z.shape[1]) // side, block_planes.shape[1] - 1)
    points = z[..., None].astype(np.float64) * rays(z.shape, intrinsics, T)
    nearest = thickness[0] + thickness[1] * z.astype(np.float64)
    for k, plane in enumerate(planes):
        distance = np.abs(points @ plane[:3] - plane[3])
        on = around[k][rows][:, cols] & (z > 0) & (distance <= nearest)
        labels[on], nearest[on] = k, distance[on]
    return labels


def frame_planes(
    depth,
    *,
    depth_scale,
    intrinsics,
    T_world_camera,
    min_depth_m,
    max_depth_m,
    block_px,
    jump_m,
    jump_ratio,
    thickness_m,
    thickness_ratio,
    max_tilt_rad,
    min_plane_m2,
    max_planes,
):
    z = metres(depth, depth_scale, min_depth_m, max_depth_m)
    thickness = (float(np.float32(thickness_m)), float(np.float32(thickness_ratio)))
    blocks = blocks_of(z, intrinsics, T_world_camera, block_px, (jump_m, jump_ratio))
    tilt, smallest = float(np.float32(max_tilt_rad)), float(np.float32(min_plane_m2))
    planes, block_planes = find(*blocks, tilt, thickness, smallest, max_planes)
    labels = label(z, intrinsics, T_world_camera, planes, block_planes, block_px, thickness)
    return labels, planes
