"""The ray caster's inner loops, compiled by Numba when the first house is drawn.

All solids are tested as the unit box, frustum or ball: a ray is brought into the solid's own
stretched frame, where its parameter t stays the same.
"""

import math

import numpy as np
from numba import njit

_EPS = 1e-9


@njit(error_model="numpy", fastmath={"nnan", "nsz"})
def _enter(bounds, node, o0, o1, o2, i0, i1, i2, far):  # type: ignore[no-untyped-def]
    """Where the ray enters a node's box, or infinity if it misses it or that is beyond ``far``."""
    a, b = (bounds[node, 0] - o0) * i0, (bounds[node, 3] - o0) * i0
    near, leave = min(a, b), max(a, b)
    a, b = (bounds[node, 1] - o1) * i1, (bounds[node, 4] - o1) * i1
    near, leave = max(near, min(a, b)), min(leave, max(a, b))
    a, b = (bounds[node, 2] - o2) * i2, (bounds[node, 5] - o2) * i2
    near, leave = max(near, min(a, b), 0.0), min(leave, max(a, b), far)
    return near if near <= leave else math.inf


@njit(error_model="numpy", fastmath={"nnan", "nsz"})
def _hit_box(x, y, z, u, v, w):  # type: ignore[no-untyped-def]
    """First t > 0 at which x + t u ... meets the unit box, or infinity."""
    a, b = (-1.0 - x) / u, (1.0 - x) / u
    near, leave = min(a, b), max(a, b)
    a, b = (-1.0 - y) / v, (1.0 - y) / v
    near, leave = max(near, min(a, b)), min(leave, max(a, b))
    a, b = (-1.0 - z) / w, (1.0 - z) / w
    near, leave = max(near, min(a, b)), min(leave, max(a, b))
    if not (near <= leave and leave > _EPS):
        return math.inf
    return near if near > _EPS else leave


@njit(error_model="numpy", fastmath={"nnan", "nsz"})
def _hit_round(kind, taper, x, y, z, u, v, w):  # type: ignore[no-untyped-def]
    """The same for the unit ball (kind 2) and the unit frustum, whose radius is m + n z."""
    best = math.inf
    if kind == 2:
        a, b, c = u * u + v * v + w * w, x * u + y * v + z * w, x * x + y * y + z * z - 1.0
    else:
        m, n = (taper + 1.0) / 2.0, (taper - 1.0) / 2.0
        r = m + n * z
        a, b, c = u * u + v * v - n * n * w * w, x * u + y * v - r * n * w, x * x + y * y - r * r
    d = b * b - a * c
    if d >= 0.0 and abs(a) > 1e-14:
        root = math.sqrt(d)
        for t in ((-b - root) / a, (-b + root) / a):
            if t > _EPS and t < best and (kind == 2 or abs(z + t * w) <= 1.0):
                best = t
    if kind == 1:
        for side in (-1.0, 1.0):
            t = (side - z) / w
            r = 1.0 if side < 0.0 else taper
            if _EPS < t < best and (x + t * u) ** 2 + (y + t * v) ** 2 <= r * r:
                best = t
    return best


@njit(error_model="numpy", fastmath={"nnan", "nsz"})
def _first_hit(o0, o1, o2, d0, d1, d2, far, any_hit, scene):  # type: ignore[no-untyped-def]
    """Nearest solid along a ray and its t; with ``any_hit`` whichever is found first."""
    kinds, shapes, bounds, links, stack, waits = scene
    d0 = d0 if abs(d0) > 1e-12 else 1e-12
    d1 = d1 if abs(d1) > 1e-12 else 1e-12
    d2 = d2 if abs(d2) > 1e-12 else 1e-12
    i0, i1, i2 = 1.0 / d0, 1.0 / d1, 1.0 / d2
    hit, depth = -1, 1
    stack[0], waits[0] = 0, 0.0
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if waits[depth] >= far:
            continue
        while links[node, 1] == 0:
            first = links[node, 0]
            a = _enter(bounds, first, o0, o1, o2, i0, i1, i2, far)
            b = _enter(bounds, first + 1, o0, o1, o2, i0, i1, i2, far)
            node = first if a <= b else first + 1
            if max(a, b) < math.inf:
                stack[depth], waits[depth] = 2 * first + 1 - node, max(a, b)
                depth += 1
            if min(a, b) == math.inf:
                break
        if links[node, 1] == 0:
            continue
        for i in range(links[node, 0], links[node, 0] + links[node, 1]):
            px, py, pz = o0 - shapes[i, 0], o1 - shapes[i, 1], o2 - shapes[i, 2]
            c, n = shapes[i, 3], shapes[i, 4]
            h0, h1, h2 = shapes[i, 9], shapes[i, 10], shapes[i, 11]
            x, y, z = (c * px + n * py) * h0, (c * py - n * px) * h1, pz * h2
            u, v, w = (c * d0 + n * d1) * h0, (c * d1 - n * d0) * h1, d2 * h2
            if kinds[i, 0] == 0:
                t = _hit_box(x, y, z, u, v, w)
            else:
                t = _hit_round(kinds[i, 0], shapes[i, 8], x, y, z, u, v, w)
            if t < far:
                far, hit = t, i
                if any_hit:
                    return hit, far
    return hit, far


