"""Topics ``up`` and ``alignment``: is the world upright, and does colour lie on depth?"""

import numpy as np

from inherit_fast.datasets.floor_plane import estimate_up
from inherit_fast.datasets.folder_dataset import FolderDataset
from inherit_fast.datasets.inspection.alignment import Shift, fit_shift, tile_shifts
from inherit_fast.datasets.inspection.report import Section, section
from inherit_fast.datasets.inspection.sample import Sample
from inherit_fast.errors import DatasetError

_LEANS_DEG, _WRONG_DEG = 1.0, 15.0
_MAX_SHIFT = 0.006  # of the image's width: a few pixels are lens distortion


def check_up(dataset: FolderDataset, sample: Sample) -> Section:
    """The up axis against the level surfaces that the sample shows."""
    word = dataset.up_axis
    facts: dict[str, object] = {
        "up_in_source": [float(v) for v in word.up],
        "from": word.origin,
        "T_map_source": dataset.T_map_source.tolist(),
    }
    text = f"up is ({', '.join(f'{v:.3g}' for v in word.up)}) by {word.origin}"
    try:
        seen = estimate_up(sample.frames, snap=False).up
    except DatasetError:
        return section("up", facts, ("note", f"{text}; no floor is seen to test it"))
    lean_deg = float(np.degrees(np.arccos(np.clip(seen[2], -1.0, 1.0))))
    facts["floor_leans_deg"] = lean_deg
    if lean_deg > _WRONG_DEG:
        axis = _nearest_axis(dataset.T_map_source[:3, :3].T @ seen)
        advice = f"set dataset.up_axis={axis} or dataset.up_axis=floor"
        return section(
            "up", facts, ("warning", f"{text}, but the floor leans by {lean_deg:.0f} deg; {advice}")
        )
    if lean_deg > _LEANS_DEG:
        return section("up", facts, ("note", f"{text}; the floor leans by {lean_deg:.1f} deg"))
    return section("up", facts, ("ok", f"{text}; the floor is level"))


def check_alignment(dataset: FolderDataset, sample: Sample) -> Section:
    """Colour edges against depth edges."""
    tiles = tile_shifts(sample.frames[::2])
    height, width = sample.frames[0].depth.shape
    shift = fit_shift(tiles, (height, width))
    facts: dict[str, object] = {
        "tiles": [
            {"centre_px": list(t.centre_px), "shift_px": list(t.shift_px), "peak": t.peak}
            for t in tiles
        ]
    }
    if shift is None:
        return section("alignment", facts, ("note", "too few common edges to compare"))
    facts |= {
        "centre_shift_px": list(shift.centre_px),
        "typical_shift_px": shift.typical_px,
        "largest_shift_px": shift.largest_px,
    }
    if shift.typical_px <= _MAX_SHIFT * width:
        text = f"colour lies on depth within {shift.typical_px:.0f} px"
        return section("alignment", facts, ("ok", text))
    return section("alignment", facts, ("warning", _unregistered(shift, dataset)))


def _unregistered(shift: Shift, dataset: FolderDataset) -> str:
    x, y = shift.centre_px
    text = (
        f"colour and depth are not registered: colour lies ({x:+.0f}, {y:+.0f}) px off in the"
        f" middle and up to {shift.largest_px:.0f} px at the edge"
    )
    if dataset.recordings[0].registration is not None:
        return f"{text}; the registration is wrong"
    return f"{text}; put registration.json beside the frames or set dataset.registration"


def _nearest_axis(up: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    axis = int(np.argmax(np.abs(up)))
    return "+-"[int(up[axis] < 0)] + "xyz"[axis]
