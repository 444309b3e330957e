"""Slow twin of the box fits: sorts for the trimming, and its own convex hull."""

import numpy as np

MAX_CANDIDATES = 12


def fit_axis_aligned_box(points, weights, *, trim_share):
    return _box(points, weights, trim_share, 1.0, 0.0)


def fit_oriented_box(points, weights, *, trim_share, turn_gain):
    flat = points[:, :2].astype(np.float64) - points[0, :2].astype(np.float64)
    best = None
    for cosine, sine in _candidates(_hull(flat)):
        box = _box(points, weights, trim_share, cosine, sine)
        area = box[1][0] * box[1][1]
        if best is None or area < float(np.float32(turn_gain)) * best[0]:
            best = (area, box)
    return best[1]


def _box(points, weights, trim_share, cosine, sine):
    origin = points[0].astype(np.float64)
    R = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    local = (points.astype(np.float64) - origin) @ R
    allowance = int(np.floor(float(np.float32(trim_share)) * int(weights.sum())))
    low = np.array([_trimmed_low(axis, weights, allowance) for axis in local.T])
    high = -np.array([_trimmed_low(-axis, weights, allowance) for axis in local.T])
    return origin + R @ ((low + high) / 2), high - low, R


def _trimmed_low(values, weights, allowance):
    order = np.lexsort((weights, values))
    passed = np.cumsum(weights[order].astype(np.int64)) > allowance
    return values[order[np.argmax(passed)]] if passed.any() else values.max()


def _candidates(hull):
    edges = np.roll(hull, -1, axis=0) - hull
    squared = (edges**2).sum(1)
    edges, squared = edges[squared > 0], squared[squared > 0]
    longest = np.argsort(-squared, kind="stable")[:MAX_CANDIDATES]
    found = [(1.0, 0.0)]
    for dx, dy in edges[longest] / np.sqrt(squared[longest])[:, None]:
        while not (dx > 0 and -dx < dy <= dx):
            dx, dy = dy, -dx
        found.append((dx, dy))
    return sorted(found, key=lambda d: (abs(d[1]), -d[1]))


def _hull(points):
    points = np.unique(points, axis=0)
    if len(points) < 3:
        return points
    chains = []
    for ordered in (points, points[::-1]):
        chain = []
        for p in ordered:
            while len(chain) >= 2 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    return np.array(chains[0] + chains[1])


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
