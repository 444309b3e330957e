"""The best view of a room: the pose that sees most of its mask (paper, section III-C)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.kernels import visible_cells


@dataclass(frozen=True, slots=True)
class BestViewConfig:
    """How far a camera sees, and how many pictures are kept.

    Attributes:
        range_m: floor further away does not count.
        wall_slices: obstacles with fewer solid height slices do not hide the floor behind.
        views_per_room: pictures kept for each room, best first; masks change, and so does the
            order.
        pending_views: pictures kept until the next update; the oldest drop out, counted.
    """

    range_m: float = 6.0
    wall_slices: int = 6
    views_per_room: int = 4
    pending_views: int = 64


@dataclass(frozen=True, slots=True, eq=False)
class Viewpoint:
    """A keyframe as a candidate: its pose, what its image spans, its picture.

    Attributes:
        size_px: width and height of the image that ``intrinsics`` belong to.
        jpeg: the picture, kept while it is among a room's best.
        depth: of the picture, see ``hints.pack_depth``; empty where nobody will ask for it.
        time_ns: of the frame.
    """

    keyframe_id: int
    floor_id: str
    T_world_camera: npt.NDArray[np.float64]
    intrinsics: npt.NDArray[np.float64]
    size_px: tuple[int, int]
    jpeg: bytes
    depth: bytes = b""
    time_ns: int = 0


@dataclass(frozen=True, slots=True)
class BestView:
    """The chosen keyframe of a room, and the floor area that it sees."""

    keyframe_id: int
    visible_m2: float
    jpeg: bytes = field(repr=False)


class BestViews:
    """Keeps the keyframes that see most of each room, in bounded memory."""

    def __init__(self, config: BestViewConfig) -> None:
        self._config = config
        self._views: dict[int, Viewpoint] = {}
        self._pending: list[int] = []
        self._kept: dict[str, dict[str, list[int]]] = {}  # by floor, by room
        self.dropped = 0

    def add(self, view: Viewpoint) -> None:
        """Offer a keyframe; it is looked at in the next ``choose``."""
        self._views[view.keyframe_id] = view
        self._pending.append(view.keyframe_id)
        if len(self._pending) > self._config.pending_views:
            self._forget({self._pending.pop(0)})
            self.dropped += 1

    def viewpoint(self, keyframe_id: int) -> Viewpoint | None:
        """A keyframe that is still kept."""
        return self._views.get(keyframe_id)

    @property
    def bytes(self) -> int:
        """Memory of the pictures."""
        return sum(len(view.jpeg) + len(view.depth) for view in self._views.values())

    def correct(self, covers: Callable[[int], bool], T: npt.NDArray[np.float64]) -> None:
        """The frames of the times that ``covers`` were where (4, 4) ``T`` takes them."""
        for keyframe_id, view in self._views.items():
            if covers(view.time_ns):
                self._views[keyframe_id] = replace(view, T_world_camera=T @ view.T_world_camera)

    def choose(self, floor_map: FloorMap) -> dict[str, BestView]:
        """The best view of every room of a floor that any kept keyframe sees."""
        floor_id = floor_map.floor.id
        views = [v for _, v in sorted(self._views.items()) if v.floor_id == floor_id]
        seen = {v.keyframe_id: visible_m2(floor_map, v, self._config) for v in views}
        kept: dict[str, list[int]] = {}
        best: dict[str, BestView] = {}
        for i, room in enumerate(floor_map.rooms):
            ranked = sorted((k for k in seen if seen[k][i] > 0), key=lambda k: (-seen[k][i], k))
            kept[room.id] = ranked[: self._config.views_per_room]
            for first in ranked[:1]:
                jpeg = self._views[first].jpeg
                best[room.id] = BestView(first, float(seen[first][i]), jpeg)
        self._kept[floor_id] = kept
        self._pending = [k for k in self._pending if k not in seen]
        self._forget(seen)
        return best

    def _forget(self, keyframe_ids: Iterable[int]) -> None:
        """Drop the views among these that nobody keeps."""
        needed = set(self._pending)
        for rooms in self._kept.values():
            needed.update(*rooms.values())
        for keyframe_id in set(keyframe_ids) - needed:
            self._views.pop(keyframe_id, None)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later: JSON-able values and arrays."""
        return {
            "views": [
                {
                    "keyframe_id": v.keyframe_id,
                    "floor_id": v.floor_id,
                    "T_world_camera": v.T_world_camera,
                    "intrinsics": v.intrinsics,
                    "size_px": list(v.size_px),
                    "jpeg": np.frombuffer(v.jpeg, np.uint8),
                    "depth": np.frombuffer(v.depth, np.uint8),
                    "time_ns": v.time_ns,
                }
                for v in self._views.values()
            ],
            "pending": list(self._pending),
            "kept": {floor: dict(rooms) for floor, rooms in self._kept.items()},
            "dropped": self.dropped,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._views = {
            item["keyframe_id"]: Viewpoint(
                item["keyframe_id"],
                item["floor_id"],
                np.asarray(item["T_world_camera"], np.float64),
                np.asarray(item["intrinsics"], np.float64),
                (item["size_px"][0], item["size_px"][1]),
                np.asarray(item["jpeg"], np.uint8).tobytes(),
                np.asarray(item.get("depth", ()), np.uint8).tobytes(),
                item.get("time_ns", 0),
            )
            for item in state["views"]
        }
        self._pending, self.dropped = list(state["pending"]), state["dropped"]
        self._kept = {floor: dict(rooms) for floor, rooms in state["kept"].items()}


def visible_m2(
    floor_map: FloorMap, view: Viewpoint, config: BestViewConfig
) -> npt.NDArray[np.float64]:
    """(rooms,) area of every room's mask that a view sees, walls occluding."""
    grid = floor_map.grid
    nothing = np.zeros(len(floor_map.rooms))
    range_m = _reach_m(floor_map, view, config.range_m)
    if range_m <= grid.cell_m or not len(floor_map.rooms):
        return nothing
    ahead = view.T_world_camera[:3, 2]
    width = view.size_px[0]
    fx, _, cx, _ = view.intrinsics
    left, right = np.arctan2(cx, fx), np.arctan2(width - 1 - cx, fx)
    at = view.T_world_camera[:2, 3] / grid.cell_m - grid.origin
    counts = visible_cells(
        np.ascontiguousarray(grid.wall & (grid.wall_likeness >= config.wall_slices), np.uint8),
        floor_map.labels,
        column=float(at[0]),
        row=float(at[1]),
        heading_rad=float(np.arctan2(ahead[1], ahead[0]) + (left - right) / 2.0),
        fov_rad=float(left + right),
        range_cells=float(range_m / grid.cell_m),
        label_count=len(floor_map.rooms) + 1,
    )
    return counts[1:].astype(np.float64) * grid.cell_m**2


def _reach_m(floor_map: FloorMap, view: Viewpoint, range_m: float) -> float:
    """How far the image reaches along the floor: less where the camera looks down, 0 if up."""
    ahead = view.T_world_camera[:3, 2]
    pitch = float(np.arcsin(np.clip(ahead[2], -1.0, 1.0)))
    _, fy, _, cy = view.intrinsics
    height = view.size_px[1]
    top, bottom = pitch + np.arctan2(cy, fy), pitch - np.arctan2(height - 1 - cy, fy)
    x_m, y_m, z_m = view.T_world_camera[:3, 3]
    above_m = float(z_m) - floor_map.floor_height_at(float(x_m), float(y_m))
    if bottom >= 0 or above_m <= 0:
        return 0.0
    return range_m if top >= 0 else min(range_m, above_m / float(np.tan(-top)))
