"""The occupancy grid with dictionaries and plain loops."""

from collections import defaultdict

import numpy as np

FLOOR = 16
F = np.float32


def _window(rules, depth, k, T, far):
    corners = [
        abs(T[axis, 0] * (u - k[2]) / k[0] + T[axis, 1] * (v - k[3]) / k[1] + T[axis, 2])
        for axis in (0, 1)
        for u in (0.0, depth.shape[1])
        for v in (0.0, depth.shape[0])
    ]
    radius = int(np.ceil(max(corners) * far / rules["cell_m"])) + 2
    return radius, [int(np.floor(T[axis, 3] / rules["cell_m"])) - radius for axis in (0, 1)]


def _codes(rules, depth, scale, k, T, near, far, stride, origin):
    """Window column, row and slice (16 for the floor) of every pixel with evidence."""
    cell_m = rules["cell_m"]
    d = depth[::stride, ::stride].astype(F) * F(scale)
    d = np.where((d >= F(near)) & (d <= F(far)) & (d > 0), d, F(0))
    a = (np.arange(0, depth.shape[1], stride) - k[2]) / k[0]
    b = ((np.arange(0, depth.shape[0], stride) - k[3]) / k[1])[:, None]
    offset = T[0, 3] / cell_m - origin[0], T[1, 3] / cell_m - origin[1], T[2, 3]
    per = cell_m, cell_m, 1.0
    x, y, z = (
        d * (F((T[i, 0] * a + T[i, 2]) / per[i]) + F(T[i, 1] * b / per[i])) + F(offset[i])
        for i in range(3)
    )
    low, slices = F(rules["band_low_m"]), z * F(1.0 / rules["slice_m"])
    above, floor = (z >= low) & (slices < F(FLOOR)), (z > -low) & (z < low)
    keep = (d > 0) & (above | floor)
    bit = np.where(above, slices, F(FLOOR)).astype(np.int64)
    return x[keep].astype(np.int64), y[keep].astype(np.int64), bit[keep]


def _bin(slope):
    return int(np.floor(np.clip(slope, F(-4), F(4)) * F(32) + F(32)))


class _View:
    """Slopes of rays, as sets of bins of 1/32 from -1 to 1."""

    def __init__(self, rules, height_m):
        self.height, self.slice_m = F(height_m), F(rules["slice_m"])
        self.low = F(rules["band_low_m"])
        self.free_below = F(rules["free_below_m"])

    def slope(self, height_m, range_m):
        return (F(height_m) - self.height) / range_m

    def run(self, s, range_m):
        low = F(s) * self.slice_m
        first, last = self.slope(low, range_m), self.slope(low + self.slice_m, range_m)
        return _bin(first), _bin(last)

    def of_hits(self, hits, range_m):
        bins, lowest = set(), []
        for s in hits:
            if s == FLOOR:
                lowest.append(self.slope(0, range_m))
                first = last = _bin(lowest[-1])
            else:
                lowest.append(self.slope(F(s) * self.slice_m, range_m))
                first, last = self.run(s, range_m)
            bins |= {i for i in range(first, last + 1) if 0 <= i < 64}
        return bins, min(lowest)

    def crossed(self, s, bins, range_m):
        low = F(s) * self.slice_m
        first = _bin(self.slope(max(low, self.low), range_m))
        last = _bin(self.slope(low + self.slice_m, range_m))
        return first >= 0 and last < 64 and set(range(first, last + 1)) <= bins


def _bearings(hits):
    """Reach, and (side, offset) of every ray: border cells behind hits, and their neighbours."""
    reach = max((max(abs(dx), abs(dy)) for dx, dy in hits), default=0)
    marked = set()
    for dx, dy in hits:
        along_x = abs(dx) >= abs(dy)
        major, minor = (dx, dy) if along_x else (dy, dx)
        if major:
            side = (0 if along_x else 1) + (2 if major < 0 else 0)
            offset = int(minor * reach / abs(major))
            marked |= {(side, o) for o in range(offset - 1, offset + 2) if abs(o) <= reach}
    return reach, sorted(marked)


