"""The SciPy version of segment_rooms with its loops over cells and pairs compiled by Numba."""

from unittest import mock

import numba
import numpy as np

from reference import room_gates, rooms

_WINDOW = 1.5


def segment_rooms(**inputs):
    compiled = {
        "_widest": _widest,
        "_view": _view,
        "_spread": _spread,
        "find_gates": _find_gates,
    }
    with mock.patch.multiple(rooms, **compiled):
        return rooms.segment_rooms(**inputs)


def _find_gates(passable, wall, chains, cells, rules):
    corners = room_gates._corners(chains, wall, cells["contour_tolerance"])
    if not corners:
        return []
    at, before, after, walls = (np.array(part) for part in zip(*corners, strict=True))
    limits = np.array(
        [
            cells["passage_min"],
            cells["gate_max"],
            cells["gap_wall_min"],
            rules["gap_wall_share"],
            cells["abutting_gap_max"],
            cells["wall_depth_max"],
            rules["flush_ratio"],
            cells["flush_offset"],
        ]
    )
    found = _all_gates(passable, wall, at, before, after, walls, limits)
    order = np.argsort(found[:, 0], kind="stable")
    return [room_gates.Gate(g[1:3], g[3:5], g[5], bool(g[6])) for g in found[order]]


def _widest(distance, free, gate):
    middle = (gate.a + gate.b) / 2
    return 2 * _widest_in_disc(distance, free, *middle, _WINDOW * gate.width)


def _view(labels, distance, gate):
    middle = (gate.a + gate.b) / 2
    peaks = _peaks_in_disc(labels, distance, *middle, _WINDOW * gate.width, labels.max())
    return {int(label): peaks[label] for label in np.flatnonzero(peaks)}


