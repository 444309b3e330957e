"""The picture of a map: one page, a panel for each floor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import StoreError
from inherit_fast.graph import FloorNode, RoomNode, SceneGraph
from inherit_fast.view.floor_panel import FloorPanel
from inherit_fast.view.footprints import footprint_of
from inherit_fast.view.legend import draw_footer
from inherit_fast.view.panel_labels import FAINT, INK
from inherit_fast.view.room_outline import drawable_rooms
from inherit_fast.view.svg_canvas import Canvas, Point

Poses = Mapping[int, npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class SvgConfig:
    """Sizes of the picture.

    Attributes:
        width_px: of the page, at most.
        max_px_m: pixels a metre at most; small maps are not blown up beyond it.
        min_px_m: floors lie side by side unless that shrinks them below this.
        margin_m: free space around the rooms.
        cell_m: size of the grid cells that rooms without a polygon are drawn from.
    """

    width_px: float = 1800.0
    max_px_m: float = 105.0
    min_px_m: float = 70.0
    margin_m: float = 0.45
    cell_m: float = 0.05


_HEADER_PX, _FLOOR_PX, _FOOTER_PX, _SIDE_PX, _LEAST_PX = 64.0, 30.0, 58.0, 28.0, 830.0


def write_map_svg(
    graph: SceneGraph,
    path: Path,
    *,
    title: str = "Scene graph",
    keyframe_poses: Poses | None = None,
    floor_id: str | None = None,
    config: SvgConfig | None = None,
) -> None:
    """Draw the map's floors, rooms, doors, objects, path and best views.

    Args:
        graph: confirmed objects are drawn.
        path: the file to write.
        title: heading of the page.
        keyframe_poses: camera poses (4, 4) by keyframe id; those of best views are drawn.
        floor_id: draw this floor alone.
        config: sizes; None means the defaults.

    Raises:
        StoreError: the file cannot be written, or there is no such floor.
    """
    text = map_svg(
        graph, title=title, keyframe_poses=keyframe_poses, floor_id=floor_id, config=config
    )
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{path}: cannot write the picture: {error.strerror}") from error


def map_svg(
    graph: SceneGraph,
    *,
    title: str = "Scene graph",
    keyframe_poses: Poses | None = None,
    floor_id: str | None = None,
    config: SvgConfig | None = None,
) -> str:
    """The same as the text of an SVG document."""
    settings = config or SvgConfig()
    floors = sorted(graph.floors.values(), key=lambda f: f.height_m)
    if floor_id is not None:
        floors = [f for f in floors if f.id == floor_id]
        if not floors:
            raise StoreError(f"no floor {floor_id!r}; the map has {', '.join(graph.floors)}")
    rooms = drawable_rooms(graph, settings.cell_m)
    low, high = _bounds(graph, rooms, settings.margin_m)
    page = _Page.fit((high[0] - low[0], high[1] - low[1]), len(floors), settings)
    canvas = Canvas(page.width, page.height)
    canvas.rect(0, 0, page.width, page.height, fill="#ffffff")
    _header(canvas, graph, title)
    for i, floor in enumerate(floors):
        corner = page.corner(i)
        _floor_heading(canvas, graph, floor, corner, page.panel[0])
        corner = (corner[0], corner[1] + _FLOOR_PX)
        panel = FloorPanel(canvas, graph, floor, low, corner, page.panel, page.px_m)
        panel.draw([r for r in rooms if r.floor_id == floor.id], keyframe_poses or {})
        if panel.unlabelled:
            note = f"{panel.unlabelled} more without room for a label: rest the pointer on them"
            at = (corner[0] + page.panel[0], corner[1] + page.panel[1] - 4)
            canvas.text(at, note, 9, fill=FAINT, text_anchor="end")
    draw_footer(canvas, (_SIDE_PX, page.height - _FOOTER_PX), page.width - 2 * _SIDE_PX, page.px_m)
    return canvas.to_text()


@dataclass(frozen=True, slots=True)
class _Page:
    """Where the panels lie: beside one another as long as they stay large enough."""

    columns: int
    rows: int
    panel: Point
    px_m: float

    @classmethod
    def fit(cls, size_m: Point, floors: int, config: SvgConfig) -> Self:
        count = max(1, floors)
        for columns in range(count, 0, -1):
            room = (config.width_px - _SIDE_PX * (columns + 1)) / columns
            px_m = min(config.max_px_m, room / size_m[0])
            if px_m >= config.min_px_m or columns == 1:
                break
        wide = max(size_m[0] * px_m, _LEAST_PX / columns)
        return cls(columns, -(-count // columns), (wide, size_m[1] * px_m), px_m)

    @property
    def width(self) -> float:
        return self.columns * (self.panel[0] + _SIDE_PX) + _SIDE_PX

    @property
    def height(self) -> float:
        return _HEADER_PX + self.rows * (_FLOOR_PX + self.panel[1]) + _FOOTER_PX

    def corner(self, index: int) -> Point:
        row, column = divmod(index, self.columns)
        x = _SIDE_PX + column * (self.panel[0] + _SIDE_PX)
        return x, _HEADER_PX + row * (_FLOOR_PX + self.panel[1])


def _bounds(graph: SceneGraph, rooms: Sequence[RoomNode], margin_m: float) -> tuple[Point, Point]:
    """World corners around all rooms, objects and the path, the same for every floor."""
    points = [r.polygon_m for r in rooms]
    points += [footprint_of(o).corners_m for o in graph.present()]
    if graph.path_m:
        points.append(np.array(graph.path_m)[:, :2])
    every = np.concatenate(points) if points else np.array([[0.0, 0.0], [1.0, 1.0]])
    low, high = every.min(axis=0) - margin_m, every.max(axis=0) + margin_m
    return (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))


def _header(canvas: Canvas, graph: SceneGraph, title: str) -> None:
    counts = [
        _count(len(graph.floors), "floor"),
        _count(len(graph.rooms), "room"),
        _count(sum(1 for _ in graph.present()), "object"),
        _count(len(graph.relations), "relation"),
    ]
    canvas.text((_SIDE_PX, 34), title, 22, font_weight="700", fill=INK)
    canvas.text((_SIDE_PX, 53), "  ·  ".join(counts), 12, fill=FAINT)


def _floor_heading(
    canvas: Canvas, graph: SceneGraph, floor: FloorNode, at: Point, width: float
) -> None:
    name = floor.name or floor.id.replace("_", " ")
    rooms = sum(1 for r in graph.rooms.values() if r.floor_id == floor.id)
    objects = sum(1 for o in graph.present() if o.floor_id == floor.id)
    facts = f"{floor.height_m:+.2f} m  ·  {_count(rooms, 'room')}  ·  {_count(objects, 'object')}"
    x, y = at
    canvas.line((x, y), (x + width, y), stroke="#d9dce2", stroke_width=1)
    canvas.text((x, y + 22), name, 15, font_weight="700", fill=INK)
    canvas.text((x + width, y + 22), facts, 11.5, fill=FAINT, text_anchor="end")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
