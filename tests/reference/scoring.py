"""S(v) object by object in plain Python, for queries of labels, colours, rooms and nearness."""

import math
from functools import cache

from inherit_fast.language.sizes import Sizes
from inherit_fast.retrieval.colors import BASIC, color_scores, share_row


def score(graph, constraints, weights, synonyms):
    """id -> S(v) for a list of (kind, argument, reference, polarity).

    kind is "target", "color", "room" or "beside"; the reference of "beside" is a label.
    """
    total = sum(weights[kind] for kind, *_ in constraints)
    found = {}
    for node in graph.present():
        value = 0.0
        for kind, argument, polarity in constraints:
            part = EVIDENCE[kind](graph, node, argument, synonyms)
            value += polarity * weights[kind] / total * part
        found[node.id] = value
    return found


def target(graph, node, argument, synonyms):
    degree = synonyms.degree(argument, node.label)
    return degree * as_high(node, argument, degree) * plausible(node, synonyms)


def as_high(node, argument, degree):
    """A plain "table" as high as no coffee table is counts less as one."""
    low, high = Sizes.load().typical_height_m.get(argument, (0.0, math.inf))
    fits = low <= node.box.extent_m[2] <= high
    return 1.0 if fits or not 0.6 < degree < 0.85 else 0.8


def plausible(node, synonyms):
    """What is much longer than a thing of that name can be is hardly one."""
    excess = max(node.box.extent_m) / longest_m(node.label, synonyms)
    return 1.0 if excess <= 1.0 else 1.0 / (1.0 + (excess - 1.0) ** 2)


@cache
def longest_m(label, synonyms):
    limits = [m for n, m in Sizes.load().longest_m().items() if synonyms.degree(n, label) >= 0.95]
    return max(limits, default=math.inf)


def color(graph, node, argument, synonyms):
    return float(color_scores(argument, share_row(node.colors).reshape(1, len(BASIC)))[0])


def room(graph, node, argument, synonyms):
    return synonyms.degree(argument, graph.rooms[node.room_id].label)


def beside(graph, node, argument, synonyms):
    """The best reference, weighed by its own label; only the best labels are references."""
    degrees = {n.id: target(graph, n, argument, synonyms) for n in graph.present()}
    top = max(degrees.values())
    best = 0.0
    for other in graph.present():
        if degrees[other.id] >= 0.72 * top > 0 and other is not node:
            best = max(best, degrees[other.id] * _beside(node.box, other.box))
    return best


def _beside(a, b):
    gap2 = center2 = 0.0
    for axis in range(3):
        reach = (a.extent_m[axis] + b.extent_m[axis]) / 2
        apart = abs(a.center_m[axis] - b.center_m[axis])
        level = 2.0 if axis == 2 else 1.0
        gap2 += (level * max(0.0, apart - reach)) ** 2
        center2 += apart**2
    gap = math.sqrt(gap2)
    near = max(0.0, 1.0 - gap / 1.2, 0.2 * (1.0 - gap / 6.0))
    return near * (0.75 + 0.25 * math.exp(-math.sqrt(center2) / 1.5))


EVIDENCE = {"target": target, "color": color, "room": room, "beside": beside}
