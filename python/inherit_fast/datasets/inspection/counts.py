"""Topics ``frames`` and ``time``: how many there are, what is missing, when they were taken."""

from collections.abc import Mapping

import numpy as np

from inherit_fast.datasets.folder_dataset import FolderDataset
from inherit_fast.datasets.inspection.report import Said, Section, section
from inherit_fast.datasets.inspection.sample import Sample, missing_parts

_LARGE_SKEW_S = 0.015  # half a frame at 30 Hz: a hand-held camera moves centimetres in it
_GAP_PERIODS = 10.0


def check_frames(dataset: FolderDataset, sample: Sample) -> Section:
    """Counts over the whole source, readability over the sample."""
    total, tried = len(dataset), len(sample.frames) + len(sample.bad)
    missing = missing_parts(dataset)
    facts = {
        "total": total,
        "recordings": [len(r.files) for r in dataset.recordings],
        "missing": {part: missing[part] for part in ("colour", "depth", "pose")},
        "tried": tried,
        "unreadable": len(sample.bad),
        "reasons": sample.bad[:10],
    }
    notes: list[Said] = [("note", note) for note in dataset.notes]
    recordings = len(dataset.recordings)
    text = f"{total} frames in {recordings} recording{'s' * (recordings != 1)}"
    return section("frames", facts, _frames_said(text, total, missing, sample, tried), *notes)


def _frames_said(
    text: str, total: int, missing: Mapping[str, int], sample: Sample, tried: int
) -> Said:
    """What is said of the frames; ``text`` tells how many there are."""
    lacks = [f"{count} lack the {part}" for part, count in missing.items()]
    bad = len(sample.bad)
    if 2 * sum(missing.values()) > total:
        told = f"more than half of the {total} frames are incomplete: {', '.join(lacks)}"
        return "error", told
    if not sample.frames:
        return "error", f"none of {tried} frames can be read; such as {sample.bad[0]}"
    if 2 * bad > tried:
        return "error", f"{bad} of {tried} frames tried cannot be used; such as {sample.bad[0]}"
    if not lacks and not bad:
        return "ok", f"{text}, all complete; {tried} tried and all good"
    if bad:
        lacks.append(f"{bad} of {tried} tried cannot be used ({sample.bad[0]})")
    return "warning", f"{text}; {', '.join(lacks)}"


def check_time(dataset: FolderDataset) -> Section:
    """Time stamps: the frames' pace, gaps, and how far the parts of a frame are apart."""
    files = [f for r in dataset.recordings for f in r.files]
    steps_s = np.concatenate(
        [np.diff([f.time_ns for f in r.files]) / 1e9 for r in dataset.recordings]
    )
    pace_s = float(np.median(steps_s)) if len(steps_s) else 0.0
    gap_s = float(steps_s.max()) if len(steps_s) else 0.0
    back = int((steps_s <= 0).sum())
    depth_s = np.abs([f.depth_skew_ns for f in files if f.depth and f.colour]) / 1e9
    pose_s = np.abs([f.pose_skew_ns for f in files]) / 1e9
    skew_s = float(np.median(depth_s)) if len(depth_s) else 0.0
    stamped = all(r.stamped for r in dataset.recordings)
    facts = {
        "stamped": stamped,
        "period_s": pace_s,
        "duration_s": (files[-1].time_ns - files[0].time_ns) / 1e9,
        "largest_gap_s": gap_s,
        "steps_back": back,
        "depth_skew_s": {"median": skew_s, "max": float(depth_s.max(initial=0.0))},
        "pose_skew_s": {"median": float(np.median(pose_s)), "max": float(pose_s.max())},
    }
    if not stamped:
        text = f"no time stamps; taken as {pace_s:.3g} s a frame (dataset.frame_period_s)"
        return section("time", facts, ("ok", text))
    found: list[Said] = []
    if back:
        found.append(("warning", f"time goes back or stands still {back} times"))
    if gap_s > _GAP_PERIODS * pace_s:
        found.append(("note", f"the largest gap between frames is {gap_s:.2f} s"))
    text = _pace_said(pace_s, skew_s, float(np.median(pose_s)))
    return section("time", facts, *found, ("warning" if skew_s > _LARGE_SKEW_S else "ok", text))


def _pace_said(pace_s: float, depth_s: float, pose_s: float) -> str:
    per_second = 1 / pace_s if pace_s > 0 else 0
    return (
        f"{per_second:.1f} frames a second; depth is {depth_s * 1e3:.0f} ms off colour, poses"
        f" {pose_s * 1e3:.0f} ms off depth"
    )
