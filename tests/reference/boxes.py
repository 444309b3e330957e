"""Box measures by other roads: half-space vertices and hulls, and bounded least squares."""

from itertools import combinations

import numpy as np
from scipy.optimize import lsq_linear
from scipy.spatial import ConvexHull, QhullError

THIN = 1e-3


def _parts(box):
    return box[:3], np.maximum(box[3:6], THIN) / 2, box[6:].reshape(3, 3)


def _corners(box):
    center, half, R = _parts(box)
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, 8).T
    return center + (signs * half) @ R.T


def _half_spaces(box, origin):
    center, half, R = _parts(box)
    normals = np.concatenate([R.T, -R.T])
    return normals, normals @ (center - origin) + np.concatenate([half, half])


def _hull_volume(points):
    if len(points) <= points.shape[1]:
        return 0.0
    try:
        return float(ConvexHull(points).volume)
    except QhullError:  # flat
        return 0.0


def _common(normals, offsets):
    """Volume (area in 2D) of the points that all half-spaces hold, through their corners."""
    dim = normals.shape[1]
    corners = []
    for rows in map(list, combinations(range(len(normals)), dim)):
        if abs(np.linalg.det(normals[rows])) > 1e-9:
            point = np.linalg.solve(normals[rows], offsets[rows])
            if (normals @ point <= offsets + 1e-9).all():
                corners.append(point)
    return _hull_volume(np.array(corners).reshape(-1, dim))


def _volume(box):
    return float(np.prod(2 * _parts(box)[1]))


def _intersection(a, b):
    parts = [_half_spaces(box, a[:3]) for box in (a, b)]
    return _common(np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]))


def _footprint(box, origin):
    hull = ConvexHull(_corners(box)[:, :2] - origin)
    return hull.equations[:, :2], -hull.equations[:, 2], float(hull.volume)


def _iou(a, b):
    common = _intersection(a, b)
    return common / (_volume(a) + _volume(b) - common)


def _footprint_overlap(a, b):
    one, other = (_footprint(box, a[:2]) for box in (a, b))
    common = _common(np.concatenate([one[0], other[0]]), np.concatenate([one[1], other[1]]))
    return common / min(one[2], other[2])


def _gap(a, b):
    """Nearest points c_a + R_a p and c_b + R_b q with p and q inside the half sides."""
    (ca, ha, Ra), (cb, hb, Rb) = _parts(a), _parts(b)
    limit = np.concatenate([ha, hb])
    found = lsq_linear(
        np.hstack([Ra, -Rb]), cb - ca, bounds=(-limit, limit), method="bvls", tol=1e-14
    )
    return float(np.sqrt(2 * found.cost))


def _table(a, b, measure):
    return np.array([[measure(x, y) for y in b] for x in a]).reshape(len(a), len(b))


def box_iou(a, b):
    return _table(a, b, _iou)


def box_containment(a, b):
    return _table(a, b, lambda x, y: _intersection(x, y) / _volume(x))


def footprint_overlap(a, b):
    return _table(a, b, _footprint_overlap)


def box_gap(a, b, *, max_gap_m):
    gaps = _table(a, b, _gap)
    gaps[gaps > max_gap_m] = np.inf
    return gaps
