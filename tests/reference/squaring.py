"""Boundaries at right angles: edges as lists of points, flattened one step at a time."""

import numpy as np

from reference.boundaries import kept_corners


def squared(ring, direction, tolerance, step_min, oblique_cost):
    """The ring with edges along and across ``direction``, but for oblique ones."""
    c, s = np.cos(direction), np.sin(direction)
    points = ring @ np.array([[c, -s], [s, c]])
    edges = _edges(points, tolerance, step_min, oblique_cost)
    while len(edges) > 4:
        lengths = [_step(edges, i, step_min) for i in range(len(edges))]
        shortest = int(np.argmin(lengths))
        if lengths[shortest] >= step_min:
            break
        edges = (
            edges[shortest - 1 :] + edges[: shortest - 1] if shortest else (edges[-1:] + edges[:-1])
        )
        edges = [_joined(points, edges[0], edges[2]), *edges[3:]]
    corners = []
    for edge, following in zip(edges, edges[1:] + edges[:1], strict=True):
        corners += _corner(points, edge, following)
    return np.array(corners) @ np.array([[c, s], [-s, c]])


def _edges(points, tolerance, step_min, oblique_cost):
    kept = kept_corners(points, tolerance)
    edges = []
    for first, last in zip(kept, [*kept[1:], kept[0] + len(points)], strict=True):
        dx, dy = points[last % len(points)] - points[first]
        kind = "o" if abs(dx * dy) / 4 > oblique_cost else "x" if abs(dx) >= abs(dy) else "y"
        edge = (kind, first, last, _place(points, kind, first, last))
        if not edges or kind == "o" or edges[-1][0] != kind:
            edges.append(edge)
        elif abs(edges[-1][3] - edge[3]) < step_min:
            edges[-1] = _joined(points, edges[-1], edge)
        else:
            at = points[first][0 if kind == "x" else 1]
            edges += [("y" if kind == "x" else "x", first, first, at), edge]
    while len(edges) > 1 and edges[-1][0] == edges[0][0] != "o":
        edges[0] = _joined(points, edges.pop(), edges[0])
    return edges


def _place(points, kind, first, last):
    if kind == "o":
        return 0.0
    chain = np.take(points, np.arange(first, last + 1), axis=0, mode="wrap")
    run, across = (0, 1) if kind == "x" else (1, 0)
    steps = np.diff(chain[:, run])
    middles = (chain[1:, across] + chain[:-1, across]) / 2
    if abs(steps.sum()) > 0.5:
        return float(steps @ middles / steps.sum())
    return float(middles.sum() / max(1, last - first))


def _joined(points, a, b):
    last = b[2] if b[2] > a[1] else b[2] + len(points)
    return (a[0], a[1], last, _place(points, a[0], a[1], last))


def _step(edges, i, step_min):
    before, after = edges[i - 1], edges[(i + 1) % len(edges)]
    if edges[i][0] == "o" or before[0] != after[0] or before[0] == "o":
        return step_min
    return abs(before[3] - after[3])


def _corner(points, edge, following):
    shared = points[edge[2] % len(points)]

    def onto(e):
        return (shared[0], e[3]) if e[0] == "x" else (e[3], shared[1])

    if "o" in (edge[0], following[0]):
        first = [] if edge[0] == "o" else [onto(edge)]
        return [*first, tuple(shared), *([] if following[0] == "o" else [onto(following)])]
    if edge[0] == following[0]:
        return [onto(edge), onto(following)]
    return [(following[3], edge[3]) if edge[0] == "x" else (edge[3], following[3])]
