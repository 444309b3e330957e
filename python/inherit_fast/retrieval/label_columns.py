"""Which names each object answers to, and how well: from votes, size and shape."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode
from inherit_fast.language import Synonyms
from inherit_fast.language.sizes import Sizes

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]
Vote = tuple[int, int, float]  # object, position of a label, share of the winner's votes
HINT_SHARE = 0.5
SAME_NAME = 0.95
# What hardly any vote stands behind counts so much less than what was seen well and often.
DOUBT, DOUBT_VOTES = 0.2, 0.5
# So many times longer than a thing of its name can be, a thing counts half.
OVERSIZE = 2.0
# Doors from this width on are taken for fronts of glass, and count so much as windows.
GLASS_FRONT_M, GLASS_SHARE = 1.9, 0.9
DOOR_DEGREE = 0.85  # how well a label must answer to "door" to be one


@dataclass(frozen=True, slots=True, eq=False)
class LabelColumns:
    """Distinct labels, which object has which, and further ones that it was voted to have.

    Attributes:
        labels: distinct spellings of all labels and votes.
        label_of: (N,) index into ``labels``.
        vote_object, vote_label, vote_share: (V,) see ``Columns``.
        is_door: (N,) whether the object is called a door.
    """

    labels: list[str]
    label_of: Indices
    vote_object: Indices
    vote_label: Indices
    vote_share: Floats
    is_door: npt.NDArray[np.bool_]


def label_columns(nodes: list[ObjectNode], synonyms: Synonyms) -> LabelColumns:
    """Labels in the order of the objects, then those of votes alone."""
    places: dict[str, int] = {}
    of = [places.setdefault(synonyms.normal(n.label), len(places)) for n in nodes]
    votes = _further_votes(nodes, places, synonyms) + _glass_fronts(nodes, places, synonyms)
    label_of = np.array(of, np.int32)
    doors = np.array([synonyms.degree("door", name) >= DOOR_DEGREE for name in places], np.bool_)
    return LabelColumns(
        list(places),
        label_of,
        np.array([vote[0] for vote in votes], np.int32),
        np.array([vote[1] for vote in votes], np.int32),
        np.array([vote[2] for vote in votes], np.float32),
        doors[label_of],
    )


def supports(nodes: list[ObjectNode], synonyms: Synonyms) -> Floats:
    """(N,) how well votes and size support each label."""
    limits = Sizes.load().longest_m()
    known: dict[str, float] = {}
    for label in {node.label for node in nodes}:
        sizes = [m for name, m in limits.items() if synonyms.degree(name, label) >= SAME_NAME]
        known[label] = max(sizes, default=math.inf)
    degrees = [_support(node) * _plausible(node, known[node.label]) for node in nodes]
    return np.array(degrees, np.float32)


def _support(node: ObjectNode) -> float:
    if not node.label_votes:
        return 1.0
    return 1.0 - DOUBT * math.exp(-node.label_votes.get(node.label, 0.0) / DOUBT_VOTES)


def _plausible(node: ObjectNode, longest_m: float) -> float:
    """What is far larger than a thing of that name can be is hardly one."""
    excess = float(node.box.extent_m.max()) / longest_m
    return 1.0 if excess <= 1.0 else 1.0 / (1.0 + ((excess - 1.0) / (OVERSIZE - 1.0)) ** 2)


def _further_votes(
    nodes: list[ObjectNode], labels: dict[str, int], synonyms: Synonyms
) -> list[Vote]:
    """All labels beside the winners; new names are added to ``labels``."""
    return [
        (i, labels.setdefault(synonyms.normal(label), len(labels)), share)
        for i, node in enumerate(nodes)
        for label, share in _other_votes(node)
    ]


def _glass_fronts(
    nodes: list[ObjectNode], labels: dict[str, int], synonyms: Synonyms
) -> list[Vote]:
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
