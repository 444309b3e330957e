from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
import pytest

from box_world import box_around, cast, look_at
from inherit_fast.config import load_config
from inherit_fast.datasets import open_dataset
from inherit_fast.frame import Frame
from inherit_fast.graph import SceneGraph
from inherit_fast.language.sizes import Sizes
from inherit_fast.perception import Instance, PerceptionConfig, build_segmenter
from inherit_fast.perception.region_segmenter import RegionSegmenter
from inherit_fast.perception.regions import RegionsConfig
from inherit_fast.semantic.config import SemanticConfig
from inherit_fast.semantic.stream import SemanticStream
from real_data import need

K = np.array([260.0, 260.0, 159.5, 119.5])
T = look_at((0, 0, 1.5), (1.5, 0, 0.7))
FLOOR, TABLE = (-5, -5, -0.1, 5, 5, 0), (1.0, -0.6, 0.70, 1.9, 0.6, 0.75)
MUG, CRATE = (1.3, 0.1, 0.75, 1.4, 0.2, 0.86), (1.35, -0.35, 0.75, 1.6, -0.1, 0.95)
CONFIG = RegionsConfig(min_pixels=150)


class Known:
    """A segmenter that was told what there is."""

    def __init__(self, *instances):
        self.instances = list(instances)

    def __call__(self, frame, vocabulary):
        return [i for i in self.instances if not vocabulary or i.label in vocabulary]


class Names:
    """A classifier that gives the crate and the mug, told apart by size, these hints."""

    dim = 1

    def __init__(self, crate, mug=()):
        self.hints, self.asked = (tuple(mug), tuple(crate)), 0

    def describe(self, rgb, instances):
        self.asked += len(instances)
        large = [int(np.count_nonzero(i.mask) > 1000) for i in instances]
        return np.ones((len(large), 1), np.float32), [self.hints[is_crate] for is_crate in large]


@pytest.fixture
def scene():
    depth, ids = cast([FLOOR, TABLE, MUG, CRATE], K, T)
    rgb = np.zeros((*depth.shape, 3), np.uint8)
    return Frame(0, 0, rgb, depth, 1.0, K, T), ids == 2, ids == 3


def test_a_region_is_named_by_the_surest_hint_and_scored_by_it(scene):
    frame, _, crate = scene
    names = Names([("crate", 0.8), ("box", 0.75)], [("mug", 0.9)])
    first, second = RegionSegmenter(Known(), names, config=CONFIG)(frame)
    assert (first.label, first.score, second.label, second.score) == ("crate", 0.8, "mug", 0.9)
    assert np.count_nonzero(first.mask[crate]) > 0.7 * np.count_nonzero(crate)
    assert np.allclose(first.box_px, box_around(crate), atol=6)


def test_nothing_is_named_when_the_classifier_is_not_sure(scene):
    segmenter = RegionSegmenter(Known(), Names([("crate", 0.69)]), config=CONFIG)
    assert segmenter(scene[0]) == []
    assert segmenter.dropped["regions: without a sure name"] == 2


def test_what_is_known_comes_first_and_is_not_named_again(scene):
    frame, mug, _ = scene
    cup = Instance(mug.astype(np.uint8), "cup", 0.5, tuple(box_around(mug)))
    names = Names([("crate", 0.8)], [("mug", 0.9)])
    segmenter = RegionSegmenter(Known(cup), names, config=CONFIG)
    assert [i.label for i in segmenter(frame)] == ["cup", "crate"]
    assert names.asked == 1
    assert segmenter.dropped["regions: covered"] == 1


def test_a_vocabulary_limits_the_names_of_regions(scene):
    names = Names([("crate", 0.8)], [("mug", 0.9)])
    segmenter = RegionSegmenter(Known(), names, ["crate"], CONFIG)
    assert [i.label for i in segmenter(scene[0])] == ["crate"]
    assert [i.label for i in segmenter(scene[0], ["mug"])] == ["mug"]


def test_a_region_too_small_for_its_name_is_not_named(scene):
    too_small = Sizes(smallest_m={"couch": 0.7}).is_too_small
    names = Names([("couch", 0.9)], [("mug", 0.9)])
    segmenter = RegionSegmenter(Known(), names, config=CONFIG, too_small=too_small)
    assert [i.label for i in segmenter(scene[0])] == ["mug"]


def test_no_regions_cost_no_run_of_the_classifier(scene):
    names = Names([("crate", 0.8)])
    config = RegionsConfig(min_pixels=50_000)
    assert RegionSegmenter(Known(), names, config=config)(scene[0]) == []
    assert names.asked == 0


def test_threads_count_what_is_dropped_together(scene):
    segmenter = RegionSegmenter(Known(), Names([]), config=CONFIG)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(segmenter, [scene[0]] * 6)) == [[]] * 6
    assert segmenter.dropped["regions: without a sure name"] == 12


def test_the_stream_tells_which_regions_were_dropped(scene):
    segmenter = RegionSegmenter(Known(), Names([]), config=CONFIG)
    stream = SemanticStream(SemanticConfig(), SceneGraph(), segmenter, Names([]))
    assert "regions: without a sure name" not in stream.dropped()
    segmenter(scene[0])
    assert stream.dropped()["regions: without a sure name"] == 2
    assert SemanticStream(SemanticConfig(), SceneGraph(), Known(), Names([])).dropped() == {}


def test_regions_are_off_unless_a_setting_asks_for_them():
    assert not isinstance(build_segmenter(load_config().perception, {}), RegionSegmenter)
    on = load_config(overrides=["perception.regions.enabled=true"]).perception
    assert isinstance(build_segmenter(on, {}), RegionSegmenter)


def test_the_kitchen_gives_the_same_regions_again_and_keeps_what_the_detector_found():
    frame = next(islice(open_dataset(need("kitchen")), 48, None))
    detected = build_segmenter(PerceptionConfig(), {})(frame, ())
    regions = RegionsConfig(enabled=True, min_probability=0.05)
    segmenter = build_segmenter(PerceptionConfig(regions=regions), {})
    once, again = segmenter(frame, ()), segmenter(frame, ())
    assert [i.label for i in once[: len(detected)]] == [i.label for i in detected]
    assert len(once) > len(detected)
    assert [(i.label, i.score, i.box_px) for i in once] == [
        (i.label, i.score, i.box_px) for i in again
    ]
