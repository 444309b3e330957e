import numpy as np
import pytest

from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.perception.boxes import Detection, iou, suppress
from inherit_fast.perception.nanodet import NanoDet, NanoDetConfig
from inherit_fast.perception.tiles import is_cut, tile_squares
from inherit_fast.perception.vocabulary import INDOOR_COCO
from real_data import need


class OneCell:
    """A network that sees one thing: a class in one cell of the stride-32 map, sides in bins."""

    def __init__(self, entry, cell, label, score, sides):
        names = list(entry.outputs)
        cells = (2704, 676, 169)
        self.out = {names[i]: np.zeros((1, cells[i], 80), np.float32) for i in range(3)}
        self.out |= {names[i + 3]: np.zeros((1, cells[i], 44), np.float32) for i in range(3)}
        self.out[names[2]][0, cell, label] = score
        for side, bin_index in enumerate(sides):
            self.out[names[5]][0, cell, side * 11 + bin_index] = 50.0

    def run(self, inputs):
        assert inputs["input_1:0"].shape == (1, 3, 416, 416)
        return self.out


def test_a_box_is_decoded_around_its_cell_and_brought_back_to_the_image():
    entry = find_model("nanodet")
    # Cell (row 6, col 6) is centred at 208 px; 2, 1, 3, 1 bins of 32 px to its sides.
    network = OneCell(entry, 6 * 13 + 6, 56, 0.9, (2, 1, 3, 1))
    (found,) = NanoDet(network, entry)(np.zeros((416, 832, 3), np.uint8), ["chair"])
    assert (found.label, round(found.score, 3)) == ("chair", 0.9)
    # The square of 832 px is letterboxed: twice the scale, 208 px of bar above the image.
    np.testing.assert_allclose(found.box_px, (288, 144, 608, 272), atol=1e-3)


def test_labels_outside_the_vocabulary_are_not_detected():
    entry = find_model("nanodet")
    network = OneCell(entry, 84, 0, 0.9, (2, 2, 2, 2))
    assert NanoDet(network, entry)(np.zeros((416, 416, 3), np.uint8), ["chair"]) == []


def test_chairs_and_table_of_the_kitchen_are_found():
    from PIL import Image

    rgb = np.asarray(Image.open(need("kitchen", "frame-000000.color.jpg")).convert("RGB"))
    entry = find_model("nanodet")
    detector = NanoDet(OnnxSession(entry.path()), entry, NanoDetConfig(min_score=0.4))
    found = [d.label for d in detector(rgb, INDOOR_COCO)]
    assert found.count("chair") >= 2
    assert "dining table" in found
    assert "cup" in found


def test_boxes_of_one_label_are_merged_earlier_than_boxes_of_two():
    cup = Detection("cup", 0.9, (0, 0, 10, 10))
    same = Detection("cup", 0.8, (0, 0, 10, 16))
    other = Detection("bowl", 0.7, (0, 0, 10, 16))
    twin = Detection("vase", 0.6, (0, 0, 10, 11))
    kept = suppress([twin, other, same, cup], same_label_iou=0.5, any_label_iou=0.8)
    assert kept == [cup, other]


def test_a_box_inside_a_better_one_of_its_label_is_a_part_of_it():
    chair = Detection("chair", 0.9, (0, 0, 20, 30))
    back = Detection("chair", 0.6, (2, 0, 18, 12))
    bag = Detection("handbag", 0.5, (8, 14, 18, 28))
    assert suppress([chair, back, bag], 0.5, 0.8, 0.8) == [chair, bag]
    assert suppress([chair, back, bag], 0.5, 0.8) == [chair, back, bag]


def test_order_of_equal_scores_does_not_depend_on_order_of_input():
    boxes = [Detection("cup", 0.5, (x, 0, x + 5, 5)) for x in (40, 0, 20)]
    assert suppress(boxes, 0.5, 0.8) == suppress(boxes[::-1], 0.5, 0.8)


@pytest.mark.parametrize(
    ("other", "expected"),
    [((0, 0, 2, 2), 1.0), ((1, 0, 3, 2), 1 / 3), ((5, 5, 6, 6), 0.0), ((1, 1, 1, 1), 0.0)],
)
def test_iou(other, expected):
    value = iou(np.array([0.0, 0, 2, 2]), np.array([other], np.float64))
    assert value[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("width", "height", "squares"),
    [
        (640, 480, [(0, 0, 480, 480), (160, 0, 640, 480)]),
        (480, 640, [(0, 0, 480, 480), (0, 160, 480, 640)]),
        (400, 400, [(x, y, x + 300, y + 300) for y in (0, 100) for x in (0, 100)]),
    ],
)
def test_tiles_cover_the_image_and_overlap(width, height, squares):
    assert tile_squares(width, height, 2, 0.75) == squares
    assert tile_squares(width, height, 1, 0.75) == []


def test_a_box_that_ends_at_an_inner_side_of_its_tile_was_cut():
    tile = (160.0, 0.0, 640.0, 480.0)
    assert is_cut((161, 50, 300, 90), tile, 640, 480)
    assert not is_cut((200, 0, 640, 480), tile, 640, 480)


def test_tiles_find_small_things_that_the_whole_image_does_not_show():
    from PIL import Image

    rgb = np.asarray(Image.open(need("kitchen", "frame-000860.color.jpg")).convert("RGB"))
    entry = find_model("nanodet")
    session = OnnxSession(entry.path())
    whole, tiled = (
        NanoDet(session, entry, NanoDetConfig(tiles=n))(rgb, ["book", "keyboard"]) for n in (1, 2)
    )
    assert len(tiled) > len(whole)
