from functools import partial

import numpy as np
import pytest

import mask_report
from inherit_fast.datasets import open_dataset
from inherit_fast.frame import Frame
from inherit_fast.inference import find_model
from inherit_fast.perception.boxes import Detection
from inherit_fast.perception.detector_segmenter import (
    DetectorSegmenter,
    DetectorSegmenterConfig,
    mask_box,
)
from inherit_fast.perception.promptable import Masks, PromptableConfig, PromptableMasks
from pulled import need_model
from real_data import need


class Encoder:
    """Counts its runs; the answer tells the image apart from others."""

    def __init__(self):
        self.runs = 0

    def hold(self, inputs):
        self.runs += 1
        return {"output": inputs["input"].mean(axis=(2, 3), keepdims=True)}


class Decoder:
    """A disc inside each box, and a leak in a corner of the image."""

    def __init__(self):
        self.batches = []
        self.shown = []

    def run(self, inputs):
        height, width = inputs["orig_im_size"].astype(int)
        n = len(inputs["point_coords"])
        self.batches.append(n)
        self.shown.append(inputs["mask_input"] if inputs["has_mask_input"] else None)
        np.testing.assert_array_equal(inputs["point_labels"], [[2, 3, -1]] * n)
        scale = max(height, width) / 1024
        row, col = np.mgrid[:height, :width]
        masks = discs(inputs["point_coords"] * scale, row, col)
        masks[:, row + col < 4] = 1.0
        small = discs(inputs["point_coords"] / 4, *np.mgrid[:256, :256] + 0.5)
        return {
            "masks": masks[:, None],
            "low_res_masks": small[:, None],
            "iou_predictions": np.full((n, 1), 0.9, np.float32),
        }


def discs(points, row, col):
    """(N, *shape) logits: 1 inside the ellipses of the boxes, -1 outside."""
    x, y = points[:, :2].mean(axis=1).T[..., None, None]
    width, height = (points[:, 1] - points[:, 0]).T[..., None, None]
    inside = ((col - x) / width) ** 2 + ((row - y) / height) ** 2 < 0.25
    return np.where(inside, np.float32(1.0), np.float32(-1.0))


def prompter(encoder, decoder, *, many=False, **config):
    entries = [find_model("mobilesam_encoder"), find_model("mobilesam_decoder")]
    if many:
        entries[1].inputs["point_coords"] = "float32 nx3x2"
        entries[1].inputs["mask_input"] = "float32 nx1x256x256"
    return PromptableMasks((encoder, entries[0]), (decoder, entries[1]), PromptableConfig(**config))


BOXES = np.array([[40.0, 40, 60, 80], [10, 50, 30, 60], [70, 20, 90, 40]])


def image(seed=0, height=96, width=128):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize(("many", "batches"), [(False, [1, 1, 1]), (True, [2, 1])])
def test_boxes_go_in_batches_where_the_decoder_takes_them(many, batches):
    decoder = Decoder()
    found = prompter(Encoder(), decoder, many=many, batch=2)(image(), BOXES)
    assert decoder.batches == batches
    assert found.masks.shape == (3, 96, 128)
    np.testing.assert_allclose(found.scores, 0.9)
    for mask, box in zip(found.masks, BOXES, strict=True):
        np.testing.assert_allclose(mask_box(mask), box, atol=1.01)


def test_what_leaks_out_of_a_box_is_cut():
    found = prompter(Encoder(), Decoder())(image(), BOXES)
    assert not found.masks[:, :4, :4].any()


def test_votes_move_masks_and_none_leaves_them():
    ask = prompter(Encoder(), Decoder())
    alone = ask(image(), BOXES).masks
    votes = np.zeros((3, 96, 128), np.int8)
    np.testing.assert_array_equal(ask(image(), BOXES, votes).masks, alone)
    votes[:] = np.where(alone != 0, 1, -1)
    votes[0, :50] = -1  # the upper quarter of the first disc
    moved = ask(image(), BOXES, votes).masks
    np.testing.assert_array_equal(moved[1:], alone[1:])
    assert not moved[0, :50].any()
    np.testing.assert_array_equal(moved[0, 50:], alone[0, 50:])


def test_the_decoder_looks_again_at_its_own_logits_after_the_vote():
    decoder = Decoder()
    ask = prompter(Encoder(), decoder, many=True, batch=2, second_look=True)
    votes = np.zeros((3, 96, 128), np.int8)
    votes[:, :, :64], votes[:, :, 64:] = 1, -1  # the third disc is right of the border
    ask(image(), BOXES, votes)
    assert decoder.batches == [2, 2, 1, 1]
    first, voted, other, unchanged = decoder.shown
    assert (first, other) == (None, None)
    assert voted.shape == (2, 1, 256, 256)
    # A pixel of the image is two cells; rows below its 96 pixels show nothing, so nothing votes.
    small = discs(np.array(BOXES).reshape(3, 2, 2) * 2, *np.mgrid[:256, :256] + 0.5)
    vote = np.where(np.arange(256) < 128, 2.0, -4.0) * (np.arange(256) < 192)[:, None]
    np.testing.assert_array_equal(voted[:, 0], small[:2] + vote)
    np.testing.assert_array_equal(unchanged[:, 0], small[2:])


