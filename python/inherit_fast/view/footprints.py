"""Objects as shapes on the floor."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ObjectNode

MERGE_M = 0.45  # things of one label this near share one label on the map


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """An object's outline in world x y, counter-clockwise, and its lower and upper height."""

    node: ObjectNode
    corners_m: npt.NDArray[np.float64]
    bottom_m: float
    top_m: float

    @property
    def area_m2(self) -> float:
        """Area of the outline."""
        return polygon_area(self.corners_m)

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The node's dominant colour; a light grey where none is known."""
        return node_rgb(self.node)


def node_rgb(node: ObjectNode) -> tuple[int, int, int]:
    """The dominant colour; a light grey where none is known."""
    return node.colors[0].rgb if node.colors else (176, 180, 188)


def footprint_of(node: ObjectNode) -> Footprint:
    """The shadow of the node's box on the floor; flat ones keep 2 cm to stay visible."""
    extent = np.maximum(node.box.extent_m, 0.02)
    signs = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    corners = (signs * extent / 2) @ node.box.R_world_box.T + node.box.center_m
    heights = corners[:, 2].min(), corners[:, 2].max()
    return Footprint(node, _hull(corners[:, :2]), *map(float, heights))


def merge_labels(shapes: Sequence[Footprint]) -> list[tuple[str, Footprint]]:
    """Label texts, largest shapes first; near things of one label share ``label x3``."""
    groups: list[list[Footprint]] = []
    for shape in sorted(shapes, key=lambda s: (-s.area_m2, s.node.id)):
        group = next((g for g in groups if _same_place(g[0], shape)), None)
        if group is None:
            groups.append([shape])
        else:
            group.append(shape)
    return [
        (f"{g[0].node.label} x{len(g)}" if len(g) > 1 else g[0].node.label, g[0]) for g in groups
    ]


def _same_place(a: Footprint, b: Footprint) -> bool:
    if (a.node.label, a.node.room_id) != (b.node.label, b.node.room_id):
        return False
    between = a.node.box.center_m[:2] - b.node.box.center_m[:2]
    return float(np.hypot(*between)) <= MERGE_M


def _hull(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Convex hull, counter-clockwise (monotone chain)."""
    ordered = sorted({(round(float(x), 6), round(float(y), 6)) for x, y in points})

    def chain(run: list[tuple[float, float]]) -> list[tuple[float, float]]:
        out: list[tuple[float, float]] = []
        for p in run:
            while len(out) >= 2 and _turn(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]

    return np.array(chain(ordered) + chain(ordered[::-1]))


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def polygon_area(polygon_m: npt.NDArray[np.float64]) -> float:
    """Area in square metres, whatever the direction of the outline."""
    x, y = polygon_m[:, 0], polygon_m[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)
