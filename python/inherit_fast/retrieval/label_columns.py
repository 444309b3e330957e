"""Which names each object answers to, and how well: from votes, size and shape."""

import math

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode
from inherit_fast.language import Synonyms
from inherit_fast.language.sizes import Sizes

Floats = npt.NDArray[np.float32]
HINT_SHARE = 0.5
SAME_NAME = 0.95
# What hardly any vote stands behind counts so much less than what was seen well and often.
DOUBT, DOUBT_VOTES = 0.2, 0.5
# So many times longer than a thing of its name can be, a thing counts half.
OVERSIZE = 2.0
# Doors from this width on are taken for fronts of glass, and count so much as windows.
GLASS_FRONT_M, GLASS_SHARE = 1.9, 0.9
DOOR_DEGREE = 0.85  # how well a label must answer to "door" to be one


def _support(node: ObjectNode) -> float:
    if not node.label_votes:
        return 1.0
    return 1.0 - DOUBT * math.exp(-node.label_votes.get(node.label, 0.0) / DOUBT_VOTES)


def supports(nodes: list[ObjectNode], synonyms: Synonyms) -> Floats:
    """(N,) how well votes and size support each label."""
    limits = Sizes.load().longest_m()
    known: dict[str, float] = {}
    for label in {node.label for node in nodes}:
        sizes = [m for name, m in limits.items() if synonyms.degree(name, label) >= SAME_NAME]
        known[label] = max(sizes, default=math.inf)
    degrees = [_support(node) * _plausible(node, known[node.label]) for node in nodes]
    return np.array(degrees, np.float32)


def _plausible(node: ObjectNode, longest_m: float) -> float:
    """What is far larger than a thing of that name can be is hardly one."""
    excess = float(node.box.extent_m.max()) / longest_m
    return 1.0 if excess <= 1.0 else 1.0 / (1.0 + ((excess - 1.0) / (OVERSIZE - 1.0)) ** 2)


def further_votes(
    nodes: list[ObjectNode], labels: dict[str, int], synonyms: Synonyms
) -> list[tuple[int, int, float]]:
    """(object, position of a label in ``labels``, share); new names are added to ``labels``."""
    return [
        (i, labels.setdefault(synonyms.normal(label), len(labels)), share)
        for i, node in enumerate(nodes)
        for label, share in _other_votes(node)
    ]


def glass_fronts(
    nodes: list[ObjectNode], labels: dict[str, int], synonyms: Synonyms
) -> list[tuple[int, int, float]]:
    """A door as wide as a wall is of glass: people call it a window."""
    wide = (i for i, n in enumerate(nodes) if np.sort(n.box.extent_m)[1] >= GLASS_FRONT_M)
    return [
        (i, labels.setdefault("window wall", len(labels)), GLASS_SHARE)
        for i in wide
        if synonyms.degree("door", nodes[i].label) >= DOOR_DEGREE
    ]


def _other_votes(node: ObjectNode) -> list[tuple[str, float]]:
    """Labels beside the winner, with their share of its votes; a wider classifier's count half."""
    best = max(node.label_votes.values(), default=0.0) or 1.0
    found = {label: HINT_SHARE * votes / best for label, votes in node.hint_votes.items()}
    found |= {label: votes / best for label, votes in node.label_votes.items()}
    found.pop(node.label, None)
    return [(label, min(1.0, share)) for label, share in found.items() if share > 0]
