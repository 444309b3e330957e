"""The points of objects, coloured as the objects are, and ``inherit-fast export MAP ply``."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.export.ply import Colors, Points, write_ply
from inherit_fast.graph import Box, ColorShare, ObjectNode, SceneGraph, id_number
from inherit_fast.perception.colors import NAMES, ColorConfig, name_colors
from inherit_fast.perception.oklab import oklab

_GREY = (128, 128, 128)
_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


def write_object_points(graph: SceneGraph, path: Path) -> None:
    """One cloud of all confirmed objects; the property ``object`` is the number in the id.

    Raises:
        StoreError: the place cannot be written.
    """
    nodes = list(graph.present())
    clouds = [object_cloud(node) for node in nodes]
    points = [cloud for cloud, _ in clouds] or [np.zeros((0, 3), np.float32)]
    colors = [color for _, color in clouds] or [np.zeros((0, 3), np.uint8)]
    numbers = [
        np.full(len(cloud), id_number(n.id)) for n, (cloud, _) in zip(nodes, clouds, strict=True)
    ]
    write_ply(
        path,
        np.concatenate(points),
        np.concatenate(colors),
        np.concatenate([*numbers, np.zeros(0)]).astype(np.int32),
    )


def object_cloud(node: ObjectNode) -> tuple[Points, Colors]:
    """An object's points, or the corners of its box where it has none, in its main colour."""
    points = node.points_m if len(node.points_m) else corners(node.box).astype(np.float32)
    color = node.colors[0].rgb if node.colors else _GREY
    return points, np.tile(np.array(color, np.uint8), (len(points), 1))


def corners(box: Box) -> npt.NDArray[np.float64]:
    """(8, 3) corners in the world; z changes fastest, then y."""
    corner: npt.NDArray[np.float64] = (_SIGNS * box.extent_m / 2) @ box.R_world_box.T + box.center_m
    return corner


def colors_of(colors: Colors, most: int = 3) -> list[ColorShare]:
    """Basic colours of points, largest share first."""
    if not len(colors):
        return []
    named = name_colors(oklab(colors), ColorConfig())
    counts = np.bincount(named, minlength=len(NAMES))
    shares = []
    for i in np.argsort(-counts, kind="stable")[:most]:
        if counts[i]:
            red, green, blue = (int(v) for v in np.median(colors[named == i], axis=0))
            shares.append(ColorShare(NAMES[i], (red, green, blue), float(counts[i] / len(colors))))
    return shares
