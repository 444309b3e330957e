"""Solids as flat arrays, and the bounding-volume hierarchy that makes casting quick."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.house.shapes import Kind, Solid, Texture, bounds_of

_KINDS = {name: code for code, name in enumerate(get_args(Kind))}
_TEXTURES = {name: code for code, name in enumerate(get_args(Texture))}
_LEAF = 2

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """What the ray caster reads, all in the order of the hierarchy's leaves.

    Attributes:
        kinds: (N, 3) int32: kind, texture, instance id.
        shapes: (N, 12) float64: centre, cos and sin of yaw, half sizes, taper, inverse half sizes.
        colors: (N, 7) float64: two colours of 0 to 255, texture pitch in metres.
        lights: (N, 3) float64: the lamp that lights the solid.
        bounds: (M, 6) float64: lowest and highest corner of each node.
        links: (M, 2) int32: first solid and count of a leaf, or first child and 0; the second
            child follows the first.
    """

    kinds: Ints
    shapes: Floats
    colors: Floats
    lights: Floats
    bounds: Floats
    links: Ints


def pack(
    solids: Sequence[Solid], ids: Sequence[int], lights: Sequence[tuple[float, float, float]]
) -> Packed:
    """Arrange the solids for casting; ``ids`` and ``lights`` hold one entry a solid."""
    boxes = np.array([[*low, *high] for low, high in (bounds_of([s]) for s in solids)])
    order, bounds, links = _build(boxes)
    rows = [_shape_row(solids[i]) for i in order]
    colors = [
        [*solids[i].paint.rgb, *solids[i].paint.second, solids[i].paint.scale_m] for i in order
    ]
    kinds = [[_KINDS[solids[i].kind], _TEXTURES[solids[i].paint.texture], ids[i]] for i in order]
    return Packed(
        np.array(kinds, np.int32),
        np.array(rows, np.float64),
        np.array(colors, np.float64),
        np.array([lights[i] for i in order], np.float64),
        bounds,
        links,
    )


def _shape_row(s: Solid) -> list[float]:
    inverse = (1.0 / half for half in s.half)
    return [*s.center, math.cos(s.yaw), math.sin(s.yaw), *s.half, s.taper, *inverse]


def _build(boxes: Floats) -> tuple[list[int], Floats, Ints]:
    """Split by the surface-area heuristic until a node holds few solids."""
    bounds: list[Floats] = [_around(boxes)]
    links = [(0, 0)]
    order: list[int] = []
    work = [(0, np.arange(len(boxes)))]
    while work:
        node, members = work.pop()
        parts = _split(boxes, members)
        if parts is None:
            links[node] = (len(order), len(members))
            order += members.tolist()
            continue
        links[node] = (len(links), 0)
        for part in parts:
            work.append((len(links), part))
            bounds.append(_around(boxes[part]))
            links.append((0, 0))
    return order, np.array(bounds), np.array(links, np.int32)


def _around(boxes: Floats) -> Floats:
    return np.concatenate([boxes[:, :3].min(axis=0), boxes[:, 3:].max(axis=0)])


def _split(boxes: Floats, members: npt.NDArray[np.int64]) -> list[npt.NDArray[np.int64]] | None:
    if len(members) <= _LEAF:
        return None
    best, best_cost, best_order = 1, math.inf, members
    for axis in range(3):
        middles = boxes[members, axis] + boxes[members, axis + 3]
        order = members[np.argsort(middles, kind="stable")]
        left, right = _areas(boxes[order]), _areas(boxes[order[::-1]])[::-1]
        counts = np.arange(1, len(order))
        costs = left[:-1] * counts + right[1:] * counts[::-1]
        if costs.min() < best_cost:
            best, best_cost, best_order = int(costs.argmin()) + 1, float(costs.min()), order
    return [best_order[:best], best_order[best:]]


def _areas(boxes: Floats) -> Floats:
    """Half the surface around the first 1, 2, ... boxes."""
    size = np.maximum.accumulate(boxes[:, 3:]) - np.minimum.accumulate(boxes[:, :3])
    areas: Floats = size[:, 0] * size[:, 1] + size[:, 1] * size[:, 2] + size[:, 2] * size[:, 0]
    return areas
