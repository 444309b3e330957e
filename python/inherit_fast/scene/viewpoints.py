"""Where the robot looked from: when a place is a new viewpoint."""

import math
from bisect import bisect_right, insort
from dataclasses import dataclass
from typing import Literal

from inherit_fast.scene.types import Vector3, ViewpointNode


@dataclass(frozen=True, slots=True)
class ViewpointConfig:
    """What makes a new viewpoint, beside the distance from all others.

    Attributes:
        trigger: ``pose`` asks for that distance, ``coverage`` for newly seen voxels.
        new_share: newly seen voxels, as a share of all those that viewpoints saw so far, beyond
            which a scan makes a new one.
        voxel_m: side of a voxel.
        max_bytes: memory of the voxels; those beyond it are dropped and counted.
        max_panoramas: pictures of viewpoints that are kept; the oldest go first.
    """

    trigger: Literal["pose", "coverage"] = "pose"
    new_share: float = 0.1
    voxel_m: float = 0.1
    max_bytes: int = 64 * 2**20
    max_panoramas: int = 64


class Viewpoints:
    """The nodes in order of their ticks."""

    def __init__(self) -> None:
        self.nodes: list[ViewpointNode] = []

    def is_far(self, position: Vector3, radius_m: float) -> bool:
        """Whether the place lies further than ``radius_m`` from every viewpoint."""
        return all(math.dist(position, node.position) > radius_m for node in self.nodes)

    def add(self, node: ViewpointNode) -> None:
        """Keep the node; ticks that come late find their place."""
        insort(self.nodes, node, key=lambda other: other.tick_id)

    def at(self, tick: int) -> ViewpointNode | None:
        """The latest viewpoint at or before ``tick``."""
        place = bisect_right(self.nodes, tick, key=lambda node: node.tick_id)
        return self.nodes[place - 1] if place else None
