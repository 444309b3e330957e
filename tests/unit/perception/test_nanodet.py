import numpy as np
import pytest

from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.perception.boxes import Detection, iou, suppress
from inherit_fast.perception.nanodet import NanoDet, NanoDetConfig
from inherit_fast.perception.second_look import SecondLookConfig, is_cut, is_news, square_for
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


def test_further_labels_of_a_box_are_told_with_it():
    entry = find_model("nanodet")
    network = OneCell(entry, 84, 56, 0.9, (2, 2, 2, 2))
    last = next(name for name, out in network.out.items() if out[0].max() in (0.9, np.float32(0.9)))
    network.out[last][0, 84, [41, 73]] = 0.15, 0.2
    (found,) = NanoDet(network, entry)(np.zeros((416, 416, 3), np.uint8), INDOOR_COCO)
    assert [(label, round(score, 2)) for label, score in found.others] == [
        ("book", 0.2),
        ("cup", 0.15),
    ]


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


def weak(x, y, score=0.2, side=20):
    return Detection("cup", score, (x, y, x + side, y + side))


def test_the_second_look_goes_where_most_small_things_are_hardly_seen():
    scattered = [weak(10, 10), weak(600, 20)]
    together = [weak(400 + 40 * i, 300, 0.3) for i in range(4)]
    x0, y0, x1, y1 = square_for(scattered + together, [], 640, 480, SecondLookConfig())
    assert (x1 - x0, y1 - y0) == (320, 320)
    assert all(x0 <= d.box_px[0] and d.box_px[2] <= x1 for d in together)
    assert all(y0 <= d.box_px[1] and d.box_px[3] <= y1 for d in together)


@pytest.mark.parametrize(
    ("weak_ones", "known"),
    [
        ([], []),
        ([weak(100, 100, score=0.2)], []),  # too little to look for
        ([weak(100, 100, score=0.2, side=150) for _ in range(9)], []),  # large: seen well before
        ([weak(100, 100), weak(101, 101), weak(102, 100)], []),  # one thing, said three times
        ([weak(x, 100) for x in (100, 150, 200)], [weak(x, 100, 0.9) for x in (100, 150, 200)]),
    ],
)
def test_there_is_no_second_look_without_small_unknown_things(weak_ones, known):
    assert square_for(weak_ones, known, 640, 480, SecondLookConfig()) is None


def test_of_equal_places_the_second_look_takes_the_first_whatever_the_order():
    things = [weak(x, y, 0.3) for x in (20, 60, 560, 600) for y in (20, 60)]
    square = square_for(things, [], 640, 480, SecondLookConfig())
    assert square == square_for(things[::-1], [], 640, 480, SecondLookConfig())
    assert square[:2] == (0, 0)


def test_what_the_second_look_cuts_or_what_is_large_is_no_news():
    square = (160.0, 80.0, 480.0, 400.0)
    assert is_news(weak(200, 200), square, 640, 480, 0.25)
    assert not is_news(weak(162, 200), square, 640, 480, 0.25)
    assert not is_news(weak(200, 200, side=90), square, 640, 480, 0.25)


def test_a_box_that_ends_at_an_inner_side_of_its_tile_was_cut():
    tile = (160.0, 0.0, 640.0, 480.0)
    assert is_cut((161, 50, 300, 90), tile, 640, 480)
    assert not is_cut((200, 0, 640, 480), tile, 640, 480)


def test_a_second_look_finds_small_things_that_the_first_does_not():
    from PIL import Image

    entry = find_model("nanodet")
    session = OnnxSession(entry.path())
    once, twice = (
        NanoDet(session, entry, NanoDetConfig(second_look=SecondLookConfig(side=side)))
        for side in (0.0, 0.5)
    )
    paths = [need("kitchen", f"frame-{index:06d}.color.jpg") for index in range(860, 1000, 20)]
    images = [np.asarray(Image.open(path).convert("RGB")) for path in paths]
    first, second = (sum(len(look(rgb, INDOOR_COCO)) for rgb in images) for look in (once, twice))
    assert second > first > 0
