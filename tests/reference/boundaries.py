"""Boundaries of masks and their corners, one step at a time."""

import numpy as np

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # east, south, west, north; x, y


def boundaries(mask):
    """Closed chains of cell corners with the set cells on the right; outer chains first."""
    padded = np.pad(mask.astype(bool), 1)

    def at(x, y):
        return padded[y + 1, x + 1]

    def border(x, y, way):
        right = ((x, y), (x - 1, y), (x - 1, y - 1), (x, y - 1))[way]
        left = ((x, y - 1), (x, y), (x - 1, y), (x - 1, y - 1))[way]
        return at(*right) and not at(*left)

    seen, chains = set(), []
    for y, x in np.argwhere(padded[1:-1, 1:-1] & ~padded[:-2, 1:-1]):
        if (x, y, 0) in seen:
            continue
        chain, way = [], 0
        while (x, y, way) not in seen:
            seen.add((x, y, way))
            chain.append((x, y))
            x, y = x + _STEPS[way][0], y + _STEPS[way][1]
            way = next(w % 4 for w in (way + 1, way, way + 3) if border(x, y, w % 4))
        chains.append(np.array(chain, float))
    return sorted(chains, key=lambda chain: signed_area(chain) <= 0)


def signed_area(ring):
    """Shoelace area."""
    x, y = ring.T
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2)


def kept_corners(ring, tolerance):
    """Indices that Douglas-Peucker keeps, cut first at two points far apart."""
    if len(ring) < 4:
        return np.arange(len(ring))
    start = int(np.argmax(((ring - ring[0]) ** 2).sum(1)))
    chain = np.roll(ring, -start, axis=0)
    middle = int(np.argmax(((chain - chain[0]) ** 2).sum(1)))
    chain = np.vstack([chain, chain[:1]])
    keep = {0, middle} | _between(chain, 0, middle, tolerance)
    keep |= _between(chain, middle, len(chain) - 1, tolerance)
    return np.array(sorted((k + start) % len(ring) for k in keep))


def _between(chain, first, last, tolerance):
    inner = chain[first + 1 : last]
    if not len(inner):
        return set()
    a, d = chain[first], chain[last] - chain[first]
    squared = d @ d
    if squared == 0:
        distance = np.hypot(*(inner - a).T)
    else:
        t = np.clip((inner - a) @ d / squared, 0, 1)
        distance = np.hypot(*(inner - a - t[:, None] * d).T)
    worst = int(np.argmax(distance))
    if distance[worst] <= tolerance:
        return set()
    cut = first + 1 + worst
    left = _between(chain, first, cut, tolerance)
    return {cut} | left | _between(chain, cut, last, tolerance)
