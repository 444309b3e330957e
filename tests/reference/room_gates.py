"""Lines that could close a room, found one pair of corners at a time."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from reference.boundaries import kept_corners

_IN_LINE = 0.978
_PARALLEL = 0.94
_END = 2.4


class Gate(NamedTuple):
    a: np.ndarray
    b: np.ndarray
    width: float
    gap: bool


class Corner(NamedTuple):
    at: np.ndarray
    before: np.ndarray
    after: np.ndarray
    walls: tuple[float, float]


def _cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def _left(d):
    return np.array([-d[1], d[0]])


def _is_set(mask, p):
    x, y = np.floor(p).astype(int)
    return 0 <= y < mask.shape[0] and 0 <= x < mask.shape[1] and bool(mask[y, x])


def _corners(chains, wall, tolerance):
    found = []
    for chain in chains:
        kept = chain[kept_corners(chain, tolerance)]
        if len(chain) < 8 or len(kept) < 3:
            continue
        for i, at in enumerate(kept):
            before, after = at - kept[i - 1], kept[(i + 1) % len(kept)] - at
            if np.arctan2(_cross(before, after), before @ after) >= np.radians(-25):
                continue
            walls = (_wall_along(wall, at, -before), _wall_along(wall, at, after))
            unit = [d / np.hypot(*d) for d in (before, after)]
            found.append(Corner(at, *unit, walls))
    return sorted(found, key=lambda c: c.at[0])


def _wall_along(wall, corner, edge):
    size = np.hypot(*edge)
    direction = edge / size
    hits = [
        any(
            _is_set(wall, corner + direction * t + _left(direction) * o)
            for o in (0.5, 1.5, -0.5, -1.5)
        )
        for t in np.arange(0.5, min(40.0, size), 1.0)
    ]
    return size if 2 * sum(hits) >= len(hits) else 0.0


def _wall_behind(corner, direction):
    lengths = [0.0]
    if corner.before @ direction > _IN_LINE:
        lengths.append(corner.walls[0])
    if -corner.after @ direction > _IN_LINE:
        lengths.append(corner.walls[1])
    return max(lengths)


def _faces(corner, direction):
    return max(_cross(corner.before, direction), _cross(corner.after, direction)) > -0.1


def find_gates(passable, wall, chains, cells, rules):
    """All lines between two corners, and from corners straight on or across, cheapest first."""
    corners = _corners(chains, wall, cells["contour_tolerance"])
    priced = []

    def is_clear(a, d, stop):
        touching, steps = 0, np.arange(_END, stop - _END, 0.5)
        for t in steps:
            if not _is_set(passable, a + d * t):
                return False
            beside = [_is_set(passable, a + d * t + _left(d) * o) for o in (2, -2)]
            touching += not all(beside)
        return 4 * touching <= len(steps)

    def near_wall(p):
        return any(
            _is_set(wall, p + np.array([x, y]))
            for y in np.arange(-1.5, 2)
            for x in np.arange(-1.5, 2)
        )

    def ends_wall(end, d):
        depth = cells["wall_depth_max"]
        points = (end - 3 * d + _left(d) * s for s in (depth, -depth, depth + 2, -depth - 2))
        return near_wall(end) and all(_is_set(passable, p) for p in points)

    def is_flush(a, b, width, side):
        d = (b - a) / width
        start = (a + b) / 2 + _left(d) * side * cells["flush_offset"]
        extent = 0.0
        for sign in (-1, 1):
            t = 0.0
            while t < 2 * width and _is_set(passable, start + d * sign * t):
                t += 0.5
            extent += t
        return extent < width / rules["flush_ratio"]

    def add(a, b, behind, tip, handicap):
        width = float(np.hypot(*(b - a)))
        least = max(cells["gap_wall_min"], rules["gap_wall_share"] * width)
        gap = tip and behind >= least and not any(is_flush(a, b, width, s) for s in (1, -1))
        priced.append((width + handicap, Gate(a, b, width, gap)))

    for i, p in enumerate(corners):
        for q in corners[i + 1 :]:
            width = np.hypot(*(q.at - p.at))
            if not cells["passage_min"] <= width <= cells["gate_max"]:
                continue
            d = (q.at - p.at) / width
            if not (_faces(p, d) and _faces(q, -d) and is_clear(p.at, d, width)):
                continue
            tip = (ends_wall(p.at, d) and near_wall(q.at)) or (
                ends_wall(q.at, -d) and near_wall(p.at)
            )
            add(p.at, q.at, _wall_behind(p, d) + _wall_behind(q, -d), tip, 0.0)
        ways = ((p.before, p.walls[0]), (-p.after, p.walls[1]))
        ways += ((_left(p.before), 99), (_left(p.after), 99))
        for d, length in ways:
            if length < 3 or not _faces(p, d):
                continue
            t = _END
            while t < cells["gate_max"] and _is_set(passable, p.at + d * t):
                t += 0.5
            if t >= cells["gate_max"] or t < _END + 1 or not is_clear(p.at, d, t):
                continue
            tip = t <= cells["abutting_gap_max"] and ends_wall(p.at, d)
            add(p.at, p.at + d * t, _wall_behind(p, d), tip, 3.0)
    return [gate for _, gate in sorted(priced, key=lambda item: item[0])]


def gate_cells(gate, shape):
    """Rows and columns of the cells that a gate's line covers."""
    d = (gate.b - gate.a) / gate.width
    points = gate.a + d * np.arange(-1.5, gate.width + 1.5 + 1e-9, 0.25)[:, None]
    x, y = np.floor(points).astype(int).T
    inside = (y >= 0) & (y < shape[0]) & (x >= 0) & (x < shape[1])
    return y[inside], x[inside]


def conflicts(gate, others, near):
    """Whether the gate crosses one of the others or says the same."""
    return any(_crosses(gate, o) or _same(gate, o, near) for o in others)


def _crosses(g, k):
    r, s = g.b - g.a, k.b - k.a
    c = _cross(r, s)
    if abs(c) < 1e-9 * g.width * k.width:
        return False
    on_g = _cross(k.a - g.a, s) / c * g.width
    on_k = _cross(k.a - g.a, r) / c * k.width
    return min(on_g, g.width - on_g, on_k, k.width - on_k) > 1.5


def _same(g, k, near):
    aa, bb, ab, ba = (
        np.hypot(*(p - q)) for p, q in ((g.a, k.a), (g.b, k.b), (g.a, k.b), (g.b, k.a))
    )
    if max(aa, bb) < near or max(ab, ba) < near:
        return True
    cosine = (g.b - g.a) @ (k.b - k.a) / (g.width * k.width)
    return (min(aa, bb) < 2 and cosine > _PARALLEL) or (min(ab, ba) < 2 and cosine < -_PARALLEL)


def abut(gate, others, near):
    """Whether two others leave one end of the gate opposite to each other and across it."""
    for end, far in ((gate.a, gate.b), (gate.b, gate.a)):
        d = (far - end) / gate.width
        leaving = [
            (stop - start) / other.width
            for other in others
            for start, stop in ((other.a, other.b), (other.b, other.a))
            if np.hypot(*(start - end)) <= near
        ]
        across = [way for way in leaving if abs(way @ d) < 0.5]
        if any(p @ q < -0.8 for p, q in combinations(across, 2)):
            return True
    return False
