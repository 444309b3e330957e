"""The few best pictures of each node: scored, spread over directions, capped."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import simplejpeg
from PIL import Image

from inherit_fast.frame import Keyframe
from inherit_fast.graph import ColorShare, View
from inherit_fast.perception.accents import SECTORS as ACCENTS
from inherit_fast.perception.seams import Instance


@dataclass(frozen=True, slots=True)
class ViewsConfig:
    """How many pictures a node keeps, and how they are cut.

    Attributes:
        max_views: pictures kept for each node.
        min_spread_rad: two pictures from closer directions compete for one place.
        context: border around the object's box, as a share of its sides.
        max_crop_px: longest side of a stored crop.
        jpeg_quality: 1 to 100.
    """

    max_views: int = 5
    min_spread_rad: float = 0.35
    context: float = 0.2
    max_crop_px: int = 320
    jpeg_quality: int = 88


def view_score(rgb: npt.NDArray[np.uint8], instance: Instance) -> float:
    """Mask area x centring x sharpness, each between 0 and 1."""
    height, width = instance.mask.shape
    x0, y0, x1, y1 = instance.box_px
    area = float(instance.mask[y0:y1, x0:x1].sum()) / (height * width)
    off_x = abs((x0 + x1) / width - 1.0)
    off_y = abs((y0 + y1) / height - 1.0)
    centring = 1.0 - 0.5 * max(off_x, off_y)
    return float(math.sqrt(area) * centring * _sharpness(rgb[y0:y1, x0:x1]))


def bearing(keyframe: Keyframe, centroid_m: npt.NDArray[np.float64]) -> float:
    """Direction from the object to the camera in the ground plane, radians."""
    dx, dy = keyframe.frame.position_m[:2] - centroid_m[:2]
    return math.atan2(dy, dx)


def place_for(
    views: Sequence[View], score: float, bearing_rad: float, config: ViewsConfig
) -> int | None:
    """Where a picture of that score belongs: an index to replace, ``len(views)``, or None."""
    close = [
        i for i, v in enumerate(views) if _angle(v.bearing_rad, bearing_rad) < config.min_spread_rad
    ]
    if close:
        worst = min(close, key=lambda i: views[i].score)
        return worst if score > views[worst].score else None
    if len(views) < config.max_views:
        return len(views)
    worst = min(range(len(views)), key=lambda i: views[i].score)
    return worst if score > views[worst].score else None


def cut_view(
    keyframe: Keyframe,
    instance: Instance,
    feature: npt.NDArray[np.float32],
    colors: Sequence[ColorShare],
    score: float,
    bearing_rad: float,
    config: ViewsConfig,
) -> View:
    """Crop the object with some context and encode it."""
    return View(
        keyframe_id=keyframe.id,
        time_ns=keyframe.frame.time_ns,
        score=score,
        jpeg=_encode(_crop(keyframe.frame.rgb, instance.box_px, config), config),
        # At the precision of the map's file: a resumed run then sees what an unbroken one sees.
        feature=feature.astype(np.float16).astype(np.float32),
        box_px=instance.box_px,
        bearing_rad=bearing_rad,
        colors=tuple(colors),
        label=instance.label,
    )


def merged_colors(
    views: Sequence[View], min_share: float = 0.04, min_accent: float = 0.02
) -> list[ColorShare]:
    """Dominant colours over all views, each view weighing by its score.

    Clear hues need less than the colours of shade, walls and wood: they may be small marks.
    """
    total = sum(v.score for v in views) or 1.0
    share: dict[str, float] = {}
    rgb: dict[str, npt.NDArray[np.float64]] = {}
    for view in views:
        for color in view.colors:
            weight = color.share * view.score / total
            share[color.name] = share.get(color.name, 0.0) + weight
            rgb[color.name] = rgb.get(color.name, np.zeros(3)) + weight * np.array(color.rgb)
    ordered = sorted(share, key=lambda name: (-share[name], name))
    return [
        ColorShare(name, _rgb(rgb[name] / share[name]), share[name])
        for name in ordered
        if share[name] >= (min_accent if name in ACCENTS else min_share)
    ]


def _rgb(mean: npt.NDArray[np.float64]) -> tuple[int, int, int]:
    r, g, b = (int(c) for c in np.rint(mean))
    return r, g, b


def _angle(a: float, b: float) -> float:
    return abs((a - b + math.pi) % (2 * math.pi) - math.pi)


def _sharpness(crop: npt.NDArray[np.uint8]) -> float:
    """Share of pixels whose Laplacian is strong; blur takes it to zero."""
    grey = crop[..., 1].astype(np.float32)
    if min(grey.shape) < 3:
        return 0.1
    laplacian = np.abs(
        4 * grey[1:-1, 1:-1] - grey[:-2, 1:-1] - grey[2:, 1:-1] - grey[1:-1, :-2] - grey[1:-1, 2:]
    )
    return float(np.clip(0.1 + laplacian.mean() / 20.0, 0.1, 1.0))


def _crop(
    rgb: npt.NDArray[np.uint8], box: tuple[int, int, int, int], config: ViewsConfig
) -> npt.NDArray[np.uint8]:
    x0, y0, x1, y1 = box
    pad_x, pad_y = (round(config.context * side) + 2 for side in (x1 - x0, y1 - y0))
    crop = rgb[max(0, y0 - pad_y) : y1 + pad_y, max(0, x0 - pad_x) : x1 + pad_x]
    step = math.ceil(max(crop.shape[:2]) / config.max_crop_px)
    return crop if step == 1 else np.asarray(Image.fromarray(crop).reduce(step))


def _encode(crop: npt.NDArray[np.uint8], config: ViewsConfig) -> bytes:
    jpeg: bytes = simplejpeg.encode_jpeg(
        np.ascontiguousarray(crop), quality=config.jpeg_quality, colorspace="RGB"
    )
    return jpeg
