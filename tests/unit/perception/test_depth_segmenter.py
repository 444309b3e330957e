import numpy as np
import pytest

from box_world import box_around, cast, look_at
from inherit_fast.errors import VocabularyError
from inherit_fast.frame import Frame
from inherit_fast.perception import PerceptionConfig, build_segmenter
from inherit_fast.perception.boxes import Detection
from inherit_fast.perception.depth_segmenter import DepthSegmenterConfig, DetectorDepthSegmenter
from real_data import need

K = np.array([260.0, 260.0, 159.5, 119.5])
T = look_at((0, 0, 1.5), (1.5, 0, 0.7))
FLOOR, TABLE = (-5, -5, -0.1, 5, 5, 0), (1.0, -0.5, 0.70, 1.9, 0.5, 0.75)
MUG = (1.3, 0.1, 0.75, 1.4, 0.2, 0.86)


class Boxes:
    """A detector that knows where things are."""

    labels = ("cup", "dining table", "person")

    def __init__(self, detections):
        self.detections = detections

    def __call__(self, rgb, vocabulary):
        return [d for d in self.detections if d.label in vocabulary]


@pytest.fixture
def scene():
    depth, ids = cast([FLOOR, TABLE, MUG], K, T)
    rgb = np.zeros((*depth.shape, 3), np.uint8)
    table = Detection("dining table", 0.8, tuple(box_around((ids == 1) | (ids == 2))))
    mug = Detection("cup", 0.6, tuple(box_around(ids == 2)))
    return Frame(0, 0, rgb, depth, 1.0, K, T), ids, Boxes([table, mug])


def test_what_stands_on_a_table_is_not_part_of_it(scene):
    frame, ids, boxes = scene
    table, mug = DetectorDepthSegmenter(boxes, ["cup", "dining table"])(frame)
    assert (table.label, mug.label, mug.score) == ("dining table", "cup", 0.6)
    assert not (table.mask & mug.mask).any()
    assert np.count_nonzero(mug.mask[ids == 2]) > 0.7 * np.count_nonzero(ids == 2)
    assert np.count_nonzero(table.mask[ids == 1]) > 0.8 * np.count_nonzero(ids == 1)


def test_a_part_found_again_under_the_same_name_is_not_cut_out(scene):
    frame, _, boxes = scene
    again = Detection("dining table", 0.5, boxes.detections[1].box_px)
    alone, *_ = DetectorDepthSegmenter(Boxes(boxes.detections[:1]), ["dining table"])(frame)
    both = DetectorDepthSegmenter(Boxes([boxes.detections[0], again]), ["dining table"])(frame)
    assert np.array_equal(both[0].mask, alone.mask)


def test_a_call_may_narrow_the_vocabulary(scene):
    frame, _, boxes = scene
    found = DetectorDepthSegmenter(boxes, ["cup", "dining table"])(frame, ["cup"])
    assert [i.label for i in found] == ["cup"]


def test_small_masks_are_dropped(scene):
    frame, _, boxes = scene
    config = DepthSegmenterConfig(min_pixels=2000)
    found = DetectorDepthSegmenter(boxes, ["cup", "dining table"], config)(frame)
    assert [i.label for i in found] == ["dining table"]


def test_a_label_that_the_detector_lacks_is_told_with_both_lists(scene):
    frame, _, boxes = scene
    segmenter = DetectorDepthSegmenter(boxes, ["cup"])
    with pytest.raises(VocabularyError, match=r"asked for \[sofa\].*knows \[cup, dining table"):
        segmenter(frame, ["sofa"])


def test_no_detections_give_no_instances(scene):
    frame, _, _ = scene
    assert DetectorDepthSegmenter(Boxes([]), ["cup"])(frame) == []


def test_chairs_and_cups_of_the_kitchen_get_masks_that_end_at_their_edges():
    from inherit_fast.datasets import open_dataset

    frame = next(iter(open_dataset(need("kitchen"))))
    found = build_segmenter(PerceptionConfig(), {})(frame)
    best = max((i for i in found if i.label == "chair"), key=lambda i: i.score)
    depth_m = frame.depth_m[best.mask != 0]
    low, high = np.percentile(depth_m[depth_m > 0], [5, 95])
    assert high - low < 0.7
    assert np.count_nonzero(best.mask) > 2000
    again = build_segmenter(PerceptionConfig(), {})(frame)
    assert all(
        np.array_equal(a.mask, b.mask) and a.box_px == b.box_px
        for a, b in zip(found, again, strict=True)
    )