@numba.njit(cache=False)
def _in_disc(row, col, x, y, radius):
    """Blocks of four cells a side, every second cell of them, as the twin has it."""
    return np.hypot((row // 4 + 0.5) * 4 - y, (col // 4 + 0.5) * 4 - x) <= radius


@numba.njit(cache=False)
def _widest_in_disc(distance, free, x, y, radius):
    widest = 0.0
    for row in range(max(0, 2 * int((y - radius - 4) // 2)), min(len(free), y + radius + 4), 2):
        first = max(0, 2 * int((x - radius - 4) // 2))
        for col in range(first, min(free.shape[1], x + radius + 4), 2):
            if free[row, col] and _in_disc(row, col, x, y, radius):
                widest = max(widest, distance[row, col])
    return widest


@numba.njit(cache=False)
def _peaks_in_disc(labels, distance, x, y, radius, count):
    peaks = np.zeros(count + 1)
    for row in range(max(0, 2 * int((y - radius - 4) // 2)), min(len(labels), y + radius + 4), 2):
        first = max(0, 2 * int((x - radius - 4) // 2))
        for col in range(first, min(labels.shape[1], x + radius + 4), 2):
            label = labels[row, col]
            if label > 0 and _in_disc(row, col, x, y, radius):
                peaks[label] = max(peaks[label], distance[row, col])
    return peaks


@numba.njit(cache=False)
def _spread(labels, free, steps):
    height, width = labels.shape
    for _ in range(steps):
        grown = labels.copy()
        for row in range(1, height - 1):
            for col in range(1, width - 1):
                if not free[row, col] or labels[row, col]:
                    continue
                for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                    if grown[row, col] == 0:
                        grown[row, col] = labels[r, c]
        labels = grown
    return labels


@numba.njit(cache=False)
def _set(mask, x, y):
    c, r = int(np.floor(x)), int(np.floor(y))
    return 0 <= r < mask.shape[0] and 0 <= c < mask.shape[1] and mask[r, c]


@numba.njit(cache=False)
def _clear(free, a, d, stop):
    steps, touching, t = 0, 0, 2.4
    while t < stop - 2.4:
        x, y = a[0] + d[0] * t, a[1] + d[1] * t
        if not _set(free, x, y):
            return False
        steps += 1
        both = _set(free, x - 2 * d[1], y + 2 * d[0]) and _set(free, x + 2 * d[1], y - 2 * d[0])
        touching += not both
        t += 0.5
    return 4 * touching <= steps


@numba.njit(cache=False)
def _near_wall(wall, p):
    for dy in (-1.5, -0.5, 0.5, 1.5):
        for dx in (-1.5, -0.5, 0.5, 1.5):
            if _set(wall, p[0] + dx, p[1] + dy):
                return True
    return False


@numba.njit(cache=False)
def _ends_wall(free, wall, p, d, depth):
    if not _near_wall(wall, p):
        return False
    for s in (depth, -depth, depth + 2, -depth - 2):
        if not _set(free, p[0] - 3 * d[0] - d[1] * s, p[1] - 3 * d[1] + d[0] * s):
            return False
    return True


@numba.njit(cache=False)
def _flush(free, a, b, width, side, limits):
    d = (b - a) / width
    x = (a[0] + b[0]) / 2 - d[1] * side * limits[7]
    y = (a[1] + b[1]) / 2 + d[0] * side * limits[7]
    extent = 0.0
    for sign in (-1, 1):
        t = 0.0
        while t < 2 * width and _set(free, x + d[0] * sign * t, y + d[1] * sign * t):
            t += 0.5
        extent += t
    return extent < width / limits[6]


@numba.njit(cache=False)
def _faces(before, after, d):
    first = before[0] * d[1] - before[1] * d[0]
    return max(first, after[0] * d[1] - after[1] * d[0]) > -0.1


@numba.njit(cache=False)
def _behind(before, after, walls, d):
    length = 0.0
    if before @ d > 0.978:
        length = walls[0]
    if -(after @ d) > 0.978:
        length = max(length, walls[1])
    return length


@numba.njit(cache=False)
def _row(free, a, b, behind, tip, handicap, limits):
    width = np.hypot(b[0] - a[0], b[1] - a[1])
    gap = tip and behind >= max(limits[2], limits[3] * width)
    gap = gap and not _flush(free, a, b, width, 1, limits)
    gap = gap and not _flush(free, a, b, width, -1, limits)
    return np.array([width + handicap, a[0], a[1], b[0], b[1], width, 1.0 if gap else 0.0])


@numba.njit(cache=False)
def _all_gates(free, wall, at, before, after, walls, limits):
    found = [np.zeros(7)]
    for i in range(len(at)):
        p = at[i]
        for j in range(i + 1, len(at)):
            q = at[j]
            if q[0] - p[0] > limits[1]:
                break
            width = np.hypot(q[0] - p[0], q[1] - p[1])
            if not limits[0] <= width <= limits[1]:
                continue
            d = (q - p) / width
            if not (_faces(before[i], after[i], d) and _faces(before[j], after[j], -d)):
                continue
            if not _clear(free, p, d, width):
                continue
            tip = _ends_wall(free, wall, p, d, limits[5]) and _near_wall(wall, q)
            tip = tip or (_ends_wall(free, wall, q, -d, limits[5]) and _near_wall(wall, p))
            behind = _behind(before[i], after[i], walls[i], d)
            behind += _behind(before[j], after[j], walls[j], -d)
            found.append(_row(free, p, q, behind, tip, 0.0, limits))
        _cast(free, wall, p, before[i], after[i], walls[i], limits, found)
    result = np.zeros((len(found) - 1, 7))
    for k in range(1, len(found)):
        result[k - 1] = found[k]
    return result


@numba.njit(cache=False)
def _cast(free, wall, p, before, after, walls, limits, found):
    for way in range(4):
        d, length = before, walls[0]
        if way == 1:
            d, length = -after, walls[1]
        elif way == 2:
            d, length = np.array([-before[1], before[0]]), 99.0
        elif way == 3:
            d, length = np.array([-after[1], after[0]]), 99.0
        if length < 3 or not _faces(before, after, d):
            continue
        t = 2.4
        while t < limits[1] and _set(free, p[0] + d[0] * t, p[1] + d[1] * t):
            t += 0.5
        if t >= limits[1] or t < 3.4 or not _clear(free, p, d, t):
            continue
        tip = t <= limits[4] and _ends_wall(free, wall, p, d, limits[5])
        behind = _behind(before, after, walls, d)
        found.append(_row(free, p, p + d * t, behind, tip, 3.0, limits))