@njit(error_model="numpy", fastmath={"nnan", "nsz"})
def _hash(a, b):  # type: ignore[no-untyped-def]
    """A number of 0 to 1 that looks random, the same for the same cell."""
    h = (int(a) * 374761393 + int(b) * 668265263) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535.0


@njit(error_model="numpy", fastmath={"nnan", "nsz"})
def _mix(texture, u, v, pitch):  # type: ignore[no-untyped-def]
    """Share of the second colour at texture coordinates u v, metres."""
    a, b = math.floor(u / pitch), math.floor(v / pitch)
    fu, fv = u / pitch - a, v / pitch - b
    if texture == 1:
        return float((int(a) + int(b)) & 1)
    if texture == 2:
        return float(int(a) & 1)
    if texture == 3:
        grain = 0.5 + 0.5 * math.sin(40.0 * fv + 3.0 * math.sin(5.0 * u + 7.0 * b))
        joint = 1.0 if fv < 0.03 else 0.0
        return min(1.0, 0.45 * _hash(b, 3) + 0.35 * grain + 0.6 * joint)
    if texture == 4:
        return _hash(a, b)
    if texture == 5:
        return 1.0 if min(fu, fv) < 0.06 else 0.12 * _hash(a, b)
    if texture == 6:  # hills under a sky, for pictures and windows
        w = v / pitch
        hills = 0.16 * math.sin(4.0 * u / pitch) + 0.1 * math.sin(9.0 * u / pitch + 2.0) - 0.1
        sun = (u / pitch - 0.2) ** 2 + (w - 0.28) ** 2 < 0.012
        return 1.0 if (w < hills or sun) else max(0.0, 0.25 - 0.4 * w)
    if texture == 7:
        return 1.0 if (fu - 0.5) ** 2 + (fv - 0.5) ** 2 < 0.07 else 0.0
    return 0.25 * _hash(math.floor(u * 40.0), math.floor(v * 40.0))


@njit(error_model="numpy", fastmath={"nnan", "nsz"})
def _surface(kind, shapes, i, p0, p1, p2):  # type: ignore[no-untyped-def]
    """Unit normal in the world and texture coordinates of a point on a solid."""
    px, py, pz, c, n = (
        p0 - shapes[i, 0],
        p1 - shapes[i, 1],
        p2 - shapes[i, 2],
        shapes[i, 3],
        shapes[i, 4],
    )
    x, y, z = c * px + n * py, c * py - n * px, pz
    ux, uy, uz = x / shapes[i, 5], y / shapes[i, 6], z / shapes[i, 7]
    nx, ny, nz = 0.0, 0.0, 0.0
    u, v = 0.0, z
    if kind == 0:
        if abs(uz) >= max(abs(ux), abs(uy)):
            nz, u, v = math.copysign(1.0, uz), x, y
        elif abs(ux) >= abs(uy):
            nx, u = math.copysign(1.0, ux), y
        else:
            ny, u = math.copysign(1.0, uy), x
    elif kind == 2:
        u = math.atan2(y, x) * shapes[i, 5]
        nx, ny, nz = ux / shapes[i, 5], uy / shapes[i, 6], uz / shapes[i, 7]
    elif abs(uz) > 1.0 - _EPS:
        nz, u, v = math.copysign(1.0, uz), x, y
    else:
        u = math.atan2(y, x) * shapes[i, 5]
        slope = (shapes[i, 8] - 1.0) / 2.0
        r = (shapes[i, 8] + 1.0) / 2.0 + slope * uz
        nx, ny, nz = ux / shapes[i, 5], uy / shapes[i, 6], -r * slope / shapes[i, 7]
    size = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-30
    return (c * nx - n * ny) / size, (n * nx + c * ny) / size, nz / size, u, v


