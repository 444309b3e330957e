"""A map as points and lines in space."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box, ObjectNode, RoomNode
from inherit_fast.view.footprints import node_rgb

Segments = npt.NDArray[np.float32]
Triangles = npt.NDArray[np.float32]
Faces = npt.NDArray[np.uint32]
Colors = npt.NDArray[np.uint8]

_SIGNS = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
# Corners joined by an edge differ along one axis.
_EDGES = np.array([(a, b) for a in range(8) for b in (a | 1, a | 2, a | 4) if a != b])
LEAST_M = 0.02  # flat boxes keep this thickness to stay visible


def box_edges(boxes: Iterable[Box], *, grown_m: float = 0.0) -> Segments:
    """Ends (12 N, 2, 3) in metres of the edges of N boxes, twelve by twelve.

    Args:
        boxes: in the world.
        grown_m: added to every side.
    """
    edges = [
        ((_SIGNS * (np.maximum(b.extent_m, LEAST_M) + grown_m) / 2) @ b.R_world_box.T + b.center_m)[
            _EDGES
        ]
        for b in boxes
    ]
    return np.concatenate([*edges, np.zeros((0, 2, 3))]).astype(np.float32)


def outline(polygon_m: npt.NDArray[np.float64], height_m: float) -> Segments:
    """Ends (N, 2, 3) of a closed polygon's N sides at one height."""
    level = np.column_stack([polygon_m, np.full(len(polygon_m), height_m)])
    return np.stack([level, np.roll(level, -1, axis=0)], axis=1).astype(np.float32)


def filled(polygon_m: npt.NDArray[np.float64], height_m: float) -> tuple[Triangles, Faces]:
    """A simple polygon as triangles at one height: corners (4 N, 3), faces (2 N, 3).

    Between two neighbouring heights of its corners a polygon is a row of trapezoids.
    """
    ends = np.stack([polygon_m, np.roll(polygon_m, -1, axis=0)], axis=1)
    levels = np.unique(polygon_m[:, 1])
    corners = []
    for low, high in pairwise(levels):
        crossing = ends[(ends[..., 1].min(axis=1) <= low) & (ends[..., 1].max(axis=1) >= high)]
        sides = sorted(zip(_x_at(crossing, low), _x_at(crossing, high), strict=True), key=sum)
        for (a, d), (b, c) in zip(sides[::2], sides[1::2], strict=False):
            corners += [(a, low), (b, low), (c, high), (d, high)]
    flat = np.array(corners, np.float32).reshape(-1, 2)
    first = 4 * np.arange(len(flat) // 4, dtype=np.uint32)[:, None, None]
    faces = (first + np.array([[0, 1, 2], [0, 2, 3]], np.uint32)).reshape(-1, 3)
    return np.column_stack([flat, np.full(len(flat), height_m, np.float32)]), faces


def _x_at(ends: npt.NDArray[np.float64], y: float) -> list[float]:
    """Where sides (N, 2, 2) that are not level meet a height."""
    (x0, y0), (x1, y1) = ends[:, 0].T, ends[:, 1].T
    return list(map(float, x0 + (x1 - x0) * (y - y0) / (y1 - y0)))


def way(points_m: Sequence[tuple[float, float, float]]) -> Segments:
    """Ends (N - 1, 2, 3) of the pieces between N points; none for a single point."""
    points = np.array(points_m, np.float32).reshape(-1, 3)
    return np.stack([points[:-1], points[1:]], axis=1)


def edge_colors(nodes: Sequence[ObjectNode]) -> Colors:
    """Colours (12 N, 2, 3) of both ends of N objects' box edges."""
    rgb = np.array([node_rgb(node) for node in nodes], np.uint8).reshape(-1, 1, 3)
    return np.repeat(np.repeat(rgb, 12, axis=0), 2, axis=1)


def colored_points(
    nodes: Sequence[ObjectNode], every: int
) -> tuple[npt.NDArray[np.float32], Colors]:
    """Every n-th point of each object, (N, 3) metres, and its object's colour (N, 3)."""
    points = [node.points_m[::every] for node in nodes]
    rgb = np.array([node_rgb(node) for node in nodes], np.uint8).reshape(-1, 3)
    return (
        np.concatenate([*points, np.zeros((0, 3), np.float32)]),
        np.repeat(rgb, [len(p) for p in points], axis=0),
    )


def ground(nodes: list[ObjectNode], rooms: list[RoomNode]) -> tuple[tuple[float, float], float]:
    """Middle of all that is drawn, and its longer side, 2 m at least."""
    corners = [r.polygon_m for r in rooms] + [n.box.center_m[None, :2] for n in nodes]
    points_m = np.concatenate([*corners, np.zeros((0 if corners else 1, 2))])
    x, y = map(float, (points_m.min(axis=0) + points_m.max(axis=0)) / 2)
    return (x, y), max(2.0, float(np.ptp(points_m, axis=0).max()))


def ground_rgb(fill: str) -> tuple[int, ...]:
    """The room's colour on the map, stronger: the scene's light washes it out."""
    return tuple(255 - 3 * (255 - value) for value in bytes.fromhex(fill[1:]))


def top(node: ObjectNode) -> tuple[float, float, float]:
    """The middle of the box's upper side."""
    half = float(np.abs(node.box.R_world_box[2]) @ node.box.extent_m) / 2
    x, y, z = map(float, node.box.center_m)
    return x, y, z + half
