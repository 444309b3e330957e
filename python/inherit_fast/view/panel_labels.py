"""The labels of one floor of the map."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import RoomNode
from inherit_fast.view.footprints import Footprint, merge_labels, polygon_area
from inherit_fast.view.label_layout import Box, LabelLayout, around, gap_between, grid_of, inside
from inherit_fast.view.svg_canvas import Canvas, Point, ToPixels, text_width
from inherit_fast.view.titles import room_title

INK, FAINT = "#22252b", "#6a6f7a"
_OUTSIDE_PX = 6.0  # a label further than this from its thing gets a leader line
_HALO: dict[str, str | float] = {
    "paint_order": "stroke",
    "stroke": "#ffffff",
    "stroke_width": 2.4,
    "stroke_opacity": 0.85,
    "stroke_linejoin": "round",
}


@dataclass(slots=True, eq=False)
class PanelLabels:
    """Names rooms and objects where there is room for it.

    Attributes:
        page: pixel box that labels stay in.
        to_px: world metres to pixels.
        px_m: pixels a metre.
        left_out: objects whose label found no place.
    """

    canvas: Canvas
    page: Box
    to_px: ToPixels
    px_m: float
    left_out: int = field(default=0, init=False)

    def draw(self, rooms: list[RoomNode], shapes: list[Footprint]) -> None:
        """Rooms first, then objects, the largest first."""
        layout = LabelLayout(self.page)
        layout.things = [self._bounds(s.corners_m) for s in shapes]
        for room in rooms:
            self._label_room(room, layout)
        outlines = {r.id: np.array(self._outline(r.polygon_m)) for r in rooms}
        for text, shape in merge_labels(shapes):
            home = outlines.get(shape.node.room_id or "")
            self._label_object(text, shape, home, layout)

    def _label_room(self, room: RoomNode, layout: LabelLayout) -> None:
        name, area = room_title(room), f"{polygon_area(room.polygon_m):.1f} m²"
        size = min(16.0, max(10.0, 0.19 * self.px_m))
        width = max(text_width(name, size, bold=True), text_width(area, size * 0.75))
        outline = np.array(self._outline(room.polygon_m))
        options = grid_of(self._bounds(room.polygon_m), width + 6, size * 2.1)
        spot = layout.place([o for o in options if inside(o, outline)] or options)
        if spot is None:
            return
        at = ((spot[0] + spot[2]) / 2, spot[1] + size * 0.95)
        self.canvas.text(at, name, size, font_weight="700", fill=INK, text_anchor="middle", **_HALO)
        below = (at[0], at[1] + size)
        self.canvas.text(below, area, size * 0.75, fill=FAINT, text_anchor="middle", **_HALO)

    def _label_object(
        self,
        text: str,
        shape: Footprint,
        home: npt.NDArray[np.float64] | None,
        layout: LabelLayout,
    ) -> None:
        own = self._bounds(shape.corners_m)
        size = (9.5 if shape.area_m2 > 0.25 else 8.0) - (0.0 if self.px_m > 55 else 1.0)
        options = around(own, text_width(text, size) + 2, size * 1.15)
        if home is not None:  # rather in its own room than across a wall
            options.sort(key=lambda option: not inside(option, home))
        spot = layout.place(options, own)
        if spot is None:
            self.left_out += 1
            return
        middle = ((spot[0] + spot[2]) / 2, (spot[1] + spot[3]) / 2)
        if gap_between(spot, own) > _OUTSIDE_PX:
            target = ((own[0] + own[2]) / 2, (own[1] + own[3]) / 2)
            self.canvas.line(middle, target, stroke=FAINT, stroke_width=0.6, stroke_opacity=0.8)
        at = (middle[0], spot[3] - size * 0.28)
        if inside(spot, np.array(self._outline(shape.corners_m))):
            fill = "#ffffff" if sum(shape.rgb) < 400 else INK
            self.canvas.text(at, text, size, fill=fill, text_anchor="middle")
        else:
            self.canvas.text(at, text, size, fill=INK, text_anchor="middle", **_HALO)

    def _outline(self, points_m: npt.NDArray[np.float64]) -> list[Point]:
        return [self.to_px(float(x), float(y)) for x, y in points_m]

    def _bounds(self, points_m: npt.NDArray[np.float64]) -> Box:
        xs, ys = zip(*self._outline(points_m), strict=True)
        return min(xs), min(ys), max(xs), max(ys)