def _cast(rules, view, hits, known):
    """Cells that rays clear, and slices of known ones that they cross; relative to the camera."""
    reach, bearings = _bearings(hits)
    clear, crossed = set(), defaultdict(set)
    for side, offset in bearings:
        slant = int(offset * 65536 / reach)
        step = F(np.sqrt(reach**2 + offset**2) / reach * rules["cell_m"])
        bins, lowest, late = set(), None, None
        for k in range(reach, 0, -1):
            major, minor = (k if side < 2 else -k), (k * slant + 32768) >> 16
            cell = (major, minor) if side % 2 == 0 else (minor, major)
            range_m, here = F(k) * step, None
            if cell in hits:
                here = view.of_hits(hits[cell], range_m)
            if lowest is not None and hits.get(cell, set()) <= {FLOOR}:
                if view.height + lowest * range_m <= view.free_below:
                    clear.add(cell)
                through = {s for s in known(cell) if view.crossed(s, bins, range_m)}
                if through:
                    crossed[cell] |= through
            if late is not None:
                bins = bins | late[0]
                lowest = late[1] if lowest is None else min(lowest, late[1])
            late = here
    return clear, crossed


class OccupancyGrid:
    def __init__(self, **rules):
        self.rules = rules
        slices = range(FLOOR)
        self.solid = {s for s in slices if (s + 0.5) * rules["slice_m"] < rules["band_high_m"]}
        self.log_odds, self.frames = defaultdict(int), defaultdict(int)
        self.counts = defaultdict(lambda: defaultdict(int))

    def _established(self, cell):
        least = self.rules["slice_frames"]
        return {s for s, n in self.counts[cell].items() if n >= least}

    def integrate(
        self,
        depth,
        *,
        depth_scale,
        intrinsics,
        T_world_camera,
        floor_plane,
        min_depth_m,
        max_depth_m,
        stride,
    ):
        T = T_world_camera.copy()
        T[2] -= floor_plane[0] * T[0] + floor_plane[1] * T[1]
        T[2, 3] -= floor_plane[2]
        radius, origin = _window(self.rules, depth, intrinsics, T, max_depth_m)
        codes = _codes(
            self.rules, depth, depth_scale, intrinsics, T, min_depth_m, max_depth_m, stride, origin
        )
        points = defaultdict(lambda: defaultdict(int))
        for x, y, bit in zip(*(c.tolist() for c in codes), strict=True):
            points[x - radius, y - radius][bit] += 1
        least = self.rules["min_points"]
        hits = {c: {b for b, n in bits.items() if n >= least} for c, bits in points.items()}
        hits = {c: bits for c, bits in hits.items() if bits}
        touched = points.keys() - hits.keys()
        at = origin[0] + radius, origin[1] + radius
        view = _View(self.rules, T[2, 3])
        clear, crossed = _cast(
            self.rules, view, hits, lambda c: self._known((c[0] + at[0], c[1] + at[1]))
        )
        return sum(
            self._update(
                (c[0] + at[0], c[1] + at[1]), hits.get(c, set()), c in clear - touched, crossed[c]
            )
            for c in sorted({*hits, *clear, *crossed})
        )

    def _known(self, cell):
        return {s for s, n in self.counts[cell].items() if n > 0} & self.solid

    def _update(self, cell, hits, clear, crossed):
        rules, slices, change = self.rules, hits - {FLOOR}, 0
        stands = self._established(cell) & self.solid
        if slices & self.solid:
            change = rules["hit_log_odds"]
        elif (not stands and (clear or FLOOR in hits)) or crossed:
            change = rules["free_log_odds"]
        for s in slices:
            self.counts[cell][s] = min(3, self.counts[cell][s] + 1)
        for s in crossed:
            self.counts[cell][s] = max(0, self.counts[cell][s] - 1)
        if change == 0 and not slices:
            return False
        low, high = round(1000 * rules["min_log_odds"]), round(1000 * rules["max_log_odds"])
        self.log_odds[cell] = min(max(self.log_odds[cell] + round(1000 * change), low), high)
        self.frames[cell] += 1
        return True

    def snapshot(self):
        cells = np.array(sorted(self.frames), np.int64).reshape(-1, 2)
        if not len(cells):
            return np.zeros(2, np.int32), *(np.zeros((0, 0), t) for t in ("i2", "u2", "u2"))
        low = cells.min(axis=0)
        shape = (cells.max(axis=0) - low + 1)[::-1]
        out = [np.zeros(shape, t) for t in ("i2", "u2", "u2")]
        for x, y in cells.tolist():
            at = y - low[1], x - low[0]
            out[0][at], out[2][at] = self.log_odds[x, y], self.frames[x, y]
            out[1][at] = sum(1 << s for s in self._established((x, y)))
        return low.astype(np.int32), *out
