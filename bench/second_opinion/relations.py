"""Numba's version of the relations: every subject against every box, all in one loop."""

import math

import numba
import numpy as np

ON, UNDER, INSIDE, ABOVE = 1, 2, 3, 4
CONTAINER, RAISED, GROUND, FIXED, BARE, STEMMED = 1, 2, 3, 4, 5, 6


@numba.njit(cache=False)
def _corners(box):
    """Four corners of the footprint of an upright box, counter-clockwise."""
    R = box[6:].reshape(3, 3)
    up = 0
    for i in range(3):
        if abs(R[2, i]) > 0.9:
            up = i
    a, b = (up + 1) % 3, (up + 2) % 3
    ax, ay = R[0, a] * box[3 + a] / 2, R[1, a] * box[3 + a] / 2
    bx, by = R[0, b] * box[3 + b] / 2, R[1, b] * box[3 + b] / 2
    if ax * by - ay * bx < 0:
        bx, by = -bx, -by
    out = np.empty((4, 2))
    for k, (s, t) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        out[k] = box[0] + s * ax + t * bx, box[1] + s * ay + t * by
    return out, box[2] - box[3 + up] / 2, box[2] + box[3 + up] / 2


@numba.njit(cache=False)
def _common(p, q):
    """Area of the intersection of two convex quadrilaterals."""
    kept = np.empty((16, 2))
    cut = np.empty((16, 2))
    n = 4
    kept[:4] = p
    for e in range(4):
        x0, y0 = q[e]
        ux, uy = q[(e + 1) % 4, 0] - x0, q[(e + 1) % 4, 1] - y0
        m = 0
        for i in range(n):
            j = (i + 1) % n
            a = ux * (kept[i, 1] - y0) - uy * (kept[i, 0] - x0)
            b = ux * (kept[j, 1] - y0) - uy * (kept[j, 0] - x0)
            if a >= 0:
                cut[m] = kept[i]
                m += 1
            if (a > 0 and b < 0) or (a < 0 and b > 0):
                cut[m] = kept[i] + a / (a - b) * (kept[j] - kept[i])
                m += 1
        kept, cut, n = cut, kept, m
    twice = 0.0
    for i in range(n):
        j = (i + 1) % n
        twice += kept[i, 0] * kept[j, 1] - kept[j, 0] * kept[i, 1]
    return twice / 2


@numba.njit(cache=False)
def _aside(p, q):
    """Distance of two convex quadrilaterals that do not overlap."""
    best = np.inf
    for one, other in ((p, q), (q, p)):
        for i in range(4):
            for j in range(4):
                a, u = other[j], other[(j + 1) % 4] - other[j]
                d = one[i] - a
                t = min(1.0, max(0.0, (d[0] * u[0] + d[1] * u[1]) / (u[0] ** 2 + u[1] ** 2)))
                best = min(best, math.hypot(d[0] - t * u[0], d[1] - t * u[1]))
    return best


@numba.njit(cache=False)
def _reading(up, low, kinds, area, z0, z1, common, r):
    """Code and confidence of `up` over, in or under `low`; rules in the order of the core's."""
    ku, kl = kinds[up], kinds[low]
    none = 0, -1.0
    if ku == GROUND:
        return none
    overlap = common / min(area[up], area[low])
    cover, own = common / area[low], common / area[up]
    small = area[up] <= r[7] * area[low]
    height, rise = z1[low] - z0[low], z0[up] - z1[low]
    sink = r[6] * height if small and kl not in (CONTAINER, GROUND) else 0.0
    reach = max(r[3], sink)
    held = own if ku == RAISED else overlap
    able = ku != FIXED and kl not in (FIXED, BARE, STEMMED)
    able = able and not (ku == RAISED and kl == RAISED)
    contact = r[5] if ku == STEMMED else r[4]
    middle = (z0[up] + z1[up]) / 2
    if kl == CONTAINER:
        rises = middle >= z1[low]
    else:
        rises = z1[up] >= z1[low] - sink and middle >= (z0[low] + z1[low]) / 2
    if able and rises and held >= r[2] and -reach <= rise <= contact:
        return ON, held * (1 - 0.5 * abs(rise) / (contact if rise > 0 else reach))
    if kl == GROUND:
        return none
    is_low = z0[up] < z0[low] + r[8] * height
    volume_up, volume = area[up] * (z1[up] - z0[up]), area[low] * height
    furniture = kl == RAISED and ku != RAISED
    if able and rise < 0:
        sits = False
        if not is_low and height <= r[9]:
            if furniture:
                sits = overlap >= r[2] and volume_up < volume
            else:
                sits = small and kl != CONTAINER and overlap >= r[11]
        drapes = furniture and cover >= r[10] and own >= r[2] and z1[up] >= z1[low] - r[3]
        if sits or drapes:
            return ON, overlap * 0.9
    inside = common * max(0.0, min(z1[up], z1[low]) - max(z0[up], z0[low])) / volume_up
    if rise < 0 and volume_up < volume and inside >= r[11]:
        if kl != RAISED:
            return (INSIDE, inside) if able and ku != RAISED else none
        beneath = is_low and cover < r[10]
        if not beneath and not able:
            return none
        return (UNDER if beneath else ON), inside * 0.9
    if overlap >= r[2] and contact < rise <= r[12]:
        return ABOVE, overlap * (1 - 0.5 * rise / r[12])
    return none


