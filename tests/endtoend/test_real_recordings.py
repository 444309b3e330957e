"""The whole way from files to answers on recordings that nobody here made."""

import json
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from inherit_fast import Mapper, Retriever, load_config, open_dataset
from inherit_fast.evaluation.objects import distance_to_box, score_objects
from inherit_fast.evaluation.relations import score_relations
from inherit_fast.evaluation.truth import read_truth
from inherit_fast.graph import SceneGraph, Store, pack_boxes
from inherit_fast.kernels import box_containment
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
    assert [len(nodes_at(kitchen, t, labels)) for t in wanted] == [1] * len(wanted)


def test_a_kitchen_without_couch_and_refrigerator_has_none_on_its_map(kitchen):
    labels = {n.label for n in kitchen.present()}
    assert not labels & {"couch", "refrigerator", "oven", "toilet", "microwave"}
    assert Counter(n.label for n in kitchen.present())["dining table"] == 1


def test_few_nodes_of_the_kitchen_share_their_place_with_another_of_their_name(kitchen):
    nodes = list(kitchen.present())
    shared = box_containment(pack_boxes([n.box for n in nodes]), pack_boxes([n.box for n in nodes]))
    same = np.array([[a.label == b.label for b in nodes] for a in nodes])
    doubled = np.triu(same & (np.maximum(shared, shared.T) > 0.3), 1).sum()
    assert doubled <= 0.05 * len(nodes)
    assert len(nodes) >= 15


def test_most_kitchen_chairs_are_found(kitchen):
    truth = read_truth(need("kitchen", "ground_truth_objects.json"), kitchen.T_map_source)
    chairs = [t for t in truth if t.labels[0] == "chair"]
    found = [len(nodes_at(kitchen, t, {"chair"})) for t in chairs]
    assert sum(n > 0 for n in found) >= len(chairs) - 2  # of two, no camera saw more than a rim
    assert max(found) == 1


def test_red_flowers_tell_one_kitchen_mug_from_the_other(kitchen):
    ranking = Retriever(kitchen)("the mug with the red flowers on it")
    path = need("kitchen", "ground_truth_objects.json")
    described = {o["id"]: o["description"] for o in json.loads(path.read_text())["objects"]}
    mugs = [t for t in read_truth(path, kitchen.T_map_source) if t.labels[0] == "mug"]
    (mug,) = (t for t in mugs if "red flower" in described[t.id])
    assert distance_to_box(ranking.top.centroid_m, mug.box) <= 0.25


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


@pytest.fixture(scope="module")
def apartment(tmp_path_factory):
    """The second recording into the map of the first, as ``map --resume`` does it."""
    folder = tmp_path_factory.mktemp("apartment")
    config = load_config(overrides=["perception.segmenter=dataset"])
    first: SceneGraph | None = None
    for floor in ("first_floor", "second_floor"):
        frames = open_dataset(need("apartment", floor), config=config.dataset)
        with Store.open(folder) if first else Store.create(folder) as store:
            mapper = Mapper(
                config,
                store=store,
                instance_labels=frames.instance_labels,
                T_map_source=frames.T_map_source,
            )
            for frame in frames.frames(mapper.begin(next(iter(frames)))):
                mapper.push(frame)
            graph = mapper.close()
        first = first or graph
    return first, graph


@pytest.fixture(scope="module")
def apartment_truth():
    return read_truth(need("apartment", "ground_truth_objects.json"))


@pytest.mark.slow
def test_apartment_objects_have_one_node_each_on_their_true_floor(apartment, apartment_truth):
    _, graph = apartment
    seen = seen_often(sorted(need("apartment").glob("*/instance/*.png")))
    nothing = {"wall", "floor", "ceiling", "undefined"}
    wanted = {t.id for t in apartment_truth if t.id in seen and t.labels[0] not in nothing}
    report = score_objects(apartment_truth, list(graph.present()), counted=wanted)
    assert report.true_objects > 200
    assert report.recall >= 0.95
    assert report.duplicates <= 0.03
    assert len(graph.floors) == 2
    heights = {f.id: f.height_m for f in graph.floors.values()}
    lower, upper = sorted(heights, key=heights.__getitem__)
    for node in graph.present():
        middle = node.centroid_m[2] - heights[upper]
        if abs(middle) > 0.3:
            assert node.floor_id == (upper if middle > 0 else lower), node.id


@pytest.mark.slow
def test_apartment_relations_hold_between_the_true_boxes(apartment, apartment_truth):
    report = score_relations(apartment[1], apartment_truth)
    assert report.judged["near"] > 500
    assert report.judged["on"] > 30
    assert report.judged["inside"] > 5
    assert min(report.precision.values()) >= 0.9, report.wrong


@pytest.mark.slow
def test_a_second_recording_keeps_what_the_first_one_found(apartment):
    first, both = apartment
    rooms, things = set(first.rooms), {n.id for n in first.present()}
    assert {both.resolve(room) for room in rooms} <= set(both.rooms)
    standing = {n.id for n in both.present()}
    assert len({i for i in things if both.current(i) in standing}) >= 0.97 * len(things)
    assert len(standing) > 1.3 * len(things)
