"""A tiny SVG writer: shapes and text, escaped by the XML library."""

from collections.abc import Callable, Iterable
from xml.etree import ElementTree

Point = tuple[float, float]
ToPixels = Callable[[float, float], Point]

_FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
# Advance of an average letter in em; generous, so that text rarely outgrows its estimate.
_ADVANCE = 0.56


def hex_color(rgb: tuple[float, float, float]) -> str:
    """``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*(max(0, min(255, int(v))) for v in rgb))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimated width in pixels of a line of text."""
    return len(text) * size * (_ADVANCE * 1.08 if bold else _ADVANCE)


class Canvas:
    """An SVG document under construction; later shapes cover earlier ones."""

    def __init__(self, width: float, height: float) -> None:
        self._root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {_number(width)} {_number(height)}",
                "width": _number(width),
                "height": _number(height),
                "font-family": _FONT,
            },
        )

    def polygon(self, points: Iterable[Point], tip: str = "", **style: str | float) -> None:
        """A closed shape; ``tip`` shows when the pointer rests on it."""
        joined = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add("polygon", {"points": joined}, style, tip)

    def polyline(self, points: Iterable[Point], **style: str | float) -> None:
        """An open line through points."""
        joined = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add("polyline", {"points": joined}, {"fill": "none", **style})

    def line(self, a: Point, b: Point, **style: str | float) -> None:
        """A straight line."""
        self._add("line", {"x1": a[0], "y1": a[1], "x2": b[0], "y2": b[1]}, style)

    def rect(self, x: float, y: float, width: float, height: float, **style: str | float) -> None:
        """An upright rectangle."""
        self._add("rect", {"x": x, "y": y, "width": width, "height": height}, style)

    def circle(self, at: Point, radius: float, tip: str = "", **style: str | float) -> None:
        """A circle."""
        self._add("circle", {"cx": at[0], "cy": at[1], "r": radius}, style, tip)

    def text(self, at: Point, text: str, size: float, **style: str | float) -> None:
        """A line of text; ``at`` is on its base line."""
        element = self._add("text", {"x": at[0], "y": at[1], "font-size": size}, style)
        element.text = _printable(text)

    def to_text(self) -> str:
        """The whole document."""
        ElementTree.indent(self._root, " ")
        body = ElementTree.tostring(self._root, encoding="unicode")
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'

    def _add(
        self,
        tag: str,
        geometry: dict[str, str | float],
        style: dict[str, str | float],
        tip: str = "",
    ) -> ElementTree.Element:
        attributes = {**geometry, **{k.replace("_", "-"): v for k, v in style.items()}}
        texts = {k: v if isinstance(v, str) else _number(v) for k, v in attributes.items()}
        element = ElementTree.SubElement(self._root, tag, texts)
        if tip:
            ElementTree.SubElement(element, "title").text = _printable(tip)
        return element


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _printable(text: str) -> str:
    """Without the control characters that XML forbids even when escaped."""
    return "".join(c for c in text if c.isprintable())
