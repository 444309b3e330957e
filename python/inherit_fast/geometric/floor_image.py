"""Floor maps as images: reading them, and drawing the rooms found on them."""

import colorsys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, UnidentifiedImageError

from inherit_fast.errors import DatasetError, StoreError
from inherit_fast.geometric.room_shapes import RoomShapes
from inherit_fast.geometric.rooms import RoomMap

_WHITE = 250
_GOLDEN = 0.618034  # neighbouring labels get hues far apart


def read_floor(path: Path) -> npt.NDArray[np.uint8]:
    """Read the free space of a floor map: white is free, grey and black are not.

    Returns:
        (H, W) uint8, 1 where free.

    Raises:
        DatasetError: the file is not an image that can be read.
    """
    try:
        with Image.open(path) as image:
            grey = np.asarray(image.convert("L"))
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise DatasetError(f"{path}: not an image that can be read ({error})") from None
    return (grey >= _WHITE).astype(np.uint8)


def write_labels(path: Path, labels: npt.NDArray[np.int32]) -> None:
    """Write labels as a .npy file under exactly this name."""
    try:
        with path.open("wb") as file:
            np.save(file, labels, allow_pickle=False)
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror})") from None


def draw_rooms(path: Path, found: RoomMap, shapes: RoomShapes, scale: int = 2) -> None:
    """Draw room masks, their squared outlines, and doorways in red."""
    colours = np.array([_colour(label) for label in range(found.count + 1)], np.uint8)
    enlarged = found.labels.repeat(scale, axis=0).repeat(scale, axis=1)
    image = Image.fromarray(colours[enlarged])
    canvas = ImageDraw.Draw(image)
    per_m = scale / found.cell_m
    for shape in shapes.shapes:
        for ring_m in shape.rings_m:
            closed = np.vstack([ring_m, ring_m[:1]]) * per_m
            canvas.line([tuple(point) for point in closed], fill=(40, 40, 40), width=1)
    for doorway in found.doorways:
        ends = [(x * per_m, y * per_m) for x, y in doorway.ends_m]
        canvas.line(ends, fill=(200, 0, 0), width=scale)
    try:
        image.save(path)
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: cannot be written ({error})") from None


def _colour(label: int) -> tuple[int, int, int]:
    if label == 0:
        return (90, 90, 90)
    red, green, blue = colorsys.hsv_to_rgb(label * _GOLDEN % 1, 0.35, 0.95)
    return (round(red * 255), round(green * 255), round(blue * 255))
