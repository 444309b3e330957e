"""Where a thing stands that a model saw in a room's picture and the map lacks."""

import zlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.graph import Hint, SceneGraph
from inherit_fast.language.answers import MissedThing
from inherit_fast.updates.best_view import Viewpoint
from inherit_fast.updates.clean import clean_label

_FAR_MM = 65535


@dataclass(frozen=True, slots=True)
class HintsConfig:
    """How boxes in pictures are lifted.

    Attributes:
        depth_step_px: every so many-th pixel of a view's depth is kept.
        core_share: middle part of a box, of its width and height, that is looked at.
        spread: depths further from the median than so many median deviations are background.
        min_points: fewer valid depths give no position.
        known_within_m: a hint this near a known thing of its name is none.
    """

    depth_step_px: int = 4
    core_share: float = 0.6
    spread: float = 3.0
    min_points: int = 8
    known_within_m: float = 0.75


@dataclass(frozen=True, slots=True, eq=False)
class Lifted:
    """Middle and rough size of what a box shows, in the world."""

    position_m: npt.NDArray[np.float64]
    extent_m: npt.NDArray[np.float64]


def make_hint(
    room_id: str, keyframe_id: int, thing: MissedThing, view: Viewpoint | None, config: HintsConfig
) -> Hint | None:
    """A hint from what a model said; None if it has no usable name.

    A box that does not lie in the picture, as of a model that counts in pixels, is left out: a
    wrong place is worse than none.
    """
    label = clean_label(thing.label)
    if not label:
        return None
    if not (0 <= thing.left < thing.right <= 1 and 0 <= thing.top < thing.bottom <= 1):
        return Hint(room_id, label, keyframe_id)
    box = thing.left, thing.top, thing.right, thing.bottom
    lifted = lift_box(view, box, config) if view is not None else None
    where = (lifted.position_m, lifted.extent_m) if lifted is not None else (None, None)
    return Hint(room_id, label, keyframe_id, box, *where)


def add_hints(graph: SceneGraph, hints: list[Hint], room_id: str) -> None:
    """Replace a room's hints; those of the other rooms keep their order."""
    graph.hints = [h for h in graph.hints if h.room_id != room_id] + hints


def pack_depth(frame: Frame, step_px: int) -> bytes:
    """Every ``step_px``-th depth as compressed whole millimetres; 0 is no return."""
    depth_mm = frame.depth[::step_px, ::step_px].astype(np.float64) * frame.depth_scale * 1e3
    valid = np.isfinite(depth_mm) & (depth_mm > 0) & (depth_mm < _FAR_MM)
    return zlib.compress(np.where(valid, depth_mm, 0).round().astype("<u2").tobytes(), 1)


def lift_box(
    view: Viewpoint, box: tuple[float, float, float, float], config: HintsConfig
) -> Lifted | None:
    """What the middle of a box shows in the view's depth.

    Args:
        view: with its depth.
        box: left, top, right, bottom as shares of the picture, 0 to 1.
        config: see HintsConfig.

    Returns:
        None where the depth does not allow it.
    """
    points = _points(view, box, config)
    if len(points) < config.min_points:
        return None
    off = np.abs(points[:, 2] - np.median(points[:, 2]))
    # A flat front has a deviation of almost 0; depth noise of a few centimetres still belongs.
    points = points[off <= config.spread * max(float(np.median(off)), 0.02)]
    world = points @ view.T_world_camera[:3, :3].T + view.T_world_camera[:3, 3]
    low, high = np.percentile(world, (5, 95), axis=0)
    return Lifted(np.median(world, axis=0), np.maximum(high - low, 0.02) / config.core_share)


def _points(
    view: Viewpoint, box: tuple[float, float, float, float], config: HintsConfig
) -> npt.NDArray[np.float64]:
    """(N, 3) camera points of the valid depths in the middle of the box."""
    step = config.depth_step_px
    width, height = view.size_px
    columns, rows = np.arange(0, width, step), np.arange(0, height, step)
    if not view.depth:
        return np.zeros((0, 3))
    depth_m = np.frombuffer(zlib.decompress(view.depth), "<u2").reshape(len(rows), len(columns))
    z = depth_m.astype(np.float64) / 1e3
    left, top, right, bottom = np.array(box) * (width, height, width, height)
    inside = (np.abs(columns - (left + right) / 2) <= (right - left) / 2 * config.core_share) & (
        np.abs(rows[:, None] - (top + bottom) / 2) <= (bottom - top) / 2 * config.core_share
    )
    row, column = np.nonzero(inside & (z > 0))
    z = z[row, column]
    fx, fy, cx, cy = view.intrinsics
    return np.stack([(columns[column] - cx) * z / fx, (rows[row] - cy) * z / fy, z], axis=1)
