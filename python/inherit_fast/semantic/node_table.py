"""Nodes as arrays, kept beside the graph so that a stage need not walk all of it."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import SceneGraph, id_number, pack_boxes

GONE = -1
START = 256


class NodeTable:
    """Ids, boxes and labels of the graph's objects at stable positions.

    Where a node is gone the label is ``GONE``, until a new node takes the position.
    """

    def __init__(self) -> None:
        self._position: dict[str, int] = {}
        self._node_ids: list[str] = []
        self._free: list[int] = []
        self._numbers = np.zeros(START, np.int64)
        self._boxes = np.zeros((START, 15))
        self._labels = np.full(START, GONE, np.int32)
        self._label_number: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._position)

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """(N,) numbers of the node ids."""
        return self._numbers[: len(self._node_ids)]

    @property
    def boxes(self) -> npt.NDArray[np.float64]:
        """(N, 15) boxes as the kernels take them."""
        return self._boxes[: len(self._node_ids)]

    @property
    def labels(self) -> npt.NDArray[np.int32]:
        """(N,) positions in ``label_names``, or ``GONE``."""
        return self._labels[: len(self._node_ids)]

    @property
    def label_names(self) -> list[str]:
        """Every label met so far."""
        return list(self._label_number)

    def label(self, name: str) -> int:
        """The number that stands for a label in this table."""
        return self._label_number.setdefault(name, len(self._label_number))

    def node_id(self, position: int) -> str:
        """The id of the node at that position."""
        return self._node_ids[position]

    def position(self, node_id: str) -> int:
        """Where a node of the table stands."""
        return self._position[node_id]

    def refresh(self, graph: SceneGraph, changed: Iterable[str]) -> tuple[list[int], list[int]]:
        """Read the changed nodes again, and any that the table has not met.

        Returns:
            positions that were read, and positions whose node is gone; one that was taken anew
            at once is in both.
        """
        wanted = sorted(changed, key=id_number)
        gone = [self._forget(i) for i in wanted if i in self._position and i not in graph.objects]
        known = [i for i in wanted if i in graph.objects]
        if len(self) + sum(i not in self._position for i in known) != len(graph.objects):
            gone += [self._forget(i) for i in list(self._position) if i not in graph.objects]
            known += [i for i in graph.objects if i not in self._position and i not in known]
        return [self._read(graph, i) for i in known], gone

    def _read(self, graph: SceneGraph, node_id: str) -> int:
        node = graph.objects[node_id]
        position = self._position.get(node_id)
        if position is None:
            position = self._append(node_id)
        self._boxes[position] = pack_boxes([node.box])[0]
        self._labels[position] = self.label(node.voted_label)
        return position

    def _append(self, node_id: str) -> int:
        if self._free:
            position = self._free.pop()
            self._node_ids[position] = node_id
        else:
            position = self._lengthen(node_id)
        self._position[node_id] = position
        self._numbers[position] = id_number(node_id)
        return position

    def _lengthen(self, node_id: str) -> int:
        position = len(self._node_ids)
        if position == len(self._numbers):
            self._numbers = np.concatenate([self._numbers, np.zeros_like(self._numbers)])
            self._boxes = np.concatenate([self._boxes, np.zeros_like(self._boxes)])
            self._labels = np.concatenate([self._labels, np.full_like(self._labels, GONE)])
        self._node_ids.append(node_id)
        return position

    def _forget(self, node_id: str) -> int:
        position = self._position.pop(node_id)
        self._labels[position] = GONE
        self._free.append(position)
        return position
