"""How deep two solids of a house reach into each other, by separating axes."""

import math

import numpy as np

from inherit_fast.datasets.house.shapes import bounds_of


def depth_m(a, b):
    """Penetration of two upright solids; round ones count as upright elliptic cylinders."""
    gap_z = abs(a.center[2] - b.center[2]) - a.reach[2] - b.reach[2]
    axes = [(math.cos(s.yaw + t), math.sin(s.yaw + t)) for s in (a, b) for t in (0, math.pi / 2)]
    if "box" not in (a.kind, b.kind):
        d = np.subtract(b.center[:2], a.center[:2])
        axes.append(tuple(d / (np.linalg.norm(d) + 1e-12)))
    gaps = [_gap(a, b, axis) for axis in axes]
    return max(0.0, -max(gap_z, *gaps))


def _gap(a, b, axis):
    between = abs((b.center[0] - a.center[0]) * axis[0] + (b.center[1] - a.center[1]) * axis[1])
    return between - _half(a, axis) - _half(b, axis)


def _half(solid, axis):
    c, s = math.cos(solid.yaw), math.sin(solid.yaw)
    along, across = axis[0] * c + axis[1] * s, axis[1] * c - axis[0] * s
    x, y, _ = solid.reach
    if solid.kind == "box":
        return abs(along) * x + abs(across) * y
    return math.hypot(along * x, across * y)


def overlaps(groups, tolerance_m):
    """Pairs of group keys whose solids penetrate; ``groups`` maps a key to solids."""
    entries = [(key, s) for key, solids in groups.items() for s in solids]
    boxes = np.array([[*lo, *hi] for lo, hi in (bounds_of([s]) for _, s in entries)])
    found = {}
    for i, (key, solid) in enumerate(entries):
        near = (boxes[i + 1 :, :3] < boxes[i, 3:] - tolerance_m).all(axis=1)
        near &= (boxes[i + 1 :, 3:] > boxes[i, :3] + tolerance_m).all(axis=1)
        for j in np.flatnonzero(near) + i + 1:
            other, second = entries[j]
            if other != key and (depth := depth_m(solid, second)) > tolerance_m:
                pair = (key, other)
                found[pair] = max(found.get(pair, 0.0), depth)
    return found
