"""Objects to floors and rooms, by their boxes and the finalised masks (paper, section III-C)."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.graph import Box, ObjectNode


@dataclass(frozen=True, slots=True)
class PlacesConfig:
    """When the place of an object is certain.

    Attributes:
        slab_m: thickness of the slab between storeys where no ceiling was seen.
        within_share: least part of an object's height inside one storey.
        doorway_reach_m: how far around the middle of a doorway counts as in it, beyond half of
            its width and at most ``doorway_max_m`` in all.
        wall_reach_m: things on walls lie this far outside of the mask that they face.
    """

    slab_m: float = 0.3
    within_share: float = 0.6
    doorway_reach_m: float = 0.1
    doorway_max_m: float = 0.7
    wall_reach_m: float = 0.5


@dataclass(frozen=True, slots=True)
class Place:
    """Where an object is; ``flag`` says why that is a guess, or is empty."""

    floor_id: str | None
    room_id: str | None
    flag: str = ""


class Placer:
    """Finds the floor and room of objects on the present maps."""

    def __init__(self, config: PlacesConfig, maps: Sequence[FloorMap]) -> None:
        self._config = config
        self._maps = list(maps)
        self._labelled = [np.argwhere(m.labels > 0) for m in self._maps]

    def __call__(self, node: ObjectNode) -> Place:
        """The place of ``node`` by its box, and by where it was seen from."""
        if not self._maps:
            return Place(None, None, "outside")
        index, within = self._floor(node.box)
        floor_map = self._maps[index]
        label, flag = self._room(node, index)
        room_id = floor_map.rooms[label - 1].id if label else None
        if not within:
            flag = "between floors"
        return Place(floor_map.floor.id, room_id, flag)

    def _floor(self, box: Box) -> tuple[int, bool]:
        """Storey that holds most of the box's height, and whether that is nearly all."""
        z_m = float(box.center_m[2])
        half_m = max(float(np.abs(box.R_world_box[2]) @ box.extent_m) / 2.0, 1e-3)
        bottoms, tops = self._storeys(float(box.center_m[0]), float(box.center_m[1]))
        common = np.minimum(z_m + half_m, tops) - np.maximum(z_m - half_m, bottoms)
        if common.max() <= 0:  # below the lowest floor
            return int(bottoms.argmin()), False
        best = int(common.argmax())
        return best, bool(common[best] >= self._config.within_share * 2.0 * half_m)

    def _storeys(
        self, x_m: float, y_m: float
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """(F,) lower and upper ends of the storeys there: the middles of the slabs."""
        floors = np.array([m.floor_height_at(x_m, y_m) for m in self._maps])
        bottoms = floors - self._config.slab_m / 2.0
        tops = np.full(len(floors), np.inf)
        order = np.argsort(floors, kind="stable")
        for below, above in itertools.pairwise(order):
            node = self._maps[below].floor
            if node.ceiling_m is not None:
                ceiling_m = floors[below] + node.ceiling_m - node.height_m
                if ceiling_m < floors[above]:
                    bottoms[above] = (ceiling_m + floors[above]) / 2.0
            tops[below] = bottoms[above]
        return bottoms, tops

    def _room(self, node: ObjectNode, index: int) -> tuple[int, str]:
        floor_map, center_m = self._maps[index], node.box.center_m
        flag = "doorway" if self._in_doorway(floor_map, center_m) else ""
        at_center = int(floor_map.labels_at(center_m[None])[0])
        if at_center:
            return at_center, flag
        faced = self._faced(node, floor_map)
        if faced:
            return faced, flag
        votes = np.bincount(floor_map.labels_at(_footprint(node.box)), minlength=1)
        votes[0] = 0
        if votes.any():
            return int(votes.argmax()), flag
        return self._nearest(node.box.center_m, index, flag)

    def _in_doorway(self, floor_map: FloorMap, center_m: npt.NDArray[np.float64]) -> bool:
        for doorway in floor_map.doorways:
            reach_m = doorway.width_m / 2.0 + self._config.doorway_reach_m
            distance_m = np.linalg.norm(center_m[:2] - doorway.position_m)
            if distance_m <= min(reach_m, self._config.doorway_max_m):
                return True
        return False

    def _faced(self, node: ObjectNode, floor_map: FloorMap) -> int:
        """The room in front of a thing on a wall, towards where it was best seen from."""
        step_m = floor_map.grid.cell_m / 2.0
        steps = np.arange(step_m, self._config.wall_reach_m, step_m)[:, None]
        for view in node.views:
            ahead = np.array([[np.cos(view.bearing_rad), np.sin(view.bearing_rad)]])
            labels = floor_map.labels_at(node.box.center_m[None, :2] + steps * ahead)
            if labels.any():
                return int(labels[labels > 0][0])
        return 0

    def _nearest(self, center_m: npt.NDArray[np.float64], index: int, flag: str) -> tuple[int, str]:
        """The room with the nearest cell; a guess if that is far."""
        floor_map, cells = self._maps[index], self._labelled[index]
        if not len(cells):
            return 0, "outside"
        grid = floor_map.grid
        middles = (cells[:, ::-1] + grid.origin + 0.5) * grid.cell_m
        distances = np.linalg.norm(middles - center_m[:2], axis=1)
        nearest = int(distances.argmin())
        if distances[nearest] > self._config.wall_reach_m:
            flag = "outside"
        return int(floor_map.labels[tuple(cells[nearest])]), flag


def place_objects(
    objects: Iterable[ObjectNode], maps: Sequence[FloorMap], config: PlacesConfig
) -> list[str]:
    """Set floor, room and flag of every object; returns the ids of those that changed."""
    placer = Placer(config, maps)
    changed = []
    for node in objects:
        place = placer(node)
        before = Place(node.floor_id, node.room_id, node.room_flag)
        if place != before:
            node.floor_id, node.room_id, node.room_flag = place.floor_id, place.room_id, place.flag
            changed.append(node.id)
    return changed


def _footprint(box: Box) -> npt.NDArray[np.float64]:
    """(125, 2) points spread over the shadow of a box on the ground."""
    share = np.linspace(-0.4, 0.4, 5)
    local = np.stack(np.meshgrid(share, share, share, indexing="ij"), axis=-1).reshape(-1, 3)
    world = box.center_m + (local * box.extent_m) @ box.R_world_box.T
    return np.ascontiguousarray(world[:, :2])
