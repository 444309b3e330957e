"""Slow twin of the voxel coverage kernel, in NumPy."""

import numpy as np

REACH = 2**20 - 1


def voxels_of(points, voxel_m):
    """Distinct voxels in order of first appearance."""
    with np.errstate(invalid="ignore", over="ignore"):
        cells = np.floor(points * (np.float32(1.0) / np.float32(voxel_m)))
    cells = cells[(np.abs(cells) < REACH).all(axis=1)].astype(np.int32)
    _, first = np.unique(keys(cells), return_index=True)
    return cells[np.sort(first)]


class VoxelCoverage:
    def __init__(self, *, voxel_m, max_voxels):
        self.voxel_m, self.max_voxels = voxel_m, max_voxels
        self.covered = np.zeros((0, 3), np.int32)

    def measure(self, points):
        seen = voxels_of(points, self.voxel_m)
        return len(seen), len(seen) - self._known(seen).sum()

    def add(self, points):
        seen = voxels_of(points, self.voxel_m)
        fresh = seen[~self._known(seen)][: self.max_voxels - len(self.covered)]
        self.covered = np.concatenate([self.covered, fresh])
        return len(fresh)

    def _known(self, voxels):
        return np.isin(keys(voxels), keys(self.covered))


def keys(voxels):
    shifted = voxels.astype(np.int64) + 2**20
    return shifted[:, 0] << 42 | shifted[:, 1] << 21 | shifted[:, 2]


def point_bounds(points):
    finite = points[np.isfinite(points).all(axis=1)]
    return np.stack([finite.min(axis=0), finite.max(axis=0)]) if len(finite) else None
