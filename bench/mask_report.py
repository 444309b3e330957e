"""How good are masks for given boxes? ``python bench/mask_report.py``; ``--picture OUT.jpg``.

Boxes are those of the data set's own masks on the apartment, given to the segmenter as if a
detector had found them; what it makes of each is held against the data set's mask. Three ways:
every box alone, the boxes of a frame together (a pixel shows one thing), and with depth's vote;
and, as a bound, every box alone less what the data set gives to other things. Thresholds were
chosen on other frames than those reported (``--from 4``). ``--jitter 0.05`` moves the boxes' sides.

The picture shows detector boxes on the kitchen as masks by depth (left) and by the promptable
segmenter (right).
"""

import argparse
from collections import defaultdict
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from inherit_fast.datasets import open_dataset
from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.perception import PerceptionConfig, build_segmenter
from inherit_fast.perception.boxes import Detection
from inherit_fast.perception.detector_segmenter import (
    DetectorSegmenter,
    DetectorSegmenterConfig,
    mask_box,
)
from inherit_fast.perception.promptable import PromptableConfig, PromptableMasks

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
BUILDING = {"wall", "floor", "ceiling", "undefined", "unlabeled", "void"}
# The data set's windows are frames around panes that are things of their own (blinds), its doors
# leaf and frame: no box can say which of the two is meant.
AMBIGUOUS = {"window", "door"}
MIN_PIXELS = 400


class Given:
    """A detector that finds the boxes that it is told."""

    def __init__(self, things):
        self.labels = tuple(sorted({label for label, *_ in things}))
        self._found = [Detection(label, 1.0, box) for label, _, box in things]

    def __call__(self, rgb, vocabulary):
        return self._found


def load_prompter(family="mobilesam", *, second_look=False):
    """The promptable segmenter, from the cache."""
    parts = [find_model(f"{family}_{part}") for part in ("encoder", "decoder")]
    loaded = ((OnnxSession(part.path()), part) for part in parts)
    return PromptableMasks(*loaded, PromptableConfig(second_look=second_look))


def alone(prompter, frame, things):
    """A mask for every box as if it were the only one."""
    return prompter(frame.rgb, np.array([box for *_, box in things], np.float64)).masks


def together(prompter, frame, things, *, depth):
    """A mask for every box by the segmenter that the mapper runs."""
    given = Given(things)
    config = DetectorSegmenterConfig(min_pixels=0, min_mask_score=-np.inf, depth=depth)
    segmenter = DetectorSegmenter(given, prompter, given.labels, config)
    return [instance.mask for instance in segmenter(frame)]


def bound(prompter, frame, things):
    """Masks of boxes alone, each less what the data set gives to the other things."""
    given = np.array([truth for _, truth, _ in things])
    elsewhere = given.sum(axis=0) - given
    return alone(prompter, frame, things) * (elsewhere == 0)


WAYS = {
    "each box alone": alone,
    "together": partial(together, depth=False),
    "together, with depth": partial(together, depth=True),
    "alone, the others known": bound,
}


def things_of(frame, labels):
    """Label, mask and box of everything in the frame that a segmenter may be asked for."""
    ids, pixels = np.unique(frame.instances, return_counts=True)
    for i in ids[pixels >= MIN_PIXELS].tolist():
        if labels.get(i, "void") not in BUILDING:
            mask = frame.instances == i
            yield labels[i], mask, mask_box(mask.view(np.uint8))


def jittered(frame, things, share):
    """The things with their boxes' sides moved by ``share`` of them (standard deviation)."""
    rng = np.random.default_rng(frame.index)
    for label, truth, (x0, y0, x1, y1) in things:
        sides = np.array([x1 - x0, y1 - y0] * 2)
        box = np.array([x0, y0, x1, y1]) + rng.normal(0, share, 4) * sides
        yield label, truth, tuple(box.tolist())


def iou_rows(frame, labels, masks_of, jitter=0.0):
    """(label, IoU, share of its box that the thing fills) of every thing in the frame."""
    things = list(jittered(frame, things_of(frame, labels), jitter))
    masks = masks_of(frame, things) if things else []
    for (label, truth, box), mask in zip(things, masks, strict=True):
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
        yield f"  {name}: {len(values)} boxes, {line}"


def by_label(rows):
    """Lines of text: boxes and mean of every label."""
    values = defaultdict(list)
    for label, value, _ in rows:
        values[label].append(value)
    for label, of_it in sorted(values.items(), key=lambda item: (-len(item[1]), item[0])):
        yield f"  {label}: {len(of_it)}, {np.mean(of_it):.2f}"


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
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first of them")
    parser.add_argument("--family", default="mobilesam", help="encoder and decoder")
    parser.add_argument("--jitter", type=float, default=0.0, help="share of the boxes' sides")
    parser.add_argument("--second-look", action="store_true", help="the decoder is asked twice")
    parser.add_argument("--picture", type=Path)
    arguments = parser.parse_args()
    if arguments.picture:
        kitchen = list(open_dataset(str(DATA / "kitchen")).frames(0))
        picture([kitchen[i] for i in (60, 100, 150)], arguments.picture)
        return
    apartment = open_dataset(str(DATA / "apartment"))
    prompter = load_prompter(arguments.family, second_look=arguments.second_look)
    rows = {name: [] for name in WAYS}
    for frame in apartment.frames(0):
        if frame.index % arguments.every == arguments.first:
            for name, way in WAYS.items():
                masks_of = partial(way, prompter)
                labels = apartment.instance_labels
                rows[name] += iou_rows(frame, labels, masks_of, arguments.jitter)
    for name, of_it in rows.items():
        print(name, *report(of_it), sep="\n")
    print("labels", *by_label(rows["together, with depth"]), sep="\n")


if __name__ == "__main__":
    main()
