"""Masks from boxes and depth: planes taken away, pieces at depth jumps, the best that fits."""

import numpy as np
from scipy.ndimage import label as connected
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from reference import frame_planes as fp

SEEDS, SPREAD, SAMPLES = 8, 0.3, 1024


def patches_of(block_planes):
    patches, planes = np.full(block_planes.shape, -1), []
    for k in range(block_planes.max(initial=-1) + 1):
        parts, count = connected(block_planes == k, np.ones((3, 3)))
        patches[parts > 0] = parts[parts > 0] - 1 + len(planes)
        planes += [k] * count
    return patches, np.array(planes, int)


def shares_of(box, patches, plane_of_patch, area, side, planes):
    x0, y0, x1, y1 = box
    row = (np.arange(patches.shape[0]) + 0.5) * side
    col = (np.arange(patches.shape[1]) + 0.5) * side
    inside = ((row >= y0) & (row < y1))[:, None] & ((col >= x0) & (col < x1))
    count, on = len(plane_of_patch), patches >= 0
    within = np.bincount(patches[on & inside], area[on & inside], minlength=count)
    beyond = np.maximum(np.bincount(patches[on], area[on], minlength=count) - within, 0)
    out = np.zeros((planes, 3))
    for k in range(planes):
        mine = plane_of_patch == k
        out[k] = within[mine].sum(), beyond[mine].sum(), beyond[mine].max(initial=0)
    return out


def leaving_of(z, labels, box, reach, jump):
    x0, y0, x1, y1 = box
    out, edge = np.zeros((y1 - y0, x1 - x0)), 0
    border = [((r, x0), (0, -1), x0) for r in range(y0, y1)]
    border += [((r, x1 - 1), (0, 1), z.shape[1] - x1) for r in range(y0, y1)]
    border += [((y0, c), (-1, 0), y0) for c in range(x0, x1)]
    border += [((y1 - 1, c), (1, 0), z.shape[0] - y1) for c in range(x0, x1)]
    for (r, c), (dr, dc), room in border:
        if room < reach:
            continue
        edge += 1
        line = np.array([z[r + k * dr, c + k * dc] for k in range(reach + 1)], np.float64)
        low = np.minimum(line[1:], line[:-1])
        if (low <= 0).any() or (np.abs(np.diff(line)) > fp.jump_at(low, *jump)).any():
            continue
        out[r - y0, c - x0] += labels[r, c] == labels[r + reach * dr, c + reach * dc]
    return out, edge


def pieces_of(z, chosen, jump):
    """Number of the piece of each chosen pixel, by first pixel; -1 elsewhere."""
    index, pairs = np.arange(z.size).reshape(z.shape), []
    for a, b in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        za, zb = z[a].astype(np.float64), z[b].astype(np.float64)
        near = np.abs(za - zb) <= fp.jump_at(np.minimum(za, zb), *jump)
        near &= chosen[a] & chosen[b]
        pairs.append(np.stack([index[a][near], index[b][near]]))
    i, j = np.concatenate(pairs, axis=1)
    graph = coo_matrix((np.ones(i.size), (i, j)), shape=(z.size, z.size))
    parts = connected_components(graph, directed=False)[1].reshape(z.shape)
    _, first, number = np.unique(parts[chosen], return_index=True, return_inverse=True)
    out = np.full(z.shape, -1)
    out[chosen] = np.argsort(np.argsort(first))[number]
    return out


def bounds(mask):
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return cols[0], rows[0], cols[-1] + 1, rows[-1] + 1


