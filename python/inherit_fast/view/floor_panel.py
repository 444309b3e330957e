"""One floor of the map, drawn: rooms, walls, doors, objects, path, best views."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import Doorway, FloorNode, RoomNode, SceneGraph
from inherit_fast.view.footprints import Footprint, footprint_of
from inherit_fast.view.panel_labels import PanelLabels
from inherit_fast.view.svg_canvas import Canvas, Point, hex_color
from inherit_fast.view.titles import object_title, room_title

ROOM_FILLS = [
    "#fbf0dc",
    "#dfecf8",
    "#e4f0dc",
    "#f7e1e9",
    "#e9e4f6",
    "#fce4d6",
    "#dcf0ee",
    "#f5f1cf",
]
WALL, PATH, VIEW, JAMB, FLOOR = "#484c56", "#2f6fdb", "#d9822b", "#a8763e", "#fffdf8"
_WALL_M = 0.17
_WALL_REACH_M = 0.3  # a doorway's wall runs this near to its middle
_OVERHEAD_M = 1.2  # things above this hide what stands below them: drawn as an outline


@dataclass(slots=True, eq=False)
class FloorPanel:
    """Draws the nodes of one floor into a pixel rectangle; north (world y) is up.

    Attributes:
        origin_m: world x y that lies at the panel's lower left corner.
        corner_px: the panel's upper left corner on the canvas.
        size_px: width and height on the canvas.
        px_m: pixels a metre.
        unlabelled: objects whose label found no place; their tips still tell.
    """

    canvas: Canvas
    graph: SceneGraph
    floor: FloorNode
    origin_m: Point
    corner_px: Point
    size_px: Point
    px_m: float
    unlabelled: int = field(default=0, init=False)

    def draw(self, rooms: list[RoomNode], poses: Mapping[int, npt.NDArray[np.float64]]) -> None:
        """Everything, back to front.

        Args:
            rooms: this floor's, each with a polygon.
            poses: camera poses of keyframes, by id.
        """
        objects = [o for o in self.graph.present() if o.floor_id == self.floor.id]
        self._draw_rooms(rooms)
        for doorway in self.graph.doorways:
            self._draw_doorway(doorway, {r.id: r for r in rooms})
        shapes = sorted((footprint_of(o) for o in objects), key=lambda f: (f.top_m, f.node.id))
        for shape in shapes:
            self._draw_object(shape)
        self._draw_path()
        for room in rooms:
            self._draw_best_view(room, poses)
        x, y = self.corner_px
        page = (x, y, x + self.size_px[0], y + self.size_px[1])
        labels = PanelLabels(self.canvas, page, self.to_px, self.px_m)
        labels.draw(rooms, shapes)
        self.unlabelled = labels.left_out

    def to_px(self, x: float, y: float) -> Point:
        """World metres to canvas pixels."""
        px = self.corner_px[0] + (x - self.origin_m[0]) * self.px_m
        return px, self.corner_px[1] + self.size_px[1] - (y - self.origin_m[1]) * self.px_m

    def _outline(self, points_m: npt.NDArray[np.float64]) -> list[Point]:
        return [self.to_px(float(x), float(y)) for x, y in points_m]

    def _draw_rooms(self, rooms: list[RoomNode]) -> None:
        width = max(2.0, _WALL_M * self.px_m)
        for room in rooms:
            outline = self._outline(room.polygon_m)
            self.canvas.polygon(
                outline, fill=WALL, stroke=WALL, stroke_width=width, stroke_linejoin="miter"
            )
        for i, room in enumerate(rooms):
            fill = ROOM_FILLS[i % len(ROOM_FILLS)]
            self.canvas.polygon(self._outline(room.polygon_m), room_title(room), fill=fill)

    def _draw_doorway(self, doorway: Doorway, rooms: dict[str, RoomNode]) -> None:
        if doorway.room_a not in rooms or doorway.room_b not in rooms:
            return
        along = _wall_direction(rooms[doorway.room_a].polygon_m, doorway.position_m)
        across = np.array([-along[1], along[0]])
        half, deep = along * doorway.width_m / 2, across * 0.11
        at = doorway.position_m
        corners = [at - half - deep, at + half - deep, at + half + deep, at - half + deep]
        names = f"door: {room_title(rooms[doorway.room_a])} - {room_title(rooms[doorway.room_b])}"
        tip = f"{names}, {doorway.width_m:.2f} m"
        self.canvas.polygon(self._outline(np.array(corners)), tip, fill=FLOOR)
        for end in (-half, half):
            a, b = self._outline(np.array([at + end - deep, at + end + deep]))
            self.canvas.line(a, b, stroke=JAMB, stroke_width=max(1.5, 0.03 * self.px_m))

    def _draw_object(self, shape: Footprint) -> None:
        node = shape.node
        r, g, b = shape.rgb
        overhead = shape.bottom_m - self.floor.height_m > _OVERHEAD_M and shape.area_m2 > 0.08
        self.canvas.polygon(
            self._outline(shape.corners_m),
            object_title(node),
            fill=hex_color((r, g, b)),
            fill_opacity=0.15 if overhead else 0.92,
            stroke=hex_color((r * 0.55, g * 0.55, b * 0.55)),
            stroke_width=0.9,
            stroke_dasharray="4 3" if overhead else "none",
            stroke_linejoin="round",
        )

    def _draw_path(self) -> None:
        heights = sorted(f.height_m for f in self.graph.floors.values())
        level = heights.index(self.floor.height_m)
        top = heights[level + 1] if level + 1 < len(heights) else math.inf
        runs: list[list[Point]] = [[]]
        for x, y, z in self.graph.path_m:
            # A camera is carried well above the floor it is on, stairs included.
            if self.floor.height_m + 0.4 <= z < top + 0.4 or (level == 0 and z < top + 0.4):
                runs[-1].append(self.to_px(x, y))
            elif runs[-1]:
                runs.append([])
        for run in (r for r in runs if r):
            self.canvas.polyline(
                run, stroke=PATH, stroke_width=1.5, stroke_linejoin="round", stroke_opacity=0.5
            )
            first, last = run[0], run[-1]
            self.canvas.circle(first, 4, "path starts", fill=FLOOR, stroke=PATH, stroke_width=2)
            self.canvas.circle(last, 4, "path ends", fill=PATH)

    def _draw_best_view(self, room: RoomNode, poses: Mapping[int, npt.NDArray[np.float64]]) -> None:
        keyframe = room.best_view_keyframe
        if keyframe is None:
            return
        tip = f"best view of {room_title(room)}: keyframe {keyframe}"
        style = {"fill": VIEW, "stroke": VIEW}
        if keyframe in poses:
            at = poses[keyframe][:3, 3]
            wedge = self._outline(_wedge(poses[keyframe]))
            self.canvas.polygon(wedge, tip, **style, fill_opacity=0.28, stroke_width=1.2)
        elif keyframe < len(self.graph.path_m):  # where, if not which way
            at = np.array(self.graph.path_m[keyframe])
        else:
            return
        here = self.to_px(float(at[0]), float(at[1]))
        self.canvas.circle(here, 8, tip, **style, fill_opacity=0.28, stroke_width=1.2)
        self.canvas.circle(here, 3, fill=VIEW)


def _wedge(pose: npt.NDArray[np.float64], reach_m: float = 0.75) -> npt.NDArray[np.float64]:
    """The camera and an arc before it."""
    heading = math.atan2(pose[1, 2], pose[0, 2]) + np.linspace(-0.6, 0.6, 9)
    arc = np.stack([np.cos(heading), np.sin(heading)], axis=1) * reach_m
    return np.concatenate([pose[None, :2, 3], pose[:2, 3] + arc])


def _wall_direction(
    polygon: npt.NDArray[np.float64], at: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Direction of the longest edge that passes near a point, or of the nearest one."""
    edge = np.roll(polygon, -1, axis=0) - polygon
    length = np.maximum(np.linalg.norm(edge, axis=1), 1e-6)
    t = np.clip(((at - polygon) * edge).sum(axis=1) / length**2, 0.0, 1.0)
    distance = np.linalg.norm(polygon + t[:, None] * edge - at, axis=1)
    near = distance <= max(_WALL_REACH_M, float(distance.min()))
    chosen = np.where(near, length, 0.0).argmax()
    direction: npt.NDArray[np.float64] = edge[chosen] / length[chosen]
    return direction
