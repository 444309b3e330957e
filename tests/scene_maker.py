"""Small known scenes for tests: things by label, place, size, colour and room."""

import re
from collections.abc import Sequence

import numpy as np

from inherit_fast.graph import Box, ColorShare, FloorNode, ObjectNode, RoomNode, SceneGraph

RGB = {
    "red": (200, 20, 20),
    "blue": (20, 20, 200),
    "white": (250, 250, 250),
    "gray": (128, 128, 128),
}


class SceneMaker:
    """Adds rooms and things to a graph; source ids count from 1."""

    def __init__(self) -> None:
        self.graph = SceneGraph()

    def room(self, label: str, floor: int = 1) -> str:
        """A room on storey ``floor``."""
        while len(self.graph.floors) < floor:
            number = len(self.graph.floors) + 1
            node = FloorNode(
                self.graph.new_id("floor"), 3.0 * (number - 1), None, f"level {number}"
            )
            self.graph.floors[node.id] = node
        room = RoomNode(self.graph.new_id("room"), f"floor_{floor}", label)
        self.graph.rooms[room.id] = room
        return room.id

    def add(self, label, center, sides, *, color=None, room=None, votes=()) -> int:
        """A confirmed thing with an upright box; returns its source id."""
        number = self.graph.counters["object"] + 1
        colors = [ColorShare(name, RGB[name], 1.0) for name in [color] if name]
        node = ObjectNode(
            self.graph.new_id("object"),
            label,
            Box(np.array(center, float), np.array(sides, float)),
            np.array(center, float),
            label_votes={label: 1.0, **dict.fromkeys(votes, 0.5)},
            state="confirmed",
            seen=1,
            colors=colors,
            room_id=room,
            floor_id=self.graph.rooms[room].floor_id if room else None,
            source_id=number,
            description=f"a {color or ''} {label}",
        )
        self.graph.objects[node.id] = node
        return number


class BagOfWords:
    """Unit vectors that share a direction for every word two texts share."""

    dim = 512

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall("[a-z]+", text.lower()):
                if word not in ("a", "the", "in", "on", "is"):
                    row[sum(ord(c) * 31**i for i, c in enumerate(word)) % self.dim] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


bag_of_words = BagOfWords()
