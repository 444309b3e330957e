"""What a room is called, and what is said of it, without a language model."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import RoomNode, SceneGraph
from inherit_fast.language.room_table import RoomTable
from inherit_fast.updates.phrases import count_phrase, join_phrase, with_article


@dataclass(frozen=True, slots=True)
class RoomNamesConfig:
    """When a room gets a name.

    Attributes:
        min_score: weight of its things that names a room; see ``data/rooms.toml``.
        corridor_max_width_m: wider rooms are no corridors.
        corridor_elongation: length over width of a corridor without other evidence.
        max_things: kinds of things named in a description.
    """

    min_score: float = 2.0
    corridor_max_width_m: float = 2.2
    corridor_elongation: float = 2.5
    max_things: int = 6


def room_label(
    labels: Sequence[str],
    cells: npt.NDArray[np.int32],
    cell_m: float,
    table: RoomTable,
    config: RoomNamesConfig,
) -> str:
    """The kind of room that its things, or else its shape, speak for; ``room`` if neither does.

    Args:
        labels: of the objects in the room.
        cells: (N, 2) cells of its mask.
        cell_m: edge of a cell.
        table: weights of things in rooms.
        config: thresholds.
    """
    scores = table.room_scores(labels)
    best = max(scores, key=lambda room: scores[room], default="room")
    if scores.get(best, 0.0) >= config.min_score:
        return best
    length_m, width_m = extent_m(cells, cell_m)
    narrow = 0.0 < width_m <= config.corridor_max_width_m
    if narrow and length_m >= config.corridor_elongation * width_m:
        return "corridor"
    return "room"


def extent_m(cells: npt.NDArray[np.int32], cell_m: float) -> tuple[float, float]:
    """Length and mean width of a mask: of the box around it along its principal axes."""
    if len(cells) < 2:
        return cell_m * len(cells), cell_m * len(cells)
    centred = cells - cells.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    along = centred @ axes[:, 1]
    length_m = (float(np.ptp(along)) + 1.0) * cell_m
    return length_m, len(cells) * cell_m**2 / length_m


def room_description(
    graph: SceneGraph, room: RoomNode, cell_m: float, table: RoomTable, config: RoomNamesConfig
) -> str:
    """One sentence: kind, size, floor, things and neighbours; what makes the room comes first."""
    area_m2 = len(room.cells) * cell_m**2
    floor = room.floor_id.replace("_", " ")
    parts = [f"{with_article(room.label)} of {area_m2:.0f} m2 on {floor}"]
    labels = [node.label for node in graph.present() if node.room_id == room.id]
    things = Counter(label for label in labels if not table.is_structure(label))
    if things:
        ranked = sorted(things, key=lambda n: (-table.weight(room.label, n), -things[n], n))
        named = {name: things[name] for name in ranked}
        parts.append(f"with {count_phrase(named, config.max_things)}")
    neighbours = _neighbours(graph, room)
    if neighbours:
        parts.append(f"next to {join_phrase(neighbours)}")
    return ", ".join(parts)


def _neighbours(graph: SceneGraph, room: RoomNode) -> list[str]:
    ids = [
        d.room_b if d.room_a == room.id else d.room_a
        for d in graph.doorways
        if room.id in (d.room_a, d.room_b)
    ]
    labels = [graph.rooms[i].label for i in dict.fromkeys(ids) if i in graph.rooms]
    counts = Counter(labels)
    return [f"the {name}" if n == 1 else count_phrase({name: n}) for name, n in counts.items()]
