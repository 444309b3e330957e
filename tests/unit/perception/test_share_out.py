import numpy as np

from inherit_fast.perception.share_out import ShareOutConfig, share_out

CONFIG = ShareOutConfig(min_inside=0.8, max_double_iou=0.7, min_left=0.2)


def filled(boxes, shape=(100, 120)):
    masks = np.zeros((len(boxes), *shape), np.uint8)
    for mask, (x0, y0, x1, y1) in zip(masks, boxes, strict=True):
        mask[y0:y1, x0:x1] = 1
    return masks


def shared(boxes, labels, masks=None):
    masks = filled(boxes) if masks is None else masks.copy()
    share_out(masks, np.array(boxes, np.float64).reshape(-1, 4), labels, CONFIG)
    return masks


WINDOW, BLINDS = (10, 10, 90, 90), (18, 18, 82, 82)


def test_a_window_loses_its_blinds():
    window, blinds = shared([WINDOW, BLINDS], ["window", "blinds"])
    assert window.sum() == 80 * 80 - 64 * 64
    assert not (window & blinds).any()
    assert blinds.sum() == 64 * 64


def test_the_back_of_a_chair_stays_chair():
    np.testing.assert_array_equal(
        shared([WINDOW, BLINDS], ["chair", "chair"]), filled([WINDOW, BLINDS])
    )


def test_one_thing_by_two_names_stays_whole():
    boxes = [WINDOW, (14, 12, 88, 88)]
    np.testing.assert_array_equal(shared(boxes, ["couch", "bed"]), filled(boxes))


def test_what_stands_beside_or_half_outside_cuts_nothing():
    boxes = [WINDOW, (80, 20, 110, 60), (95, 70, 110, 80)]
    np.testing.assert_array_equal(shared(boxes, ["table", "chair", "cup"]), filled(boxes))


def test_a_mask_of_which_hardly_anything_would_be_left_is_not_cut():
    masks = filled([WINDOW, BLINDS])
    masks[0] = masks[1]  # both boxes gave the pane
    np.testing.assert_array_equal(shared([WINDOW, BLINDS], ["window", "blinds"], masks), masks)


def test_the_box_counts_and_not_how_much_of_it_the_mask_fills():
    masks = filled([WINDOW, BLINDS])
    masks[0, 30:60] = 0  # the larger mask has a gap; the smaller is inside its box all the same
    window, blinds = shared([WINDOW, BLINDS], ["rack", "box"], masks)
    assert not (window & blinds).any()
    assert window.any()


def test_the_order_of_the_boxes_is_no_matter():
    rng = np.random.default_rng(11)
    for _ in range(20):
        low = rng.integers(0, 60, (8, 2))
        boxes = np.hstack([low, low + rng.integers(5, 50, (8, 2))])
        labels = rng.choice(["a", "b", "c"], 8)
        masks = filled(boxes) & rng.integers(0, 2, (8, 100, 120), dtype=np.uint8)
        order = rng.permutation(8)
        mixed = shared(boxes[order], labels[order].tolist(), masks[order])
        np.testing.assert_array_equal(mixed, shared(boxes, labels.tolist(), masks)[order])


def test_without_boxes_or_with_empty_masks_nothing_happens():
    assert shared([], []).shape == (0, 100, 120)
    empty = np.zeros((2, 100, 120), np.uint8)
    assert not shared([WINDOW, BLINDS], ["a", "b"], empty).any()
