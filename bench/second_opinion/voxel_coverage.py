"""Numba version of the voxel coverage kernel: a hash set of packed voxels."""

import numba
import numpy as np

EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)


@numba.njit(cache=False)
def _insert(table, key):
    mask = np.uint64(len(table) - 1)
    slot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40) & mask
    while table[slot] != EMPTY:
        if table[slot] == key:
            return False
        slot = (slot + np.uint64(1)) & mask
    table[slot] = key
    return True


@numba.njit(cache=False)
def _has(table, key):
    mask = np.uint64(len(table) - 1)
    slot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40) & mask
    while table[slot] != EMPTY:
        if table[slot] == key:
            return True
        slot = (slot + np.uint64(1)) & mask
    return False


@numba.njit(cache=False)
def _key(points, i, per_m):
    key = np.uint64(0)
    for axis in range(3):
        cell = np.int64(np.floor(points[i, axis] * per_m)) + (1 << 20)
        key = key << np.uint64(21) | np.uint64(cell)
    return key


@numba.njit(cache=False)
def measure(points, per_m, union, scratch):
    scratch[:] = EMPTY
    seen = fresh = 0
    for i in range(len(points)):
        key = _key(points, i, per_m)
        if _insert(scratch, key):
            seen += 1
            fresh += not _has(union, key)
    return seen, fresh


@numba.njit(cache=False)
def add(points, per_m, union):
    for i in range(len(points)):
        _insert(union, _key(points, i, per_m))


class VoxelCoverage:
    def __init__(self, *, voxel_m, slots=1 << 18):
        self.per_m = np.float32(1.0) / np.float32(voxel_m)
        self.union = np.full(slots, EMPTY)
        self.scratch = np.empty(slots, np.uint64)

    def measure(self, points):
        return measure(points, self.per_m, self.union, self.scratch)

    def add(self, points):
        add(points, self.per_m, self.union)
