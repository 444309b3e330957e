"""The SciPy version of regularise_rooms with its loops over cells compiled by Numba."""

from unittest import mock

import numba
import numpy as np
from scipy import ndimage

from reference import room_cleanup


def regularise_rooms(**inputs):
    with mock.patch.multiple(room_cleanup, fill_holes=_fill_holes, painted=_painted):
        return room_cleanup.regularise_rooms(**inputs)


def _fill_holes(labels, area_max):
    holes, count = ndimage.label(labels == 0)
    return _filled(labels, holes, count, area_max)


@numba.njit(cache=False)
def _filled(labels, holes, count, area_max):
    height, width = labels.shape
    around, area = np.zeros(count + 1, np.int32), np.zeros(count + 1, np.int64)
    for row in range(height):
        for col in range(width):
            hole = holes[row, col]
            if hole == 0:
                continue
            area[hole] += 1
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                room = -1
                if 0 <= r < height and 0 <= c < width:
                    room = labels[r, c]
                if room == 0 or around[hole] == room:
                    continue
                around[hole] = room if around[hole] == 0 else -1
    result = labels.copy()
    for row in range(height):
        for col in range(width):
            hole = holes[row, col]
            if hole and around[hole] > 0 and area[hole] <= area_max:
                result[row, col] = around[hole]
    return result


def _painted(rings_of_rooms, owners):
    result = np.zeros_like(owners)
    for room in sorted(rings_of_rooms):
        _paint(numba.typed.List(rings_of_rooms[room]), owners, room, result)
    return result


@numba.njit(cache=False)
def _paint(rings, owners, room, result):
    height, width = owners.shape
    for row in range(height):
        y = row + 0.5
        cuts = []
        for ring in rings:
            for i in range(len(ring)):
                a, b = ring[i], ring[(i + 1) % len(ring)]
                if (a[1] <= y) != (b[1] <= y):
                    cuts.append(a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
        cuts.sort()
        for k in range(0, len(cuts) - 1, 2):
            first, end = int(np.ceil(cuts[k] - 0.5)), int(np.ceil(cuts[k + 1] - 0.5))
            for col in range(max(0, first), min(width, end)):
                if result[row, col] == 0 or owners[row, col] == room:
                    result[row, col] = room
