"""The map in space, in a browser: drawn into a viser server, asked by a text box."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from inherit_fast.errors import InheritFastError
from inherit_fast.graph import ObjectNode, RoomNode, SceneGraph
from inherit_fast.retrieval import Ranking
from inherit_fast.view import shapes
from inherit_fast.view.room_outline import drawable_rooms
from inherit_fast.view.titles import room_title

ROOM, PATH, BEST, OTHER = (72, 76, 86), (47, 111, 219), (226, 0, 116), (242, 153, 74)
NO_FLOOR = "no_floor"
_ABOVE_FLOOR_M = 0.01  # lines in the plane of a floor's points would flicker


@dataclass(frozen=True, slots=True)
class Scene3DConfig:
    """Sizes of the scene.

    Attributes:
        max_points: of all objects; beyond it every object loses the same share.
        max_labels: of objects, the largest first.
        point_m: side of a drawn point.
        cell_m: size of the grid cells that rooms without a polygon are drawn from.
    """

    max_points: int = 1_000_000
    max_labels: int = 400
    point_m: float = 0.02
    cell_m: float = 0.05


class Scene3D:
    """Draws a graph's confirmed objects, its rooms and path, a scene node for each floor.

    Args:
        server: a ``viser.ViserServer``.
        graph: the map.
        config: sizes.

    Attributes:
        points_left_out: beyond ``max_points``.
        labels_left_out: beyond ``max_labels``.
    """

    def __init__(self, server: Any, graph: SceneGraph, config: Scene3DConfig | None = None) -> None:
        self._server = server
        self._graph = graph
        self._config = config or Scene3DConfig()
        self._answers: list[Any] = []
        self._lock = threading.Lock()
        self.points_left_out = self.labels_left_out = 0

    def draw(self) -> None:
        """Everything, and a camera that sees it."""
        nodes = list(self._graph.present())
        total = sum(len(node.points_m) for node in nodes)
        every = max(1, -(-total // self._config.max_points))
        self.points_left_out = total - sum(len(node.points_m[::every]) for node in nodes)
        by_size = sorted(nodes, key=lambda n: (-float(np.prod(n.box.extent_m)), n.id))
        named = {node.id for node in by_size[: self._config.max_labels]}
        self.labels_left_out = len(nodes) - len(named)
        rooms = drawable_rooms(self._graph, self._config.cell_m)
        for floor_id in [*self._graph.floors, NO_FLOOR]:
            here = [n for n in nodes if _floor_of(n, self._graph) == floor_id]
            self._draw_floor(floor_id, here, every, named)
            self._draw_rooms(floor_id, [r for r in rooms if r.floor_id == floor_id])
        self._lines("/path", shapes.way(self._graph.path_m), PATH, 2.0)
        self._place_camera(nodes, rooms)

    def add_controls(self, ask: Callable[[str], Ranking]) -> None:
        """A box to ask in, the answers as text, and what may be hidden.

        Args:
            ask: answers a text; called by one thread at a time.
        """
        gui = self._server.gui
        with gui.add_form(None) as form:
            text = gui.add_text("Find", "", hint="the mug on the table; Enter asks")
        # Plain text: markdown of this server runs code, and labels may come from anywhere.
        told = gui.add_text("Answers", "", multiline=True, disabled=True)

        def answer(_: object) -> None:
            with self._lock:
                told.value = self._answered(ask, text.value)

        form.on_submit(answer)
        left_out = f"{self.points_left_out} points, {self.labels_left_out} labels"
        gui.add_text("Left out", left_out, disabled=True)

    def show_answers(self, ranking: Ranking) -> None:
        """Mark the ranking's objects, the best one most, in place of those marked before."""
        for handle in self._answers:
            handle.remove()
        self._answers = []
        for rank, answer in enumerate(ranking.answers, 1):
            node = self._graph.objects[answer.id]
            color, width = (BEST, 5.0) if rank == 1 else (OTHER, 3.0)
            edges = shapes.box_edges([node.box], grown_m=0.04)
            name = f"/answers/{rank}"
            self._answers.append(self._lines(f"{name}/box", edges, color, width))
            self._answers.append(self._label(f"{name}/label", f"{rank}. {node.label}", node))

    def _answered(self, ask: Callable[[str], Ranking], text: str) -> str:
        try:
            ranking = ask(text)
        except InheritFastError as error:
            return str(error)
        self.show_answers(ranking)
        lines = [
            f"{rank}. {a.label} ({a.id}) {a.score:.2f} {a.room or ''}".rstrip()
            for rank, a in enumerate(ranking.answers, 1)
        ]
        return "\n".join([*([ranking.note] if ranking.note else []), *lines]) or "nothing fits"

    def _draw_floor(
        self, floor_id: str, nodes: list[ObjectNode], every: int, named: set[str]
    ) -> None:
        if not nodes:
            return
        points, colors = shapes.colored_points(nodes, every)
        if len(points):
            self._server.scene.add_point_cloud(
                f"/{floor_id}/points",
                points,
                colors,
                point_size=self._config.point_m,
                precision="float32",
            )
        edges = shapes.box_edges(node.box for node in nodes)
        self._lines(f"/{floor_id}/boxes", edges, shapes.edge_colors(nodes), 1.5)
        for node in nodes:
            if node.id in named:
                self._label(f"/{floor_id}/labels/{node.id}", node.label, node)

    def _draw_rooms(self, floor_id: str, rooms: list[RoomNode]) -> None:
        for room in rooms:
            height = self._graph.floors[floor_id].height_m + _ABOVE_FLOOR_M
            name = f"/{floor_id}/rooms/{room.id}"
            self._lines(f"{name}/outline", shapes.outline(room.polygon_m, height), ROOM, 3.0)
            at = (*map(float, room.polygon_m.mean(axis=0)), height)
            self._server.scene.add_label(f"{name}/name", room_title(room), position=at)

    def _lines(self, name: str, segments: shapes.Segments, colors: Any, width_px: float) -> Any:
        if not len(segments):
            return None
        return self._server.scene.add_line_segments(
            name, segments, colors, thickness=width_px, thickness_units="screen"
        )

    def _label(self, name: str, text: str, node: ObjectNode) -> Any:
        top = node.box.center_m + np.array([0.0, 0.0, _half_height(node)])
        return self._server.scene.add_label(
            name, text, position=tuple(map(float, top)), anchor="bottom-center"
        )

    def _place_camera(self, nodes: list[ObjectNode], rooms: list[RoomNode]) -> None:
        corners = [r.polygon_m for r in rooms] + [n.box.center_m[None, :2] for n in nodes]
        if not corners:
            return
        ground = np.concatenate(corners)
        middle = (ground.min(axis=0) + ground.max(axis=0)) / 2
        reach = max(2.0, float(np.ptp(ground, axis=0).max()))
        floor = min((f.height_m for f in self._graph.floors.values()), default=0.0)
        x, y = map(float, middle)
        self._server.initial_camera.look_at = (x, y, floor)
        self._server.initial_camera.position = (x, y - 0.7 * reach, floor + 0.9 * reach)


def _floor_of(node: ObjectNode, graph: SceneGraph) -> str:
    return node.floor_id if node.floor_id in graph.floors else NO_FLOOR


def _half_height(node: ObjectNode) -> float:
    return float(np.abs(node.box.R_world_box[2]) @ node.box.extent_m) / 2
