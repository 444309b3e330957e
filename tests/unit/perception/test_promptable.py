import numpy as np
import pytest

import mask_report
from inherit_fast.datasets import open_dataset
from inherit_fast.frame import Frame
from inherit_fast.inference import find_model
from inherit_fast.perception.boxes import Detection
from inherit_fast.perception.detector_segmenter import DetectorSegmenter, mask_box
from inherit_fast.perception.promptable import Masks, PromptableConfig, PromptableMasks
from pulled import need_model
from real_data import need


class Encoder:
    """Counts its runs; the answer tells the image apart from others."""

    def __init__(self):
        self.runs = 0

    def run(self, inputs):
        self.runs += 1
        return {"output": inputs["input"].mean(axis=(2, 3), keepdims=True)}


class Decoder:
    """A disc inside each box, and a leak in a corner of the image."""

    def __init__(self):
        self.batches = []

    def run(self, inputs):
        height, width = inputs["orig_im_size"].astype(int)
        scale = max(height, width) / 1024
        self.batches.append(len(inputs["point_coords"]))
        row, col = np.mgrid[:height, :width]
        masks = []
        for (x0, y0), (x1, y1) in inputs["point_coords"] * scale:
            disc = ((col - (x0 + x1) / 2) / (x1 - x0)) ** 2 + (
                (row - (y0 + y1) / 2) / (y1 - y0)
            ) ** 2
            masks.append(np.where((disc < 0.25) | (row + col < 4), 1.0, -1.0))
        n = len(masks)
        return {
            "masks": np.array(masks, np.float32)[:, None],
            "iou_predictions": np.full((n, 1), 0.9, np.float32),
        }


def prompter(encoder, decoder, *, many=False, **config):
    entries = [find_model("mobilesam_encoder"), find_model("mobilesam_decoder")]
    if many:
        entries[1].inputs["point_coords"] = "float32 nx2x2"
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

    def __call__(self, rgb, boxes_px):
        masks = np.zeros((len(boxes_px), *rgb.shape[:2]), np.uint8)
        for mask, (x0, y0, x1, y1) in zip(masks, boxes_px.astype(int), strict=True):
            mask[y0:y1, x0:x1] = 1
        return Masks(masks, np.array(self.scores[: len(masks)], np.float32))


def frame():
    return Frame(
        index=0,
        time_ns=0,
        rgb=image(),
        depth=np.ones((96, 128), np.float32),
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


def test_masks_for_given_boxes_fit_the_data_sets():
    need("apartment")
    need_model("mobilesam")
    apartment = open_dataset(str(need("apartment")))
    frames = [f for f in apartment.frames(0) if f.index in (9, 45, 126)]
    rows = list(
        mask_report.iou_rows(frames, apartment.instance_labels, mask_report.load_prompter())
    )
    clear = [value for label, value, _ in rows if label not in mask_report.AMBIGUOUS]
    assert len(clear) >= 15
    assert np.mean(clear) >= 0.75