@numba.njit(cache=False)
def _relate(boxes, kinds, groups, subjects, r):
    n = len(boxes)
    quads, z0, z1, area = np.empty((n, 4, 2)), np.empty(n), np.empty(n), np.empty(n)
    for i in range(n):
        quads[i], z0[i], z1[i] = _corners(boxes[i])
        area[i] = _common(quads[i], quads[i])
    out = [(0, 0, 0, 0.0) for _ in range(0)]
    for s in subjects:
        near = [(0.0, 0.0, 0) for _ in range(0)]
        for o in range(n):
            far = math.hypot(boxes[s, 0] - boxes[o, 0], boxes[s, 1] - boxes[o, 1])
            sizes = np.sqrt((boxes[s, 3:6] ** 2).sum()) + np.sqrt((boxes[o, 3:6] ** 2).sum())
            if o == s or far > sizes / 2 + max(r[0], r[13]):
                continue
            same = groups[s] < 0 or groups[o] < 0 or groups[s] == groups[o]
            common = _common(quads[s], quads[o])
            code, value, touching = 0, -1.0, False
            if common > 0:
                code, value = _reading(s, o, kinds, area, z0, z1, common, r)
                back, other = _reading(o, s, kinds, area, z0, z1, common, r)
                touching = code not in (0, ABOVE)
                if other > value or (other == value and o < s):
                    touching = back not in (0, ABOVE)
                    named = back in (ON, ABOVE) and kinds[s] != GROUND
                    code, value = (UNDER if named else 0), other
            stacked = code > 0 and (touching or same)
            if stacked:
                out.append((s, o, code, value))
            if touching or not same or kinds[s] == GROUND or kinds[o] == GROUND:
                continue
            dz = max(0.0, z0[s] - z1[o], z0[o] - z1[s])
            gap = math.hypot(0.0 if common > 0 else _aside(quads[s], quads[o]), dz)
            if gap <= r[0]:
                near.append((gap, ((boxes[s, :3] - boxes[o, :3]) ** 2).sum(), o))
            hs, ho = z1[s] - z0[s], z1[o] - z0[o]
            offset = min(abs(z0[s] - z0[o]), abs(z0[s] + z1[s] - z0[o] - z1[o]) / 2)
            level = offset <= r[14] and min(hs, ho) >= r[15] * max(hs, ho)
            if level and not stacked and gap <= r[13]:
                out.append((s, o, 5, 1 - 0.5 * gap / r[13]))
        near.sort()
        for gap, _, o in near[: int(r[1])]:
            out.append((s, o, 0, 1 - 0.5 * gap / r[0]))
    return out


def relate_boxes(boxes, *, kinds, groups, subjects, **rules):
    """Upright boxes only; as kernels.relate_boxes."""
    numbers = np.array([float(value) for value in rules.values()])
    rows = _relate(boxes, kinds, groups, subjects, numbers)
    place = {int(s): i for i, s in enumerate(subjects)}
    rows.sort(key=lambda row: (place[row[0]], row[1], row[2]))
    types = (np.int32, np.int32, np.uint8, np.float32)
    return tuple(np.array([row[i] for row in rows], t) for i, t in enumerate(types))
