"""Outlines of rooms; where a room has no polygon yet, that of its cells."""

import dataclasses

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import RoomNode, SceneGraph

Corner = tuple[int, int]


def drawable_rooms(graph: SceneGraph, cell_m: float) -> list[RoomNode]:
    """Rooms with a polygon, traced around their cells where they have none of their own."""
    rooms = []
    for room in graph.rooms.values():
        if len(room.polygon_m) >= 3:
            rooms.append(room)
        elif len(room.cells):
            outline = cell_outline(room.cells) * cell_m
            rooms.append(dataclasses.replace(room, polygon_m=outline))
    return rooms


def cell_outline(cells: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """Corners (N, 2) of the longest outline around cells (ix, iy), counter-clockwise, in cells."""
    low = cells.min(axis=0) - 1
    mask = np.zeros(cells.max(axis=0) - low + 2, bool)
    mask[tuple((cells - low).T)] = True
    loops = _loops(_edges(mask))
    around = _with_neighbours(max(loops, key=len))
    corners = np.array([at for at, before, after in around if _bends(before, at, after)])
    return np.asarray(corners + low, np.float64)


def _edges(mask: npt.NDArray[np.bool_]) -> dict[Corner, list[Corner]]:
    """Unit edges from corner to corner around the mask, the inside on the left."""
    edges: dict[Corner, list[Corner]] = {}
    sides = [  # neighbour that must be free, and the edge towards it
        ((0, -1), (0, 0), (1, 0)),
        ((1, 0), (1, 0), (1, 1)),
        ((0, 1), (1, 1), (0, 1)),
        ((-1, 0), (0, 1), (0, 0)),
    ]
    for (di, dj), a, b in sides:
        free = ~np.roll(mask, (-di, -dj), axis=(0, 1))
        for i, j in zip(*np.nonzero(mask & free), strict=True):
            start = (int(i) + a[0], int(j) + a[1])
            edges.setdefault(start, []).append((int(i) + b[0], int(j) + b[1]))
    return edges


def _loops(edges: dict[Corner, list[Corner]]) -> list[list[Corner]]:
    loops: list[list[Corner]] = []
    while edges:
        start = at = next(iter(edges))
        loop: list[Corner] = []
        while not loop or at != start:
            loop.append(at)
            ways = edges[at]
            step = ways.pop()
            if not ways:
                del edges[at]
            at = step
        loops.append(loop)
    return loops


def _with_neighbours(loop: list[Corner]) -> list[tuple[Corner, Corner, Corner]]:
    return list(zip(loop, [loop[-1], *loop[:-1]], [*loop[1:], loop[0]], strict=True))


def _bends(a: Corner, b: Corner, c: Corner) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) != (b[1] - a[1]) * (c[0] - b[0])
