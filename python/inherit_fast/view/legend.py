"""Scale bar and legend of the map's picture."""

from inherit_fast.view.floor_panel import FLOOR, JAMB, PATH, VIEW, WALL
from inherit_fast.view.panel_labels import INK
from inherit_fast.view.svg_canvas import Canvas, Point


def draw_footer(canvas: Canvas, corner: Point, width: float, px_m: float) -> None:
    """Scale bar and legend below a line of the given width."""
    x, y = corner
    canvas.line((x, y + 8), (x + width, y + 8), stroke="#d9dce2", stroke_width=1)
    _scale_bar(canvas, (x, y + 34), px_m)
    x, y = x + 2 * px_m + 60, y + 34
    canvas.rect(x, y - 10, 16, 11, fill="#c8553d", stroke="#6e2f22", stroke_width=0.9)
    canvas.text((x + 23, y), "object in its own colour", 11, fill=INK)
    x += 180
    canvas.rect(x, y - 7, 26, 5, fill=WALL)
    canvas.rect(x + 8, y - 8, 10, 7, fill=FLOOR, stroke=JAMB, stroke_width=1)
    canvas.text((x + 33, y), "wall, door", 11, fill=INK)
    x += 115
    canvas.line((x, y - 4), (x + 26, y - 4), stroke=PATH, stroke_width=1.5, stroke_opacity=0.6)
    canvas.circle((x, y - 4), 3.5, fill="#ffffff", stroke=PATH, stroke_width=2)
    canvas.circle((x + 26, y - 4), 3.5, fill=PATH)
    canvas.text((x + 36, y), "camera path", 11, fill=INK)
    x += 128
    wedge = [(x, y - 4), (x + 18, y - 12), (x + 18, y + 4)]
    canvas.polygon(wedge, fill=VIEW, fill_opacity=0.28, stroke=VIEW, stroke_width=1.2)
    canvas.text((x + 26, y), "best view of a room", 11, fill=INK)


def _scale_bar(canvas: Canvas, at: Point, px_m: float) -> None:
    x, y = at
    for i, fill in enumerate((INK, "#ffffff")):
        canvas.rect(x + i * px_m, y - 7, px_m, 6, fill=fill, stroke=INK, stroke_width=1)
    for i in range(3):
        label = f"{i} m" if i == 2 else str(i)
        canvas.text((x + i * px_m, y + 12), label, 10, fill=INK, text_anchor="middle")
