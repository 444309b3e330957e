"""Rooms from gates with SciPy's transforms and plain loops; slow, and without caps."""

import numpy as np
from scipy import ndimage

from reference.boundaries import boundaries
from reference.room_gates import abut, conflicts, find_gates, gate_cells

_ROUNDS = 3
_NEAR_M = 0.3
_WINDOW = 1.5


def segment_rooms(*, free, wall, wall_likeness, cell_m, **rules):
    """(H, W) labels in reading order, and the lines that part them, in cells."""
    cells = {k[:-2]: v / cell_m for k, v in rules.items() if k.endswith("_m")}
    areas = {k[:-3]: v / cell_m**2 for k, v in rules.items() if k.endswith("_m2")}
    free = free.astype(bool)
    if wall_likeness is not None:
        free |= _box_of(free) & (wall > 0) & (wall_likeness < rules["wall_slices_min"])
    shape, found = free.shape, np.argwhere(free)
    if not len(found):
        return np.zeros(shape, np.int32), []
    top, left = found.min(0)
    bottom, right = found.max(0) + 5
    free, wall = (np.pad(m, 2)[top:bottom, left:right] for m in (free, wall > 0))
    free = _without_blobs(free, cells["furniture_max"])
    wall &= ~free
    distance = ndimage.distance_transform_edt(free)
    radius = cells["passage_min"] / 2
    core = distance > radius
    passable = free & (ndimage.distance_transform_edt(~core) <= radius) if core.any() else core
    chains = boundaries(passable)
    gates = find_gates(passable, wall, chains, cells, rules)
    gates = [g for g in gates if g.width <= _share(g, rules) * _widest(distance, free, g)]
    closed, tried = [], set()
    labels = np.zeros(free.shape, np.int32)
    for round_ in range(_ROUNDS):
        for i, gate in enumerate(gates):
            near = _NEAR_M / cell_m
            if i in tried or conflicts(gate, closed, near):
                continue
            if round_ and abut(gate, closed, near):
                continue
            tried.add(i)
            closed.append(gate)
        labels, kept = _partition(passable, distance, closed, rules, areas["room_min"])
        closed = kept
        if round_ + 1 < _ROUNDS:
            closed = [g for g in kept if not abut(g, kept, _NEAR_M / cell_m)]
    labels = _spread(_large(labels, areas["room_min"]), free, int(np.ceil(cells["nook_depth"])))
    islands, _ = ndimage.label(free & (labels == 0), np.ones((3, 3)))
    islands = _large(islands, areas["island_min"])
    result = np.zeros(shape, np.int32)
    inner = np.where(islands > 0, islands + labels.max(), labels)[2:-2, 2:-2]
    result[top : bottom - 4, left : right - 4] = inner
    return _in_reading_order(result), closed


def _box_of(mask):
    box = np.zeros_like(mask)
    if mask.any():
        rows, cols = np.nonzero(mask)
        box[rows.min() : rows.max() + 1, cols.min() : cols.max() + 1] = True
    return box


def _without_blobs(free, diameter):
    blobs, _ = ndimage.label(~free, np.ones((3, 3)))
    result = free.copy()
    for i, where in enumerate(ndimage.find_objects(blobs), 1):
        outside = any(s.start == 0 or s.stop == n for s, n in zip(where, free.shape, strict=True))
        if not outside and _reach(np.argwhere(blobs == i)) <= diameter:
            result[blobs == i] = True
    return result


def _reach(cells):
    """How far the cells reach along eight directions all around, corner to corner."""
    corners = np.concatenate([cells + shift for shift in ((0, 0), (0, 1), (1, 0), (1, 1))])
    angles = np.pi * np.arange(8) / 8
    return np.ptp(corners @ np.stack([np.sin(angles), np.cos(angles)]), axis=0).max()


def _share(gate, rules):
    return rules["gap_ratio"] if gate.gap else rules["mouth_ratio"]


def _disc(shape, gate):
    """Every second cell of the blocks of 4 x 4 whose middles lie near the gate's."""
    row, col = np.indices(shape)
    x, y = (col // 4 + 0.5) * 4, (row // 4 + 0.5) * 4
    middle = (gate.a + gate.b) / 2
    near = np.hypot(x - middle[0], y - middle[1]) <= _WINDOW * gate.width
    return near & (row % 2 == 0) & (col % 2 == 0)


def _widest(distance, free, gate):
    return 2 * distance[_disc(free.shape, gate) & free].max(initial=0)


def _partition(passable, distance, gates, rules, area_min):
    cut = passable.copy()
    for gate in gates:
        cut[gate_cells(gate, cut.shape)] = False
    labels, count = ndimage.label(cut)
    space = np.arange(count + 1)
    sides = [_sides(labels, gate) for gate in gates]
    views = [
        _view(labels, distance, g) if min(s) else {} for g, s in zip(gates, sides, strict=True)
    ]
    area = np.bincount(labels.ravel(), minlength=count + 1).astype(float)

    def openness(i):
        gate, (a, b) = gates[i], (space[s] for s in sides[i])
        if a == b or not min(sides[i]):
            return 0.0
        ratios = []
        for s in (a, b):
            seen = [d for label, d in views[i].items() if space[label] == s]
            ratios.append(gate.width / max(2 * max(seen, default=0.0), 2e-3))
        sizes = [area[space == s].sum() for s in (a, b)]
        if min(sizes) < area_min:
            return 3 + min(ratios)
        narrow = sizes[0] if ratios[0] > ratios[1] else sizes[1]
        mouth = min(ratios) <= rules["mouth_ratio"]
        mouth &= narrow >= rules["mouth_elongation"] * gate.width**2
        gap = gate.gap and min(ratios) <= rules["gap_ratio"]
        return 0.0 if gap or mouth else min(ratios)

    while gates:
        opens = [openness(i) for i in range(len(gates))]
        best = int(np.argmax(opens))
        if opens[best] <= 0:
            break
        a, b = sorted(space[s] for s in sides[best])
        space[space == b] = a
    kept = [g for g, s in zip(gates, sides, strict=True) if min(s) and space[s[0]] != space[s[1]]]
    return space[labels].astype(np.int32), kept


def _sides(labels, gate):
    across = gate.b - gate.a
    normal = np.array([-across[1], across[0]]) / gate.width
    found = []
    for side in (1, -1):
        label = 0
        for along in (0.5, 0.35, 0.65, 0.2, 0.8):
            for offset in (1.6, 2.5, 4.0):
                x, y = (gate.a + across * along + normal * side * offset).astype(int)
                if 0 <= y < labels.shape[0] and 0 <= x < labels.shape[1]:
                    label = label or labels[y, x]
        found.append(label)
    return found


def _view(labels, distance, gate):
    inside = _disc(labels.shape, gate) & (labels > 0)
    seen = np.unique(labels[inside])
    return {label: distance[inside & (labels == label)].max() for label in seen}


def _large(labels, area):
    sizes = np.bincount(labels.ravel())
    return np.where(sizes[labels] >= area, labels, 0)


def _spread(labels, free, steps):
    for _ in range(steps):
        grown = labels.copy()
        for axis in (0, 1):
            for step in (1, -1):
                beside = np.roll(labels, step, axis)
                grown = np.where(free & (grown == 0), beside, grown)
        labels = grown
    return labels


def _in_reading_order(labels):
    found, first = np.unique(labels, return_index=True)
    order = np.zeros(int(labels.max(initial=0)) + 1, np.int32)
    rooms = found[np.argsort(first)]
    rooms = rooms[rooms > 0]
    order[rooms] = np.arange(1, len(rooms) + 1)
    return order[labels]
