"""Where the association thresholds of a feature extractor come from.

Takes a source with instance images, describes the instances of every n-th frame and compares all
pairs of crops from different frames:

    PYTHONPATH=python python bench/calibrate_features.py SOURCE --stride 3

The first recording chooses, the others check. ``high`` lets one pair in a hundred of different
things with one label pass; ``moderate``, which only decides between things that already touch, is
passed by all but one in ten pairs of one thing in neighbouring frames.
"""

import argparse

import numpy as np

from inherit_fast.datasets import open_dataset
from inherit_fast.perception import PerceptionConfig, build_features, build_segmenter

MIN_PIXELS = 600


def crops(source, stride):
    """Rows of recording, frame, instance id, and the features."""
    dataset = open_dataset(source)
    config = PerceptionConfig(segmenter="dataset")
    segment = build_segmenter(config, dataset.instance_labels)
    describe = build_features(config)
    rows, features = [], []
    for frame in dataset:
        if frame.index % stride:
            continue
        found = [i for i in segment(frame) if np.count_nonzero(i.mask) >= MIN_PIXELS]
        for instance in found:
            thing = int(np.median(frame.instances[instance.mask != 0]))
            rows.append((frame.recording, frame.index, thing, instance.label))
        features.append(describe(frame.rgb, found))
    return rows, np.concatenate(features)


def pairs(rows, features, recording, stride):
    """Cosines of: one thing in neighbouring frames, in any two, two of a label, two of two."""
    chosen = [i for i, row in enumerate(rows) if row[0] == recording]
    frame, thing = (np.array([rows[i][k] for i in chosen]) for k in (1, 2))
    label = np.array([rows[i][3] for i in chosen])
    cosine = features[chosen] @ features[chosen].T
    once = np.triu(frame[:, None] != frame, 1)
    same, alike = thing[:, None] == thing, label[:, None] == label
    near = np.abs(frame[:, None] - frame) <= stride
    return {
        "one thing, next frame": cosine[once & same & near],
        "one thing, any frame": cosine[once & same],
        "two things, one label": cosine[once & ~same & alike],
        "two things, two labels": cosine[once & ~same & ~alike],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source")
    parser.add_argument("--stride", type=int, default=3)
    arguments = parser.parse_args()
    rows, features = crops(arguments.source, arguments.stride)
    high = moderate = None
    for recording in sorted({row[0] for row in rows}):
        found = pairs(rows, features, recording, arguments.stride)
        if high is None:
            high = np.percentile(found["two things, one label"], 99)
            moderate = np.percentile(found["one thing, next frame"], 10)
            print(f"high {high:.3f}, moderate {moderate:.3f}, from recording {recording}")
        for name, cosines in found.items():
            spread = np.percentile(cosines, [5, 25, 50, 75, 95]).round(2)
            print(
                f"recording {recording}  {name:24s} {len(cosines):7d} pairs  5-95 % {spread}"
                f"  over high {np.mean(cosines >= high):.3f}"
                f"  over moderate {np.mean(cosines >= moderate):.3f}"
            )


if __name__ == "__main__":
    main()
