"""Slow twin of merge_voxel_points: a dictionary of voxels, Python integers for the hash."""

import numpy as np

REACH = 1 << 20
WORD = (1 << 64) - 1


def merge_voxel_points(points, counts, *, voxel_m, max_points):
    cells = np.floor(points * (np.float32(1) / np.float32(voxel_m))).astype(np.int64)
    voxels = {}
    for cell, point, count in zip(map(tuple, cells.tolist()), points, counts, strict=True):
        voxels.setdefault(cell, []).append((point.astype(np.float64), int(count)))
    ranks = {cell: rank(cell) for cell in voxels}
    kept = set(sorted(voxels, key=ranks.__getitem__)[:max_points])
    means, sums = [], []
    for cell, members in voxels.items():
        if cell in kept:
            total = sum(count for _, count in members)
            means.append(sum(point * count for point, count in members) / total)
            sums.append(min(total, 2**31 - 1))
    return (
        np.array(means, np.float32).reshape(-1, 3),
        np.array(sums, np.int32),
        len(voxels) - len(kept),
    )


def rank(cell):
    x, y, z = (int(c) + REACH for c in cell)
    key = (x << 42 | y << 21 | z) & WORD
    key = ((key ^ (key >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    key = ((key ^ (key >> 27)) * 0x94D049BB133111EB) & WORD
    return key ^ (key >> 31)
