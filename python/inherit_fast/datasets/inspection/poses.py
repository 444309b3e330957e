"""Topic ``poses``: which convention makes frames agree, and whether the depth's unit fits."""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from inherit_fast.datasets.folder_dataset import FolderDataset
from inherit_fast.datasets.inspection.consistency import Agreement, Matrix, total
from inherit_fast.datasets.inspection.optics import KNOWN_SCALES_M
from inherit_fast.datasets.inspection.report import Said, Section, section
from inherit_fast.datasets.inspection.sample import Sample

_MIN_AGREEMENT = 0.5  # of what is in view of both frames
_CLEAR_MARGIN, _FAR_MARGIN = 0.1, 0.2
_STILL_M, _STILL_DEG = 0.02, 1.0
_MIN_IN_VIEW = 200


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A reading of the poses, and how well frames agree under it."""

    camera_axes: str
    pose_meaning: str
    agreement: Agreement

    @property
    def text(self) -> str:
        """For people."""
        axes = {"opencv": "OpenCV", "opengl": "OpenGL"}[self.camera_axes]
        return f"{axes}, {self.pose_meaning.replace('_', ' ')}"


def check_poses(dataset: FolderDataset, sample: Sample) -> Section:
    """Score every reading of the poses by what frames see of each other's surfaces."""
    hypotheses = score(dataset, sample)
    best = max(hypotheses, key=lambda h: h.agreement.share)
    chosen = next(h for h in hypotheses if (h.camera_axes, h.pose_meaning) == _used(dataset))
    scaled = best_scale(dataset, sample, chosen)
    moved = _moved(sample)
    facts = {
        "used": {"camera_axes": chosen.camera_axes, "pose_meaning": chosen.pose_meaning},
        "agreement": {h.text: round(h.agreement.share_in_view, 4) for h in hypotheses},
        "overlap": chosen.agreement.in_view / max(1, chosen.agreement.points),
        "pairs": len(sample.pairs),
        "moves": moved,
        "best_depth_factor": scaled[0],
    }
    if not moved:
        text = "the camera hardly moves, so the reading of the poses cannot be tested"
        return section("poses", facts, ("note", text))
    if best.agreement.in_view < _MIN_IN_VIEW:
        text = "too few frames see the same place to test the reading of the poses"
        return section("poses", facts, ("note", text))
    runner_up = max(h.agreement.share for h in hypotheses if h is not best)
    return section("poses", facts, _verdict(chosen, best, runner_up, scaled, sample))


def _verdict(
    chosen: Hypothesis,
    best: Hypothesis,
    runner_up: float,
    scaled: tuple[float, Agreement],
    sample: Sample,
) -> Said:
    share, top = chosen.agreement.share_in_view, best.agreement.share_in_view
    factor, fit = scaled[0], scaled[1].share_in_view
    if fit > max(share, top) + _CLEAR_MARGIN and fit >= _MIN_AGREEMENT:
        unit = sample.frames[0].depth_scale * factor
        return (
            "error" if share < _MIN_AGREEMENT or fit > share + _FAR_MARGIN else "warning",
            f"frames agree by {fit:.0%} with depth times {factor:.3g}, by {share:.0%} as it is;"
            f" set dataset.depth_scale_m={unit:.4g}",
        )
    if top < _MIN_AGREEMENT:
        return (
            "error",
            f"frames do not agree with each other under any reading of the poses ({best.text}:"
            f" {top:.0%} of what two frames share); poses, intrinsics or depth are wrong",
        )
    if top > share + _CLEAR_MARGIN:
        return (
            "error",
            f"the poses are read as {chosen.text} ({share:.0%} agreement) but fit as {best.text}"
            f" ({top:.0%}); set dataset.camera_axes={best.camera_axes} and"
            f" dataset.pose_meaning={best.pose_meaning}",
        )
    if best.agreement.share < (1.0 + _CLEAR_MARGIN) * runner_up:
        return "note", f"{chosen.text}, {share:.0%} agreement; another reading fits as well"
    return "ok", f"{chosen.text}; frames agree in {share:.0%} of what they share"


def score(dataset: FolderDataset, sample: Sample) -> list[Hypothesis]:
    """Agreement of the sample under the four readings of the poses."""
    found = []
    for axes, meaning in product(("opencv", "opengl"), ("camera_to_world", "world_to_camera")):
        poses = _poses_as(dataset, sample, axes == "opengl", meaning == "world_to_camera")
        found.append(Hypothesis(axes, meaning, total(sample.frames, sample.pairs, poses)))
    return found


def best_scale(
    dataset: FolderDataset, sample: Sample, hypothesis: Hypothesis
) -> tuple[float, Agreement]:
    """The factor on depth, among units in use, under which frames agree best."""
    axes, meaning = hypothesis.camera_axes, hypothesis.pose_meaning
    poses = _poses_as(dataset, sample, axes == "opengl", meaning == "world_to_camera")
    best = (1.0, hypothesis.agreement)
    for scale_m in KNOWN_SCALES_M:
        factor = scale_m / sample.frames[0].depth_scale
        if abs(factor - 1.0) < 0.01:
            continue
        result = total(sample.frames, sample.pairs, poses, factor)
        # Both shares: a factor that moves points out of view proves nothing.
        if result.share > best[1].share and result.share_in_view > best[1].share_in_view:
            best = (factor, result)
    return best


def _used(dataset: FolderDataset) -> tuple[str, str]:
    recording = dataset.recordings[0]
    return (
        "opengl" if recording.opengl else "opencv",
        "world_to_camera" if recording.world_to_camera else "camera_to_world",
    )


def _poses_as(dataset: FolderDataset, sample: Sample, opengl: bool, inverse: bool) -> list[Matrix]:
    recordings = [replace(r, opengl=opengl, world_to_camera=inverse) for r in dataset.recordings]
    other = replace(dataset, recordings=recordings)
    return [other.pose(frame.index) for frame in sample.frames]


def _moved(sample: Sample) -> bool:
    """Whether any pair differs enough for a wrong reading to show."""
    for i, j in sample.pairs:
        relative = np.linalg.inv(sample.frames[i].T_world_camera) @ sample.frames[j].T_world_camera
        turn_deg = np.degrees(np.arccos(np.clip((np.trace(relative[:3, :3]) - 1) / 2, -1, 1)))
        if np.linalg.norm(relative[:3, 3]) > _STILL_M or turn_deg > _STILL_DEG:
            return True
    return False
