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
        self._maps = [_Sight.of(m) for m in maps]

    def __call__(self, node: ObjectNode) -> Place:
        """The place of ``node`` by its box, and by where it was seen from."""
        if not self._maps:
            return Place(None, None, "outside")
        index, within = self._floor(node.box)
        floor_map = self._maps[index].map
        label, flag = self._room(node, self._maps[index])
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
        floors = np.array([sight.map.floor_height_at(x_m, y_m) for sight in self._maps])
        bottoms = floors - self._config.slab_m / 2.0
        tops = np.full(len(floors), np.inf)
        order = np.argsort(floors, kind="stable")
        for below, above in itertools.pairwise(order):
            node = self._maps[below].map.floor
            if node.ceiling_m is not None:
                ceiling_m = floors[below] + node.ceiling_m - node.height_m
                if ceiling_m < floors[above]:
                    bottoms[above] = (ceiling_m + floors[above]) / 2.0
            tops[below] = bottoms[above]
        return bottoms, tops

    def _room(self, node: ObjectNode, sight: "_Sight") -> tuple[int, str]:
        floor_map, center_m = sight.map, node.box.center_m
        flag = "doorway" if self._in_doorway(sight, center_m) else ""
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
        return self._nearest(center_m, sight, flag)

    def _in_doorway(self, sight: "_Sight", center_m: npt.NDArray[np.float64]) -> bool:
        reach_m = sight.doorway_widths_m / 2.0 + self._config.doorway_reach_m
        squares = ((sight.doorways_m - center_m[:2]) ** 2).sum(axis=1)
        return bool((squares <= np.minimum(reach_m, self._config.doorway_max_m) ** 2).any())

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

    def _nearest(
        self, center_m: npt.NDArray[np.float64], sight: "_Sight", flag: str
    ) -> tuple[int, str]:
        """The room with the nearest cell; a guess if that is far."""
        near = sight.map.nearest_label(center_m, self._config.wall_reach_m)
        if near:
            return near, flag
        if not len(sight.cell_labels):
            return 0, "outside"
        squares = ((sight.cells_m - center_m[:2]) ** 2).sum(axis=1)
        return int(sight.cell_labels[squares.argmin()]), "outside"


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """A map with what is asked of it for many objects: labelled cells, doorways."""

    map: FloorMap
    cells_m: npt.NDArray[np.float64]
    cell_labels: npt.NDArray[np.int32]
    doorways_m: npt.NDArray[np.float64]
    doorway_widths_m: npt.NDArray[np.float64]

    @classmethod
    def of(cls, floor_map: FloorMap) -> "_Sight":
        grid = floor_map.grid
        row, col = np.nonzero(floor_map.labels)
        middles = np.stack([col, row], axis=1) + grid.origin + 0.5
        doorways = floor_map.doorways
        return cls(
            floor_map,
            middles.astype(np.float64) * grid.cell_m,
            floor_map.labels[row, col],
            np.array([d.position_m for d in doorways], np.float64).reshape(-1, 2),
            np.array([d.width_m for d in doorways], np.float64),
        )


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


_SPREAD = np.stack(np.meshgrid(*[np.linspace(-0.4, 0.4, 5)] * 3), axis=-1).reshape(-1, 3)


def _footprint(box: Box) -> npt.NDArray[np.float64]:
    """(125, 2) points spread over the shadow of a box on the ground."""
    return box.center_m[:2] + (_SPREAD * box.extent_m) @ box.R_world_box[:2].T
