"""Are things found by a photo of them? ``python bench/like_report.py MAP``.

MAP was made from Replica apartment_0 with the data set's masks. Asked with are cuts from frames
that gave the map no view: the thing's box with some surroundings, as a person would photograph it.
Right is the node of that label within 0.6 m of what the depth shows.
"""

import sys
from pathlib import Path

import numpy as np

from inherit_fast.datasets import open_dataset
from inherit_fast.graph import Store
from inherit_fast.perception import PerceptionConfig, build_features
from inherit_fast.retrieval import Retriever

SOURCE = Path(__file__).resolve().parents[2] / "shared" / "data" / "apartment"
BUILDING = {"wall", "floor", "ceiling", "undefined", "unlabeled", "void"}
MIN_PIXELS, MARGIN, WITHIN_M = 1500, 0.3, 0.6


def things_of(frame, labels):
    """Label, cut and place of everything in the frame that is large enough."""
    for i in np.unique(frame.instances).tolist():
        rows, cols = np.nonzero((frame.instances == i) & (frame.depth > 0))
        if len(rows) < MIN_PIXELS or labels.get(i, "void") in BUILDING:
            continue
        low, high = np.array([rows.min(), cols.min()]), np.array([rows.max(), cols.max()]) + 1
        margin = ((high - low) * MARGIN).astype(int)
        (y0, x0), (y1, x1) = np.maximum(low - margin, 0), high + margin
        yield labels[i], np.ascontiguousarray(frame.rgb[y0:y1, x0:x1]), place(frame, rows, cols)


def place(frame, rows, cols):
    """(3,) median of the pixels' points in the world, metres."""
    fx, fy, cx, cy = frame.intrinsics
    z = frame.depth[rows, cols] * frame.depth_scale
    points = np.c_[(cols - cx) * z / fx, (rows - cy) * z / fy, z]
    pose = frame.T_world_camera
    return np.median(points @ pose[:3, :3].T + pose[:3, 3], axis=0)


def asked(graph, dataset):
    """For every thing: do the photo, and the photo with its name, find it first and in five?"""
    viewed = {view.time_ns for node in graph.objects.values() for view in node.views}
    features, retriever = build_features(PerceptionConfig()), Retriever(graph)
    for frame in (f for f in dataset.frames(0) if f.time_ns not in viewed):
        for label, cut, centre in things_of(frame, dataset.instance_labels):
            far = {
                node.id: float(np.linalg.norm(node.centroid_m - centre))
                for node in graph.objects.values()
                if node.label == label
            }
            wanted = min(far, key=far.__getitem__, default="")
            if not wanted or far[wanted] > WITHIN_M:
                continue
            feature = features.global_feature(cut)
            found = [[a.id for a in retriever.like(feature, t).answers] for t in ("", label)]
            yield [hit for ids in found for hit in (ids[:1] == [wanted], wanted in ids)]


def main():
    with Store.open(Path(sys.argv[1]), readonly=True) as store:
        hits = np.array(list(asked(store.load(), open_dataset(str(SOURCE)))))
    names = ("photo: Top-1", "Recall@5", "photo and name: Top-1", "Recall@5")
    shares = ", ".join(f"{name} {x:.1%}" for name, x in zip(names, hits.mean(axis=0), strict=True))
    print(f"{len(hits)} photos; {shares}")


if __name__ == "__main__":
    main()
