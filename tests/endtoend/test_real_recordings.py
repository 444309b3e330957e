"""The whole way from files to answers on recordings that nobody here made."""

from collections import Counter

import numpy as np
import pytest
from PIL import Image

from inherit_fast import Mapper, Retriever, load_config, open_dataset
from inherit_fast.evaluation.objects import distance_to_box, score_objects
from inherit_fast.evaluation.truth import read_truth
from real_data import need

pytest.importorskip("onnxruntime", reason="the embedded models need the extra 'cpu'")


def map_all(source, *overrides):
    config = load_config(overrides=overrides)
    frames = open_dataset(source, config=config.dataset)
    labels, T = frames.instance_labels, frames.T_map_source
    mapper = Mapper(config, instance_labels=labels, T_map_source=T)
    for frame in frames:
        mapper.push(frame)
    return mapper.close()


@pytest.fixture(scope="module")
def kitchen():
    return map_all(need("kitchen"))


def nodes_at(graph, true, labels):
    found = [n for n in graph.present() if n.label in labels]
    return [n for n in found if distance_to_box(n.centroid_m, true.box) <= 0.25]


@pytest.mark.parametrize(
    ("name", "labels"), [("mug", {"cup"}), ("table", {"dining table"}), ("sink", {"sink"})]
)
def test_what_the_detector_knows_in_the_kitchen_is_one_node_each(kitchen, name, labels):
    truth = read_truth(need("kitchen", "ground_truth_objects.json"), kitchen.T_map_source)
    wanted = [t for t in truth if t.labels[0] == name]
    assert wanted
    well_seen = [[n.id for n in nodes_at(kitchen, t, labels) if n.seen >= 4] for t in wanted]
    assert [len(ids) for ids in well_seen] == [1] * len(wanted)


def test_most_kitchen_chairs_are_found(kitchen):
    truth = read_truth(need("kitchen", "ground_truth_objects.json"), kitchen.T_map_source)
    chairs = [t for t in truth if t.labels[0] == "chair"]
    assert sum(bool(nodes_at(kitchen, t, {"chair"})) for t in chairs) >= len(chairs) - 2


def test_a_kitchen_question_is_answered_with_a_reason(kitchen):
    ranking = Retriever(kitchen)("the white mug on the table")
    assert ranking.top.label == "cup"
    assert ranking.top.why


def seen_often(frames_of, least_px=60, least_frames=3):
    counts = Counter()
    for path in frames_of:
        ids, pixels = np.unique(np.asarray(Image.open(path)), return_counts=True)
        counts.update(int(i) for i, n in zip(ids, pixels, strict=True) if n >= least_px)
    return {i for i, frames in counts.items() if frames >= least_frames}


@pytest.mark.slow
def test_apartment_objects_have_one_node_each_on_their_true_floor():
    root = need("apartment")
    graph = map_all(root, "perception.segmenter=dataset")
    truth = read_truth(root / "ground_truth_objects.json")
    seen = seen_often(sorted(root.glob("*/instance/*.png")))
    nothing = {"wall", "floor", "ceiling", "undefined"}
    truth = [t for t in truth if t.id in seen and t.labels[0] not in nothing]
    report = score_objects(truth, list(graph.present()))
    assert report.recall >= 0.90
    assert report.duplicates <= 0.06
    assert len(graph.floors) == 2
    heights = {f.id: f.height_m for f in graph.floors.values()}
    lower, upper = sorted(heights, key=heights.__getitem__)
    for node in graph.present():
        middle = node.centroid_m[2] - heights[upper]
        if abs(middle) > 0.3:
            assert node.floor_id == (upper if middle > 0 else lower), node.id
