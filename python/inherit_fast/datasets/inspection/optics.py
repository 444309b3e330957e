"""Topics ``camera`` and ``depth``: do the numbers make physical sense?"""

import numpy as np

from inherit_fast.datasets.folder_dataset import FolderDataset
from inherit_fast.datasets.inspection.report import Said, Section, section
from inherit_fast.datasets.inspection.sample import Sample
from inherit_fast.frame import Frame

_FOV_DEG = (25.0, 130.0)
_MAX_OFF_CENTRE = 0.1  # of the image's size
_MEDIAN_M = (0.3, 12.0)  # of indoor depth
_COARSE_M = 0.05
_MIN_RETURNS = 0.2
_DEFAULT_UNIT = "the format's default; dataset.depth_scale_m gives another"
# Units in use: millimetres, TUM, ConceptGraphs' 4000, Replica, tenths of a millimetre, metres.
KNOWN_SCALES_M = (0.001, 1 / 5000, 1 / 4000, 1 / 6553.5, 0.0001, 0.01, 1.0)


def check_camera(dataset: FolderDataset, sample: Sample) -> Section:
    """Resolution against intrinsics."""
    frame = sample.frames[0]
    height, width = frame.depth.shape
    fx, fy, cx, cy = frame.intrinsics
    fov_deg = [2 * float(np.degrees(np.arctan(n / 2 / f))) for n, f in ((width, fx), (height, fy))]
    off = max(abs(cx - (width - 1) / 2) / width, abs(cy - (height - 1) / 2) / height)
    recording = dataset.recordings[0]
    facts = {
        "size_px": [width, height],
        "intrinsics": [float(v) for v in frame.intrinsics],
        "field_of_view_deg": fov_deg,
        "intrinsics_hold_for_px": recording.size_px and list(recording.size_px[::-1]),
        "registered": recording.registration is not None,
    }
    text = f"{width} x {height}, fx {fx:.1f}, field of view {fov_deg[0]:.0f} x {fov_deg[1]:.0f} deg"
    found: list[Said] = []
    if not all(_FOV_DEG[0] <= angle <= _FOV_DEG[1] for angle in fov_deg):
        found.append(("warning", f"{text}: the intrinsics hardly belong to this image size"))
    elif off > _MAX_OFF_CENTRE:
        found.append(
            ("warning", f"{text}: the principal point ({cx:.0f}, {cy:.0f}) is far off its middle")
        )
    else:
        found.append(("ok", text))
    if not 0.8 < fx / fy < 1.25:
        found.append(("warning", f"the pixels are not square: fx {fx:.1f}, fy {fy:.1f}"))
    return section("camera", facts, *found)


def check_depth(dataset: FolderDataset, sample: Sample) -> Section:
    """Encoding, unit, range, and whether an image holds more than a few distances."""
    frame = sample.frames[0]
    values_m = np.concatenate([_returns(f)[::7] for f in sample.frames])
    share = float(np.mean([np.count_nonzero(_valid(f)) / f.depth.size for f in sample.frames]))
    unit_from = _unit_from(dataset, frame)
    facts: dict[str, object] = {
        "dtype": str(frame.depth.dtype),
        "scale_m": frame.depth_scale,
        "unit_from": unit_from or None,
        "returns": share,
    }
    if not len(values_m):
        return section("depth", facts, ("error", "no depth image holds a single return"))
    low, median, high = (float(v) for v in np.quantile(values_m, (0.01, 0.5, 0.99)))
    coarse_m = _step_m(frame)
    facts |= {"range_m": [low, high], "median_m": median, "step_m": coarse_m}
    unit = f"{facts['dtype']}, {frame.depth_scale:.4g} m a unit ({unit_from or _DEFAULT_UNIT})"
    text = f"{unit}, {low:.2f} to {high:.2f} m"
    found: list[Said] = []
    if not _MEDIAN_M[0] <= median <= _MEDIAN_M[1]:
        found.append(
            ("warning", f"{text}: half of it beyond {median:.3g} m{_advice(frame, median)}")
        )
    elif share < _MIN_RETURNS:
        found.append(("warning", f"{text}, but only {share:.0%} of the pixels have a return"))
    else:
        found.append(("ok", f"{text}; {share:.0%} of the pixels have a return"))
    if median <= _MEDIAN_M[1] and coarse_m > _COARSE_M:
        found.append(("warning", f"depth moves in steps of {coarse_m:.2f} m: it was quantised"))
    return section("depth", facts, *found)


def _unit_from(dataset: FolderDataset, frame: Frame) -> str:
    """Files tell the unit of integers; float depth is in metres unless the user says otherwise."""
    if frame.depth.dtype == np.uint16 or dataset.config.depth_scale_m:
        return dataset.recordings[0].unit_from
    return ""


def _valid(frame: Frame) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.asarray(np.isfinite(frame.depth) & (frame.depth > 0))


def _returns(frame: Frame) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return frame.depth_m[_valid(frame)]


def _step_m(frame: Frame) -> float:
    """The usual distance between two depths that occur in one image."""
    steps = np.diff(np.unique(_returns(frame)))
    return float(np.median(steps)) if len(steps) > 1 else float("inf")


def _advice(frame: Frame, median_m: float) -> str:
    fitting = [
        scale
        for scale in KNOWN_SCALES_M
        if 0.5 <= median_m / frame.depth_scale * scale <= 6.0 and scale != frame.depth_scale
    ]
    return f"; try dataset.depth_scale_m={fitting[0]:.4g}" if fitting else ""
