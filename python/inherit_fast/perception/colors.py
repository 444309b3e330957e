"""Dominant colours of a thing by their basic English names, in a perceptual space.

Pixels are named one by one in OKLab's lightness, chroma and hue, and the names are counted: shading
moves lightness, not hue, so a half-lit thing still has one colour. Lightness is relative to the
picture's own white and greys are freed of the picture's tint.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ColorShare
from inherit_fast.perception.accents import AccentConfig, accents
from inherit_fast.perception.oklab import oklab

NAMES = (
    "black",
    "white",
    "grey",
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "brown",
    "beige",
)
FIRST_HUE = 3  # those before it are greys
Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ColorConfig:
    """How colours are counted.

    Attributes:
        max_pixels: pixels of the thing that are looked at, spread evenly over it.
        max_colors: told at most.
        min_share: smaller shares of greys are not told.
        min_accent: smaller shares of hues are not told: flowers on a mug are few and matter.
        edge_px: ring of the mask that is left out, where colours mix; thin things keep theirs.
        grey_chroma: OKLab chroma below which a colour has no hue.
        brown_chroma: the same for dark warm hues: wood in shade is still brown.
        black_lightness: relative lightness below which a grey is black.
        white_lightness: relative lightness above which a grey is white.
        glare: value of all three channels from which a pixel may be a highlight.
        max_glare: a share of such pixels beyond this is the thing's own white.
        max_tint: correction of the picture's tint, in OKLab chroma, at most.
        accent: small marks of another hue, told after the others.
    """

    max_pixels: int = 4096
    max_colors: int = 4
    min_share: float = 0.12
    min_accent: float = 0.05
    edge_px: int = 2
    grey_chroma: float = 0.035
    brown_chroma: float = 0.022
    black_lightness: float = 0.36
    white_lightness: float = 0.82
    glare: int = 248
    max_glare: float = 0.15
    max_tint: float = 0.03
    accent: AccentConfig = field(default_factory=AccentConfig)


def dominant_colors(
    rgb: npt.NDArray[np.uint8],
    mask: npt.NDArray[np.uint8],
    config: ColorConfig | None = None,
) -> list[ColorShare]:
    """Basic colours of the masked pixels, largest share first; empty for an empty mask.

    Args:
        rgb: (H, W, 3) uint8, the whole picture: its whites tell the light.
        mask: (H, W) uint8, non-zero on the thing.
        config: how colours are counted.
    """
    config = config or ColorConfig()
    pixels = _spread(rgb[_inner(mask != 0, config.edge_px)], config.max_pixels)
    if not len(pixels):
        return []
    pixels = _without_glare(pixels, config)
    white, tint = _light(rgb, config)
    lab = oklab(pixels)
    lab[:, 1:] -= tint
    lab[:, 0] /= white
    named = name_colors(lab, config)
    counts = np.bincount(named, minlength=len(NAMES))
    order = np.argsort(-counts, kind="stable")[: config.max_colors]
    shares = [(int(i), float(counts[i] / len(pixels))) for i in order]
    told = [
        ColorShare(NAMES[i], _middle(pixels[named == i]), share)
        for rank, (i, share) in enumerate(shares)
        if rank == 0 or share >= (config.min_accent if i >= FIRST_HUE else config.min_share)
    ]
    known = {color.name for color in told}
    return told + [
        ColorShare(name, _middle(pixels[shown]), float(shown.mean()))
        for name, shown in accents(lab[:, 1:], config.accent)
        if name not in known
    ]


def name_colors(lab: Array, config: ColorConfig) -> npt.NDArray[np.intp]:
    """Index into NAMES of each row: relative lightness, a, b."""
    light = lab[:, 0]
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    hue = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])) % 360
    warm = (hue >= 40) & (hue < 112)  # the hues of wood, skin and sand
    limit = np.full(len(lab), config.grey_chroma, np.float32)
    limit[warm & (light > 0.75)] *= 1.4  # warm white is white
    limit[warm & (light < 0.6)] = config.brown_chroma
    grey = chroma < limit
    dark = light < config.black_lightness
    rules = [
        (grey & dark, "black"),
        (dark & (chroma < 1.4 * config.grey_chroma) & (light < 0.27), "black"),
        (grey & (light >= config.white_lightness), "white"),
        (grey, "grey"),
        (warm & (light >= 0.68) & (chroma < 0.105), "beige"),
        (warm & (light < 0.72) & (chroma < 0.13) & (hue < 100), "brown"),
        ((hue >= 33) & (hue < 85) & (light < 0.55), "brown"),
        ((hue < 40) & (light < 0.45) & (chroma < 0.07), "brown"),
        (((hue >= 330) | (hue < 33)) & (light >= 0.68), "pink"),
        (((hue >= 335) | (hue < 30)) & (light >= 0.58) & (chroma < 0.16), "pink"),
        (((hue >= 335) | (hue < 10)) & (light >= 0.5), "pink"),
        ((hue >= 345) | (hue < 36), "red"),
        (hue < 80, "orange"),
        (hue < 113, "yellow"),
        (hue < 185, "green"),
        (hue < 290, "blue"),
        (hue < 345, "purple"),
    ]
    return np.select([rule for rule, _ in rules], [NAMES.index(name) for _, name in rules])


def _spread(pixels: npt.NDArray[np.uint8], most: int) -> npt.NDArray[np.uint8]:
    step = -(-len(pixels) // most)
    return pixels[::step] if step > 1 else pixels


def _inner(mask: npt.NDArray[np.bool_], edge_px: int) -> npt.NDArray[np.bool_]:
    """The mask without its edge ring, or all of it where too little would be left."""
    inner = np.pad(mask, 1, mode="edge")
    for _ in range(edge_px):
        middle = inner[1:-1, 1:-1] & inner[:-2, 1:-1] & inner[2:, 1:-1]
        inner[1:-1, 1:-1] = middle & inner[1:-1, :-2] & inner[1:-1, 2:]
    inner = inner[1:-1, 1:-1]
    return inner if 4 * np.count_nonzero(inner) >= np.count_nonzero(mask) else mask


def _without_glare(pixels: npt.NDArray[np.uint8], config: ColorConfig) -> npt.NDArray[np.uint8]:
    glare = pixels.min(axis=1) >= config.glare
    return pixels[~glare] if 0 < glare.mean() <= config.max_glare else pixels


def _light(rgb: npt.NDArray[np.uint8], config: ColorConfig) -> tuple[np.float32, Array]:
    """The picture's white level and the tint of its greys, so far as it has any."""
    lab = oklab(_spread(rgb.reshape(-1, 3), config.max_pixels))
    white = np.float32(np.clip(np.percentile(lab[:, 0], 95), 0.7, 1.0))
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    greys = lab[(chroma < 2 * config.max_tint) & (lab[:, 0] > 0.4)]
    if len(greys) < 0.02 * len(lab):
        return white, np.zeros(2, np.float32)
    tint = np.median(greys[:, 1:], axis=0)
    length = float(np.hypot(*tint))
    return white, np.asarray(tint * min(1.0, config.max_tint / max(length, 1e-6)), np.float32)


def _middle(pixels: npt.NDArray[np.uint8]) -> tuple[int, int, int]:
    red, green, blue = np.median(pixels, axis=0)
    return int(red), int(green), int(blue)
