"""Relations of boxes as whole tables of pairs, from the twin's own box measures."""

import numpy as np

from reference import boxes as twin_measures

NAMES = ["near", "on", "under", "inside", "above", "beside"]
CONTAINER, RAISED, GROUND, FIXED, BARE, STEMMED = range(1, 7)
SEAT = 0.9


def _extremes(boxes):
    half = np.abs(boxes[:, 6:].reshape(-1, 3, 3)) @ np.maximum(boxes[:, 3:6, None], 1e-3) / 2
    return boxes[:, 2] - half[:, 2, 0], boxes[:, 2] + half[:, 2, 0]


def _areas(boxes):
    """Area of the shadow: the faces' areas times how level they lie."""
    x, y, z = np.maximum(boxes[:, 3:6], 1e-3).T
    level = np.abs(boxes[:, 6:].reshape(-1, 3, 3)[:, 2])
    return y * z * level[:, 0] + x * z * level[:, 1] + x * y * level[:, 2]


def _readings(boxes, kinds, overlap, inside, r):
    """(N, N) predicate names and confidences, the row's box as the upper or inner one."""
    low, high = _extremes(boxes)
    area, volume = _areas(boxes), np.prod(np.maximum(boxes[:, 3:6], 1e-3), axis=1)
    height, middle = high - low, (low + high) / 2
    upper, lower = kinds[:, None], kinds[None]
    common = overlap * np.minimum(area[:, None], area)
    small = area[:, None] <= r["small_share"] * area
    cover, own = common / area, common / area[:, None]
    held = np.where(upper == RAISED, own, overlap)
    rise = low[:, None] - high
    sink = np.where(small & ~np.isin(lower, [CONTAINER, GROUND]), r["sunk_share"] * height, 0.0)
    reach = np.maximum(r["sunk_m"], sink)
    up_is_low = low[:, None] < low + r["seat_share"] * height
    able = (upper != FIXED) & ~np.isin(lower, [FIXED, BARE, STEMMED])
    able &= (upper != RAISED) | (lower != RAISED)
    contact = np.where(upper == STEMMED, r["stem_m"], r["raised_m"])
    free = (upper != GROUND) & (lower != GROUND)
    less = volume[:, None] < volume
    rests = (upper != GROUND) & able & (held >= r["support_overlap"]) & (rise >= -reach)
    rests &= (rise <= contact) & np.where(
        lower == CONTAINER,
        middle[:, None] >= high,
        (high[:, None] >= high - sink) & (middle[:, None] >= middle),
    )
    on_furniture = (lower == RAISED) & (upper != RAISED)
    sits = free & able & ~up_is_low & (rise < 0) & (height <= r["seat_height_m"])
    sits &= np.where(
        on_furniture,
        (overlap >= r["support_overlap"]) & less,
        small & (lower != CONTAINER) & (overlap >= r["inside_share"]),
    )
    drapes = free & able & on_furniture & (rise < 0) & (cover >= r["cover_share"])
    drapes &= (own >= r["support_overlap"]) & (high[:, None] >= high - r["sunk_m"])
    within = free & (rise < 0) & less & (inside >= r["inside_share"])
    held_in = within & (lower != RAISED) & able & (upper != RAISED)
    beneath = within & (lower == RAISED) & up_is_low & (cover < r["cover_share"])
    above = free & (overlap >= r["support_overlap"]) & (rise > contact)
    above &= rise <= r["above_gap_m"]
    loss = 0.5 * np.abs(rise) / np.where(rise > 0, contact, reach)
    cases = [
        (rests, "on", held * (1 - loss)),
        (sits | drapes, "on", overlap * SEAT),
        (held_in, "inside", inside),
        (beneath, "under", inside * SEAT),
        (within & (lower == RAISED) & able, "on", inside * SEAT),
        (above, "above", overlap * (1 - 0.5 * rise / r["above_gap_m"])),
    ]
    true = [case & (overlap > 0) for case, _, _ in cases]
    names = np.select(true, [name for _, name, _ in cases], "")
    return names, np.select(true, [value for _, _, value in cases], -1.0)


def relate_boxes(boxes, *, kinds, groups, subjects, measures=twin_measures, **r):
    overlap = measures.footprint_overlap(boxes, boxes)
    inside = measures.box_containment(boxes, boxes)
    reach = max(r["near_gap_m"], r["beside_gap_m"])
    gap = measures.box_gap(boxes, boxes, max_gap_m=reach)
    gap[gap < 1e-7] = 0.0  # least squares end a little off contact
    low, high = _extremes(boxes)
    names, values = _readings(boxes, kinds, overlap, inside, r)
    out = []
    for s in subjects.tolist():
        near = []
        for o in range(len(boxes)):
            if o == s:
                continue
            same = groups[s] < 0 or groups[o] < 0 or groups[s] == groups[o]
            forth, back = (values[s, o], s < o, names[s, o]), (values[o, s], o < s, names[o, s])
            best = max(forth, back)
            name, touching = best[2], best[2] not in ("", "above")
            if best is back and name:
                name = "under" if name in ("on", "above") and kinds[s] != GROUND else ""
            stacked = bool(name) and (touching or same)
            if stacked:
                out.append((s, o, NAMES.index(name), best[0]))
            if touching or not same or GROUND in (kinds[s], kinds[o]):
                continue
            if gap[s, o] <= r["near_gap_m"]:
                near.append((gap[s, o], np.linalg.norm(boxes[s, :3] - boxes[o, :3]), o))
            heights = sorted([high[s] - low[s], high[o] - low[o]])
            offset = min(abs(low[s] - low[o]), abs(low[s] + high[s] - low[o] - high[o]) / 2)
            level = offset <= r["beside_offset_m"] and heights[0] >= r["beside_height"] * heights[1]
            if level and not stacked and gap[s, o] <= r["beside_gap_m"]:
                out.append((s, o, 5, 1 - 0.5 * gap[s, o] / r["beside_gap_m"]))
        for distance, _, o in sorted(near)[: r["near_count"]]:
            out.append((s, o, 0, 1 - 0.5 * distance / r["near_gap_m"]))
    place = {int(s): i for i, s in enumerate(subjects)}
    out.sort(key=lambda row: (place[row[0]], row[1], row[2]))
    kinds_of_column = (np.int32, np.int32, np.uint8, np.float32)
    return tuple(np.array([row[i] for row in out], t) for i, t in enumerate(kinds_of_column))