@njit(error_model="numpy", fastmath={"nnan", "nsz"})
def _light(p0, p1, p2, n0, n1, n2, lights, i, before, lit_before, shadows, scene):  # type: ignore[no-untyped-def]
    """Ambient light, stronger from above, and the room's lamp by Lambert's law.

    ``before`` is the solid that the last shadow ray left from, or -1: its answer
    ``lit_before`` is used again on the same solid, which halves the shadow rays.
    """
    l0, l1, l2 = lights[i, 0] - p0, lights[i, 1] - p1, lights[i, 2] - p2
    distance = math.sqrt(l0 * l0 + l1 * l1 + l2 * l2) + 1e-9
    facing = max(0.0, (l0 * n0 + l1 * n1 + l2 * n2) / distance)
    lit = 1.0
    if shadows and before == i:
        lit = lit_before
    elif shadows and facing > 0.0:
        e = 1e-4  # off the surface, so that it does not shadow itself
        q0, q1, q2 = p0 + e * n0, p1 + e * n1, p2 + e * n2
        if _first_hit(q0, q1, q2, l0, l1, l2, 1.0, True, scene)[0] >= 0:
            lit = 0.4
    direct = lit * 0.58 * facing / (1.0 + 0.03 * distance * distance)
    return 0.54 + 0.1 * n2 + 0.05 * n0 + 0.03 * n1 + direct, lit


@njit(nogil=True, error_model="numpy", fastmath={"nnan", "nsz"})
def cast(origin, R, rays, shadows, packed, t_out, id_out, rgb_out):  # type: ignore[no-untyped-def]
    """Follow one ray a row of ``rays``; fill t, instance id and, if given a row each, colour.

    Args:
        origin: (3,) float64, world.
        R: (3, 3) float64, camera to world.
        rays: (N, 3) float64 directions in the camera's frame; t counts in their lengths.
        shadows: cast shadow rays.
        packed: kinds, shapes, colors, lights, bounds and links of ``Packed``.
        t_out: (N,) float64, 0 where nothing is hit.
        id_out: (N,) int32.
        rgb_out: (N, 3) uint8, or (0, 3) to leave colours out.
    """
    kinds, shapes, colors, lights, bounds, links = packed
    stack, waits = np.empty(128, np.int32), np.empty(128, np.float64)
    scene = (kinds, shapes, bounds, links, stack, waits)
    draw = rgb_out.shape[0] == rays.shape[0]
    o0, o1, o2 = origin[0], origin[1], origin[2]
    before, lamp_lit = -1, 1.0
    for k in range(rays.shape[0]):
        a, b, c = rays[k, 0], rays[k, 1], rays[k, 2]
        d0 = R[0, 0] * a + R[0, 1] * b + R[0, 2] * c
        d1 = R[1, 0] * a + R[1, 1] * b + R[1, 2] * c
        d2 = R[2, 0] * a + R[2, 1] * b + R[2, 2] * c
        i, t = _first_hit(o0, o1, o2, d0, d1, d2, 1e9, False, scene)
        t_out[k] = t if i >= 0 else 0.0
        id_out[k] = kinds[i, 2] if i >= 0 else 0
        if not draw or i < 0:
            continue
        p0, p1, p2 = o0 + t * d0, o1 + t * d1, o2 + t * d2
        n0, n1, n2, u, v = _surface(kinds[i, 0], shapes, i, p0, p1, p2)
        lit, lamp_lit = _light(p0, p1, p2, n0, n1, n2, lights, i, before, lamp_lit, shadows, scene)
        before = i if before != i else -1
        m = _mix(kinds[i, 1], u, v, colors[i, 6])
        if kinds[i, 1] == 0:
            lit, m = lit * (1.0 + 0.06 * (m - 0.12)), 0.0
        for j in range(3):
            value = lit * (colors[i, j] * (1.0 - m) + colors[i, 3 + j] * m)
            rgb_out[k, j] = np.uint8(min(255.0, value))
