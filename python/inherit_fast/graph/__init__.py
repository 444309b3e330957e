"""Nodes, edges, and the file that keeps them."""

from inherit_fast.graph.boxes import pack_boxes
from inherit_fast.graph.digest import content_digest
from inherit_fast.graph.graph import SceneGraph, id_number
from inherit_fast.graph.nodes import (
    AreaNode,
    Box,
    ColorShare,
    Doorway,
    FloorNode,
    Hint,
    LifeEvent,
    ObjectNode,
    Relation,
    RoomNode,
    View,
)
from inherit_fast.graph.store import Store

__all__ = [
    "AreaNode",
    "Box",
    "ColorShare",
    "Doorway",
    "FloorNode",
    "Hint",
    "LifeEvent",
    "ObjectNode",
    "Relation",
    "RoomNode",
    "SceneGraph",
    "Store",
    "View",
    "content_digest",
    "id_number",
    "pack_boxes",
]
