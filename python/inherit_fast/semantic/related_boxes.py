"""The objects that take part in relations, as the kernel takes them."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Box, ObjectNode, SceneGraph, pack_boxes
from inherit_fast.semantic.box_kinds import BoxKinds

ANY_ROOM = -1


@dataclass(frozen=True, slots=True, eq=False)
class RelatedBoxes:
    """N present nodes, in the order of the graph.

    Attributes:
        row: node id -> position in ``nodes`` and all arrays.
        boxes, kinds, groups: as ``kernels.relate_boxes`` takes them.
    """

    nodes: list[ObjectNode]
    row: dict[str, int]
    boxes: npt.NDArray[np.float64]
    kinds: npt.NDArray[np.uint8]
    groups: npt.NDArray[np.int32]

    def mask(self, node_ids: Iterable[str]) -> npt.NDArray[np.bool_]:
        """(N,) true for these nodes; others are passed over."""
        mask = np.zeros(len(self.nodes), np.bool_)
        mask[[self.row[node_id] for node_id in node_ids if node_id in self.row]] = True
        return mask

    def within(self, centers: npt.NDArray[np.bool_], reach_m: float) -> npt.NDArray[np.bool_]:
        """(N,) true for nodes whose axis-aligned boxes come within reach of one of ``centers``."""
        extents = np.maximum(self.boxes[:, 3:6], 1e-3)  # as thin as the kernel takes them
        half = (np.abs(self.boxes[:, 6:].reshape(-1, 3, 3)) * extents[:, None]).sum(axis=2) / 2
        low, high = (self.boxes[:, :3] - half).T, (self.boxes[:, :3] + half).T
        met = np.ones((int(centers.sum()), len(self.nodes)), np.bool_)
        for a, b in zip(low, high, strict=True):
            met &= (a[centers, None] <= b + reach_m) & (b[centers, None] >= a - reach_m)
        touched: npt.NDArray[np.bool_] = np.any(met, axis=0)
        return touched


class BoxReader:
    """Reads the boxes of a graph; what did not change since the last time is kept."""

    def __init__(self, kinds: BoxKinds) -> None:
        self._kinds = kinds
        self._read: list[Box] = []
        self._rows = np.zeros((0, 15))

    def __call__(self, graph: SceneGraph) -> RelatedBoxes:
        """All nodes that are present and whose label takes part."""
        pairs = [(node, self._kinds(node.label)) for node in graph.present()]
        nodes = [node for node, kind in pairs if kind is not None]
        rooms: dict[str, int] = {}
        return RelatedBoxes(
            nodes,
            {node.id: i for i, node in enumerate(nodes)},
            self._packed([node.box for node in nodes]),
            np.array([kind for _, kind in pairs if kind is not None], np.uint8),
            np.array([_room_number(node, rooms) for node in nodes], np.int32),
        )

    def _packed(self, boxes: list[Box]) -> npt.NDArray[np.float64]:
        kept = len(self._read)
        same = [a is b for a, b in zip(self._read, boxes, strict=False)]
        rows = np.empty((len(boxes), 15))
        rows[: min(kept, len(boxes))] = self._rows[: len(boxes)]
        fresh = [i for i in range(len(boxes)) if i >= kept or not same[i]]
        rows[fresh] = pack_boxes([boxes[i] for i in fresh])
        self._read, self._rows = boxes, rows
        return rows


def _room_number(node: ObjectNode, rooms: dict[str, int]) -> int:
    """Things of different rooms are not near each other; a guessed room parts nothing."""
    if not node.room_id or node.room_flag:
        return ANY_ROOM
    return rooms.setdefault(node.room_id, len(rooms))
