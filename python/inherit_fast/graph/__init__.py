"""Nodes, edges, and the file that keeps them."""

from inherit_fast.graph.graph import SceneGraph
from inherit_fast.graph.nodes import (
    AreaNode,
    Box,
    ColorShare,
    Doorway,
    FloorNode,
    ObjectNode,
    Relation,
    RoomNode,
    View,
)

__all__ = [
    "AreaNode",
    "Box",
    "ColorShare",
    "Doorway",
    "FloorNode",
    "ObjectNode",
    "Relation",
    "RoomNode",
    "SceneGraph",
    "View",
]
