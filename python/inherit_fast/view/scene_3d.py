"""The map in space, in a browser: drawn into a viser server."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from inherit_fast.graph import ObjectNode, RoomNode, SceneGraph
from inherit_fast.retrieval import Ranking
from inherit_fast.view import shapes
from inherit_fast.view.floor_panel import ROOM_FILLS
from inherit_fast.view.footprints import footprint_of, merge_labels
from inherit_fast.view.room_outline import drawable_rooms
from inherit_fast.view.titles import room_title

ROOM, PATH, BEST, OTHER = (72, 76, 86), (47, 111, 219), (226, 0, 116), (242, 153, 74)
NO_FLOOR = "no_floor"
_ABOVE_FLOOR_M = 0.01  # lines in the plane of a floor's points would flicker
_NAME_ABOVE_M = 0.7  # over most furniture, under the next floor
_LABEL_SHARE = 0.014  # of the map's longer side
_PIN_M = 0.8  # a mark stands out above what is around it


@dataclass(frozen=True, slots=True)
class Scene3DConfig:
    """Sizes of the scene.

    Attributes:
        max_points: of all objects; beyond it every object loses the same share.
        max_labels: of objects, the largest first.
        point_m: side of a drawn point.
        label_m: height of an object's name in the scene, so that names part as one comes near;
            less on small maps.
        max_letters: of a name; longer ones are cut.
        cell_m: size of the grid cells that rooms without a polygon are drawn from.
    """

    max_points: int = 1_000_000
    max_labels: int = 400
    point_m: float = 0.02
    label_m: float = 0.14
    max_letters: int = 40
    cell_m: float = 0.05


class Scene3D:
    """Draws a graph's confirmed objects, its rooms and path, a scene node for each floor.

    Args:
        server: a ``viser.ViserServer``.
        graph: the map.
        config: sizes.

    Attributes:
        graph: the map.
        parts: what can be hidden, by what it is called: the floors by id, ``points``, ``boxes``,
            ``names``, ``rooms``, ``path``; lists of viser's handles.
        points_left_out: beyond ``max_points``.
        labels_left_out: beyond ``max_labels``.
    """

    def __init__(self, server: Any, graph: SceneGraph, config: Scene3DConfig | None = None) -> None:
        self._server = server
        self._config = config or Scene3DConfig()
        self._marks: list[Any] = []
        self._label_m = self._config.label_m
        self.graph = graph
        self.parts: dict[str, list[Any]] = {}
        self.points_left_out = self.labels_left_out = 0

    def draw(self) -> None:
        """Everything, and a camera that sees it."""
        nodes = list(self.graph.present())
        total = sum(len(node.points_m) for node in nodes)
        every = max(1, -(-total // self._config.max_points))
        self.points_left_out = total - sum(len(node.points_m[::every]) for node in nodes)
        by_size = sorted(nodes, key=lambda n: (-float(np.prod(n.box.extent_m)), n.id))
        named = by_size[: self._config.max_labels]
        self.labels_left_out = len(nodes) - len(named)
        rooms = drawable_rooms(self.graph, self._config.cell_m)
        middle, reach = shapes.ground(nodes, rooms)
        self._label_m = min(self._config.label_m, _LABEL_SHARE * reach)
        used = {room.floor_id for room in rooms} | {self.floor_of(node) for node in nodes}
        floors = [floor for floor in [*self.graph.floors, NO_FLOOR] if floor in used]
        for floor in floors:
            self._keep(floor, self._server.scene.add_frame(f"/{floor}", show_axes=False))
        for floor in floors:
            self._draw_things(floor, [n for n in nodes if self.floor_of(n) == floor], every)
            self._draw_names(floor, [n for n in named if self.floor_of(n) == floor])
            for k, room in enumerate(r for r in rooms if r.floor_id == floor):
                self._draw_room(room, shapes.ground_rgb(ROOM_FILLS[k % len(ROOM_FILLS)]))
        self._lines("path", "/path", shapes.way(self.graph.path_m), PATH, 2.0)
        if used:
            self._place_camera(middle, reach)

    def show_answers(self, ranking: Ranking) -> None:
        """Mark the ranking's objects, the best one most, in place of those marked before."""
        self.mark([self.graph.objects[answer.id] for answer in ranking.shown])

    def mark(self, nodes: list[ObjectNode]) -> None:
        """Frame things and pin their numbers and names over them; the first one most."""
        for handle in self._marks:
            handle.remove()
        self._marks = []
        for rank, node in enumerate(nodes, 1):
            label = self._short(node.label)
            text = f"{rank}. {label}" if len(nodes) > 1 else label
            self._marks += self._mark_one(node, rank, text)

    def _mark_one(self, node: ObjectNode, rank: int, text: str) -> list[Any]:
        color, width = (BEST, 5.0) if rank == 1 else (OTHER, 3.0)
        name = f"/{self.floor_of(node)}/answers/{rank}"
        top = shapes.top(node)
        head = (*top[:2], top[2] + _PIN_M)
        edges = shapes.box_edges([node.box], grown_m=0.04)
        scene = self._server.scene
        return [
            scene.add_line_segments(
                f"{name}/box",
                np.concatenate([edges, shapes.way([top, head])]),
                color,
                thickness=width,
                thickness_units="screen",
            ),
            scene.add_label(
                f"{name}/label",
                text,
                position=head,
                anchor="bottom-center",
                font_screen_scale=1.2,
            ),
        ]

    def floor_of(self, node: ObjectNode) -> str:
        """The part that the node is drawn in."""
        return node.floor_id if node.floor_id in self.graph.floors else NO_FLOOR

    def _draw_things(self, floor_id: str, nodes: list[ObjectNode], every: int) -> None:
        points, colors = shapes.colored_points(nodes, every)
        if len(points):
            cloud = self._server.scene.add_point_cloud(
                f"/{floor_id}/points",
                points,
                colors,
                point_size=self._config.point_m,
                precision="float32",
            )
            self._keep("points", cloud)
        edges = shapes.box_edges(node.box for node in nodes)
        self._lines("boxes", f"/{floor_id}/boxes", edges, shapes.edge_colors(nodes), 1.5)

    def _draw_names(self, floor_id: str, nodes: list[ObjectNode]) -> None:
        for text, shape in merge_labels([footprint_of(node) for node in nodes]):
            label = self._server.scene.add_label(
                f"/{floor_id}/labels/{shape.node.id}",
                self._short(text),
                position=shapes.top(shape.node),
                anchor="bottom-center",
                font_size_mode="scene",
                font_scene_height=self._label_m,
                depth_test=True,
            )
            self._keep("names", label)

    def _draw_room(self, room: RoomNode, rgb: tuple[int, ...]) -> None:
        height = self.graph.floors[room.floor_id].height_m
        name = f"/{room.floor_id}/rooms/{room.id}"
        outline = shapes.outline(room.polygon_m, height + _ABOVE_FLOOR_M)
        self._lines("rooms", f"{name}/outline", outline, ROOM, 3.0)
        corners, faces = shapes.filled(room.polygon_m, height - _ABOVE_FLOOR_M)
        ground = self._server.scene.add_mesh_simple(
            f"{name}/ground",
            corners,
            faces,
            color=rgb,
            side="double",
            cast_shadow=False,
        )
        at = (*map(float, room.polygon_m.mean(axis=0)), height + _NAME_ABOVE_M)
        title = self._server.scene.add_label(
            f"{name}/name",
            self._short(room_title(room)),
            position=at,
            anchor="bottom-center",
            font_screen_scale=1.4,
            depth_test=True,
        )
        self._keep("rooms", ground, title)

    def _lines(
        self, part: str, name: str, segments: shapes.Segments, colors: Any, width_px: float
    ) -> None:
        if len(segments):
            lines = self._server.scene.add_line_segments(
                name, segments, colors, thickness=width_px, thickness_units="screen"
            )
            self._keep(part, lines)

    def _keep(self, part: str, *handles: Any) -> None:
        self.parts.setdefault(part, []).extend(handles)

    def _short(self, text: str) -> str:
        most = self._config.max_letters
        return text if len(text) <= most else f"{text[: most - 1]}…"

    def _place_camera(self, middle: tuple[float, float], reach: float) -> None:
        heights = [f.height_m for f in self.graph.floors.values()] or [0.0]
        (x, y), z = middle, (min(heights) + max(heights)) / 2
        self._server.initial_camera.look_at = (x, y, z)
        self._server.initial_camera.position = (x, y - 0.9 * reach, z + 1.2 * reach)
        self._server.initial_camera.fov = 0.8  # rad; viser's own makes near things too large