@pytest.mark.parametrize(("second_look", "votes"), [(True, None), (False, np.ones((3, 96, 128)))])
def test_without_votes_or_unasked_there_is_one_look(second_look, votes):
    decoder = Decoder()
    votes = None if votes is None else votes.astype(np.int8)
    prompter(Encoder(), decoder, second_look=second_look)(image(), BOXES, votes)
    assert decoder.shown == [None] * 3


def test_an_image_is_encoded_once():
    encoder = Encoder()
    ask = prompter(encoder, Decoder(), cached=2)
    for seed in (0, 0, 1, 0, 1):
        ask(image(seed), BOXES)
    assert encoder.runs == 2
    ask(image(2), BOXES)
    ask(image(0), BOXES)
    assert encoder.runs == 4  # only two are remembered


def test_without_boxes_nothing_runs():
    encoder = Encoder()
    assert prompter(encoder, Decoder())(image(), np.zeros((0, 4))).masks.shape == (0, 96, 128)
    assert encoder.runs == 0


class Finds:
    """A detector whose finds are known."""

    labels = ("cup", "table")

    def __call__(self, rgb, vocabulary):
        found = [
            Detection("table", 0.9, (10, 20, 110, 90)),
            Detection("cup", 0.6, (40, 40, 60, 60)),
        ]
        return [each for each in found if each.label in vocabulary]


class Rectangles:
    """A prompter that fills the boxes."""

    def __init__(self, scores):
        self.scores = scores

    def __call__(self, rgb, boxes_px, votes=None):
        self.votes = votes
        masks = np.zeros((len(boxes_px), *rgb.shape[:2]), np.uint8)
        for mask, (x0, y0, x1, y1) in zip(masks, boxes_px.astype(int), strict=True):
            mask[y0:y1, x0:x1] = 1
        return Masks(masks, np.array(self.scores[: len(masks)], np.float32))


def frame(depth=1.0):
    return Frame(
        index=0,
        time_ns=0,
        rgb=image(),
        depth=np.full((96, 128), depth, np.float32),
        depth_scale=1.0,
        intrinsics=np.array([100.0, 100.0, 64.0, 48.0]),
        T_world_camera=np.eye(4),
    )


def test_a_table_loses_what_stands_on_it():
    table, cup = DetectorSegmenter(Finds(), Rectangles([0.9, 0.9]), ("cup", "table"))(frame())
    assert (table.label, cup.label) == ("table", "cup")
    assert cup.box_px == (40, 40, 60, 60)
    assert not (table.mask & cup.mask).any()
    assert table.mask.sum() == 100 * 70 - 20 * 20


def test_masks_that_their_segmenter_doubts_are_dropped():
    segmenter = DetectorSegmenter(Finds(), Rectangles([0.3, 0.9]), ("cup", "table"))
    assert [instance.label for instance in segmenter(frame())] == ["cup"]
    assert segmenter(frame(), ("table",)) == []


@pytest.mark.parametrize(("depth", "said"), [(1.0, {-1, 0, 1}), (0.0, {0})])
def test_depth_has_a_vote_where_there_is_some(depth, said):
    seen = frame(depth)
    seen.depth[45:55, 45:55] *= 0.7
    prompt = Rectangles([0.9, 0.9])
    DetectorSegmenter(Finds(), prompt, ("cup", "table"))(seen)
    assert set(np.unique(prompt.votes)) == said
    assert prompt.votes.shape == (2, 96, 128)


def test_without_depths_vote_colour_decides_alone():
    prompt, config = Rectangles([0.9, 0.9]), DetectorSegmenterConfig(depth=False)
    DetectorSegmenter(Finds(), prompt, ("cup", "table"), config)(frame())
    assert prompt.votes is None


def test_masks_for_given_boxes_fit_the_data_sets():
    need("apartment")
    need_model("mobilesam")
    apartment, prompter = open_dataset(str(need("apartment"))), mask_report.load_prompter()
    frames = [f for f in apartment.frames(0) if f.index in (9, 45, 126)]
    means = {}
    for name, way in mask_report.WAYS.items():
        masks_of = partial(way, prompter)
        rows = [
            row
            for frame in frames
            for row in mask_report.iou_rows(frame, apartment.instance_labels, masks_of)
        ]
        assert len(rows) >= 20
        means[name] = np.mean([value for _, value, _ in rows])
    assert means["together, with depth"] > means["together"] > means["each box alone"]
    assert means["together, with depth"] >= 0.75
