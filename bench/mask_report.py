"""How good are masks for given boxes? ``python bench/mask_report.py``; ``--picture OUT.jpg``.

Boxes are those of the data set's own masks on the apartment; each prompts the segmenter, and its
mask is held against the data set's. The picture shows detector boxes on the kitchen as masks by
depth (left) and by the promptable segmenter (right).
"""

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
from PIL import Image

from inherit_fast.datasets import open_dataset
from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.perception import PerceptionConfig, build_segmenter
from inherit_fast.perception.detector_segmenter import mask_box
from inherit_fast.perception.promptable import PromptableMasks

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
BUILDING = {"wall", "floor", "ceiling", "undefined", "unlabeled", "void"}
# The data set's windows are frames around panes that are things of their own (blinds), its doors
# leaf and frame: no box can say which of the two is meant.
AMBIGUOUS = {"window", "door"}
MIN_PIXELS = 400


def load_prompter(family="mobilesam"):
    """The promptable segmenter, from the cache."""
    parts = [find_model(f"{family}_{part}") for part in ("encoder", "decoder")]
    return PromptableMasks(*((OnnxSession(part.path()), part) for part in parts))


def things_of(frame, labels):
    """Label, mask and box of everything in the frame that a segmenter may be asked for."""
    ids, pixels = np.unique(frame.instances, return_counts=True)
    for i in ids[pixels >= MIN_PIXELS].tolist():
        if labels.get(i, "void") not in BUILDING:
            mask = frame.instances == i
            yield labels[i], mask, mask_box(mask.view(np.uint8))


def iou_rows(frames, labels, prompter):
    """(label, IoU, share of its box that the thing fills) of every thing in the frames."""
    for frame in frames:
        things = list(things_of(frame, labels))
        boxes = np.array([box for *_, box in things], np.float64).reshape(-1, 4)
        for (label, truth, box), mask in zip(things, prompter(frame.rgb, boxes).masks, strict=True):
            got = mask.astype(bool)
            area = (box[2] - box[0]) * (box[3] - box[1])
            yield label, (got & truth).sum() / (got | truth).sum(), truth.sum() / area


def report(rows):
    """Lines of text: mean and median of all, of the unambiguous, of those that fill their box."""
    clear = [row for row in rows if row[0] not in AMBIGUOUS]
    groups = {
        "all things": rows,
        "without windows and doors": clear,
        "of these, filling 30 % of their box": [row for row in clear if row[2] >= 0.3],
    }
    for name, group in groups.items():
        values = np.array([value for _, value, _ in group])
        line = f"mean IoU {values.mean():.3f}, median {np.median(values):.3f}"
        yield f"{name}: {len(values)} boxes, {line}"
    by_label = defaultdict(list)
    for label, value, _ in rows:
        by_label[label].append(value)
    for label, values in sorted(by_label.items(), key=lambda item: (-len(item[1]), item[0])):
        yield f"  {label}: {len(values)}, {np.mean(values):.2f}"


def picture(frames, out):
    """Masks by depth beside masks by the promptable segmenter."""
    names = ("detector", "prompted")
    segmenters = [build_segmenter(PerceptionConfig(segmenter=name), {}) for name in names]
    rows = [np.hstack([painted(frame, s(frame, ())) for s in segmenters]) for frame in frames]
    Image.fromarray(np.vstack(rows)[::2, ::2]).save(out, quality=88)


def painted(frame, instances):
    """The frame's image with every mask in a colour of its own."""
    image, rng = frame.rgb.copy(), np.random.default_rng(3)
    for instance in instances:
        colour = rng.integers(60, 255, 3)
        inside = instance.mask > 0
        image[inside] = (image[inside] * 0.45 + colour * 0.55).astype(np.uint8)
    return image


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=9, help="frames of the apartment")
    parser.add_argument("--picture", type=Path)
    arguments = parser.parse_args()
    if arguments.picture:
        kitchen = list(open_dataset(str(DATA / "kitchen")).frames(0))
        picture([kitchen[i] for i in (60, 100, 150)], arguments.picture)
        return
    apartment = open_dataset(str(DATA / "apartment"))
    frames = [f for f in apartment.frames(0) if f.index % arguments.every == 0]
    rows = list(iou_rows(frames, apartment.instance_labels, load_prompter()))
    print(*report(rows), sep="\n")


if __name__ == "__main__":
    main()