def cut(z, chosen, weight, leaving, edge, jump, deep, min_piece_px):
    """The best mask of the box and its fit; fit -1 where nothing can be taken."""
    pieces = pieces_of(z, chosen, jump)
    found = []
    for k in range(pieces.max(initial=-1) + 1):
        on = pieces == k
        if on.sum() >= min_piece_px:
            depths = np.sort(z[on][:: on.sum() // SAMPLES + 1])
            low, middle, high = (depths[int(s * (len(depths) - 1))] for s in (0.02, 0.5, 0.98))
            found.append((on, weight[on].sum(), low, middle, high))
    best, best_value, best_fit = np.zeros(z.shape, bool), -1.0, -1.0
    for _, heavy, low, middle, high in sorted(found, key=lambda p: -p[1])[:SEEDS]:
        slack = fp.jump_at(np.float64(middle), *jump) + deep * np.float64(middle)
        taken = np.any([p[0] for p in found if low - slack <= p[3] <= high + slack], axis=0)
        x0, y0, x1, y1 = bounds(taken)
        filled = (x1 - x0) * (y1 - y0) / z.size
        fit = filled * (1 - leaving[taken].sum() / max(edge, 1)) ** 2
        if np.sqrt(heavy) * fit > best_value:
            best, best_value, best_fit = taken, np.sqrt(heavy) * fit, fit
    return best, best_fit


def filled(z, mask):
    sides = np.zeros(z.shape, int)
    for turn in range(4):
        depth, on = np.rot90(z, turn), np.rot90(mask, turn)
        count = np.rot90(sides, turn)
        for row in range(depth.shape[0]):
            last = False
            for col in range(depth.shape[1]):
                if depth[row, col] > 0:
                    last = on[row, col]
                else:
                    count[row, col] += last
    return mask | ((z <= 0) & (sides >= 3))


class Twin:
    def __init__(self, z, intrinsics, T, block_px, jump, search, rules):
        self.z, self.jump, self.rules, self.side = z, jump, rules, block_px
        self.fx = intrinsics[0]
        tilt, thickness, min_plane_m2, max_planes = search
        mean, points, normals, self.area = fp.blocks_of(z, intrinsics, T, block_px, jump)
        self.planes, on = fp.find(
            mean, points, normals, self.area, tilt, thickness, min_plane_m2, max_planes
        )
        self.labels = fp.label(z, intrinsics, T, self.planes, on, block_px, thickness)
        self.height = z * fp.rays(z.shape, intrinsics, T)[..., 2]
        self.patches, self.plane_of_patch = patches_of(on)

    def background(self, box, core):
        shares = shares_of(
            box, self.patches, self.plane_of_patch, self.area, self.side, len(self.planes)
        )
        out = {
            k
            for k, (inside, _, largest) in enumerate(shares)
            if largest > 0 and largest >= self.rules["outside_ratio"] * inside
        }
        floors = [k for k, p in enumerate(self.planes) if p[6] == 1 and p[5] >= 0.2]
        if not floors:
            return out
        lowest = min(floors, key=lambda k: self.planes[k][4])
        if shares[lowest, 1] < 0.25 * shares[lowest, 0]:
            return out
        heights = np.sort(self.height[core & ~np.isin(self.labels, [*out, lowest])])
        if len(heights) == 0 or 10 * len(heights) < core.sum():
            return out
        middle = heights[(len(heights) - 1) // 2]
        below = middle > self.planes[lowest][4] + self.rules["below_m"]
        return out | {lowest} if below else out

    def mask(self, box):
        x0, y0, x1, y1 = box
        z, part = self.z[y0:y1, x0:x1], np.s_[y0:y1, x0:x1]
        height, width = z.shape
        down = 4 * np.arange(height) + 2
        across = 4 * np.arange(width) + 2
        middle = ((down >= height) & (down <= 3 * height))[:, None] & (
            (across >= width) & (across <= 3 * width)
        )
        core = np.zeros(self.z.shape, bool)
        core[part] = middle & (z > 0)
        if not core.any():
            return np.zeros(z.shape, bool)
        bells = [
            np.exp(-0.5 * (((np.arange(n) + 0.5) / n - 0.5) / SPREAD) ** 2) for n in (height, width)
        ]
        weight = bells[0][:, None] * bells[1]
        reach = max(2, int(self.rules["leak_reach"] * max(width, height) + 0.5))
        leaving, edge = leaving_of(self.z, self.labels, box, reach, self.jump)
        background = self.background(box, core)
        deep = self.rules["deep_share"] * max(width, height) / self.fx

        def best(planes):
            chosen = (z > 0) & ~np.isin(self.labels[part], list(planes))
            least = self.rules["min_piece_px"]
            return cut(z, chosen, weight, leaving, edge, self.jump, deep, least)

        mask, fit = best(background)
        on = {k: np.count_nonzero(self.labels[core] == k) for k in sorted(background)}
        own = max(on, key=lambda k: on[k], default=None)
        if own is not None and on[own] > 0 and on[own] / core.sum() >= 0.3:
            second, second_fit = best(background - {own})
            if second_fit - self.rules["second_choice"] > fit:
                mask = second
        return filled(z, mask) if mask.any() else mask


def depth_segment(depth, *, intrinsics, T_world_camera, boxes_px, block_px, **p):
    z = fp.metres(depth, p["depth_scale"], p["min_depth_m"], p["max_depth_m"])
    single = {k: float(np.float32(v)) for k, v in p.items()}
    search = (
        single["max_tilt_rad"],
        (single["thickness_m"], single["thickness_ratio"]),
        single["min_plane_m2"],
        p["max_planes"],
    )
    jump = (p["jump_m"], p["jump_ratio"])
    twin = Twin(z, intrinsics, T_world_camera, block_px, jump, search, single)
    masks = np.zeros((len(boxes_px), *depth.shape), np.uint8)
    for mask, box in zip(masks, boxes_px, strict=True):
        x0, x1 = np.clip(box[[0, 2]], 0, depth.shape[1])
        y0, y1 = np.clip(box[[1, 3]], 0, depth.shape[0])
        if x1 > x0 and y1 > y0:
            mask[y0:y1, x0:x1] = twin.mask((x0, y0, x1, y1))
    return masks
