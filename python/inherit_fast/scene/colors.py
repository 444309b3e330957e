"""The colour of a masked thing as two fields: median RGB, and the nearest basic colour."""

import numpy as np
import numpy.typing as npt

from inherit_fast.perception.colors import NAMES, ColorConfig, name_colors
from inherit_fast.perception.oklab import oklab

Rgb = tuple[int, int, int]

# What a name stands for where only the name is known, to draw and to compare with.
_TYPICAL: dict[str, Rgb] = {
    "black": (20, 20, 20),
    "white": (245, 245, 245),
    "grey": (128, 128, 128),
    "red": (200, 30, 30),
    "orange": (240, 130, 20),
    "yellow": (240, 215, 40),
    "green": (50, 150, 60),
    "blue": (40, 80, 190),
    "purple": (120, 50, 150),
    "pink": (240, 150, 180),
    "brown": (110, 70, 40),
    "beige": (220, 200, 165),
}


def mask_color(
    rgb: npt.NDArray[np.uint8], mask: npt.NDArray[np.uint8]
) -> tuple[Rgb, str] | tuple[None, None]:
    """Median RGB of the masked pixels and its basic name; None twice for an empty mask.

    The median resists highlights and the colours that bleed in at a mask's edge.

    Args:
        rgb: (H, W, 3) uint8.
        mask: (H, W), non-zero on the thing.
    """
    pixels = rgb[np.asarray(mask) != 0]
    if not len(pixels):
        return None, None
    red, green, blue = (int(value) for value in np.median(pixels, axis=0))
    return (red, green, blue), basic_color((red, green, blue))


def basic_color(rgb: Rgb) -> str:
    """The basic colour (one of twelve English names) that an sRGB value is called."""
    lab = oklab(np.array([rgb], np.uint8))
    return NAMES[int(name_colors(lab, ColorConfig())[0])]


def typical_rgb(name: str) -> Rgb:
    """What a basic colour's name stands for, in sRGB; mid grey for other names."""
    return _TYPICAL.get(name, _TYPICAL["grey"])
