"""The graph as arrays, made once: what scoring reads instead of objects."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import FloorNode, ObjectNode, RoomNode
from inherit_fast.retrieval.viewpoint import EdgeDoors, Viewpoints

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]
NONE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """Stored relations of one predicate, by position of the objects: (E,) each."""

    subject: Indices
    object: Indices
    confidence: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """N objects that are there, confirmed or tentative, in order of creation.

    Attributes:
        nodes: the objects themselves, for answers.
        confirmed: (N,) seen often enough to be answers at once; the others stand in for them
            where no confirmed one will do.
        labels: distinct spellings of all labels and votes.
        label_of: (N,) index into ``labels`` of each object's label.
        support: (N,) how well votes and size support each label, 0 to 1; 1 without votes.
        vote_object, vote_label, vote_share: (V,) further labels, with their share of the
            winner's votes.
        center_m, low_m, high_m: (N, 3) of the world-aligned box around the oriented one.
        volume_m3, longest_m: (N,) of the oriented box.
        size_rank: (N,) 0 for the smallest of its label to 1 for the largest; 0.5 if alone.
        overall_rank: (N,) the same among all things, for "something small".
        color_share: (N, 12) see ``colors``.
        luminance: (N,) 0 to 1, NaN if no colour is known.
        room_of, floor_of, area_of: (N,) index into ``rooms``, ``floors``, ``areas``, or -1.
        areas: labels of the functional areas.
        floors: from the lowest up.
        room_low_m, room_high_m: (R, 2) extent of each room in the ground plane; NaN if unknown.
        room_area_m2: (R,) of that extent.
        words: word of a description, label or attribute -> objects that have it.
        text: (N, D) unit vectors of the descriptions, (N, 0) if there are none.
        edges: stored relations by predicate.
        doors: which doors stand at which rooms, their own or the one behind the wall.
        viewpoints: from where left and right are told in each room.
    """

    nodes: list[ObjectNode]
    confirmed: npt.NDArray[np.bool_]
    labels: list[str]
    label_of: Indices
    support: Floats
    vote_object: Indices
    vote_label: Indices
    vote_share: Floats
    center_m: Floats
    low_m: Floats
    high_m: Floats
    volume_m3: Floats
    longest_m: Floats
    size_rank: Floats
    overall_rank: Floats
    color_share: Floats
    luminance: Floats
    room_of: Indices
    floor_of: Indices
    area_of: Indices
    areas: list[str]
    rooms: list[RoomNode]
    floors: list[FloorNode]
    room_low_m: Floats
    room_high_m: Floats
    room_area_m2: Floats
    words: dict[str, Indices]
    text: Floats
    edges: dict[str, Edges]
    doors: EdgeDoors
    viewpoints: Viewpoints

    def __len__(self) -> int:
        return len(self.nodes)
