"""Room masks cleaned and squared with SciPy's labelling and plain loops."""

import numpy as np
from scipy import ndimage

from reference.boundaries import boundaries, kept_corners, signed_area


def join_fragments(labels, area_min):
    """Loose pieces go to the neighbour with the longest shared border, or become 0."""
    pieces = []  # (label, mask)
    for room in np.unique(labels[labels > 0]):
        parts, count = ndimage.label(labels == room)
        pieces += [(room, parts == i + 1) for i in range(count)]
    largest = {}
    for i, (room, mask) in enumerate(pieces):
        if room not in largest or mask.sum() > pieces[largest[room]][1].sum():
            largest[room] = i
    loose = [
        i for i, (room, mask) in enumerate(pieces) if largest[room] != i or mask.sum() < area_min
    ]
    firm = labels.copy()
    for i in loose:
        firm[pieces[i][1]] = 0
    result = firm.copy()
    for i in loose:
        mask = pieces[i][1]
        shared = {}
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
            beside = firm[_moved(mask, axis, step)]
            for room in beside[beside > 0]:
                shared[room] = shared.get(room, 0) + 1
        if shared:
            result[mask] = max(sorted(shared), key=lambda room: shared[room])
    return result


def _moved(mask, axis, step):
    moved = np.zeros_like(mask)
    source, target = [slice(None)] * 2, [slice(None)] * 2
    source[axis] = slice(0, -1) if step > 0 else slice(1, None)
    target[axis] = slice(1, None) if step > 0 else slice(0, -1)
    moved[tuple(target)] = mask[tuple(source)]
    return moved


def fill_holes(labels, area_max):
    """Zero cells that one room alone encloses become that room's."""
    holes, count = ndimage.label(labels == 0)
    edge = set(holes[0]) | set(holes[-1]) | set(holes[:, 0]) | set(holes[:, -1])
    result = labels.copy()
    for hole in set(range(1, count + 1)) - edge:
        mask = holes == hole
        beside = set(labels[ndimage.binary_dilation(mask) & ~mask])
        if len(beside) == 1 and mask.sum() <= area_max:
            result[mask] = beside.pop()
    return result


def direction(rings, tolerance):
    """Peak of the edges' directions modulo 90 degrees, weighted by squared length."""
    edges = []
    for ring in rings:
        kept = kept_corners(ring, tolerance)
        for first, last in zip(kept, [*kept[1:], kept[0] + len(ring)], strict=True):
            chain = np.take(ring, np.arange(first, last + 1), axis=0, mode="wrap")
            half = (last - first) // 2
            edges.append(2 * (chain[-half - 1 :].mean(0) - chain[: half + 1].mean(0)))
    edges = np.array(edges)
    quarter, bins = np.pi / 2, 180
    angles = np.mod(np.arctan2(edges[:, 1], edges[:, 0]), quarter)
    weights = (edges**2).sum(1)
    index = np.minimum((angles / quarter * bins).astype(int), bins - 1)
    weight = np.bincount(index, weights, bins)
    peak = np.argmax(np.roll(weight, 1) + weight + np.roll(weight, -1))
    centre = (peak + 0.5) * quarter / bins
    off = np.mod(angles - centre + quarter / 2, quarter) - quarter / 2
    near = np.abs(off) <= 2 * quarter / bins
    return np.mod(centre + np.average(off[near], weights=weights[near]), quarter)


def painted(rings_of_rooms, owners):
    """Cells whose centres lie inside; where rooms overlap the owner's, else the lower label's."""
    y, x = np.indices(owners.shape) + 0.5
    result = np.zeros_like(owners)
    for room in sorted(rings_of_rooms):
        inside = np.zeros(owners.shape, bool)
        for ring in rings_of_rooms[room]:
            for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
                if a[1] == b[1]:
                    continue
                crosses = (a[1] <= y) != (b[1] <= y)
                inside ^= crosses & (x >= a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
        take = inside & ((result == 0) | (owners == room))
        result[take] = room
    return result


def regularise_rooms(
    *, labels, cell_m, fragment_min_m2, hole_max_m2, tolerance_m, step_min_m, oblique_cost_m2
):
    """Labels and rings in metres by room; rings are squared without any second look."""
    from reference.squaring import squared

    labels = join_fragments(labels, np.ceil(fragment_min_m2 / cell_m / cell_m))
    labels = fill_holes(labels, int(hole_max_m2 / cell_m / cell_m))
    rough = {room: boundaries(labels == room) for room in np.unique(labels[labels > 0])}
    if not rough:
        return labels, {}, 0.0
    turn = direction([ring for rings in rough.values() for ring in rings], tolerance_m / cell_m)
    smooth = {}
    for room, rings in rough.items():
        smooth[room] = [
            squared(r, turn, tolerance_m / cell_m, step_min_m / cell_m, oblique_cost_m2 / cell_m**2)
            for r in rings
        ]
        assert all(signed_area(r) for r in smooth[room])
    rings_m = {room: [r * cell_m for r in rings] for room, rings in smooth.items()}
    return painted(smooth, labels), rings_m, turn
