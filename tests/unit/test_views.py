import math

import numpy as np
import pytest
import simplejpeg

from inherit_fast.frame import Frame, Keyframe
from inherit_fast.graph import ColorShare, View
from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.views import (
    ViewsConfig,
    bearing,
    cut_view,
    merged_colors,
    place_for,
    view_score,
)

RNG = np.random.default_rng(0)
RGB = RNG.integers(0, 255, (120, 160, 3), dtype=np.uint8)


def view(score, bearing_rad, colors=()):
    return View(0, 0, score, b"", np.zeros(2, np.float32), (0, 0, 1, 1), bearing_rad, colors)


def instance(x0, y0, x1, y1):
    mask = np.zeros(RGB.shape[:2], np.uint8)
    mask[y0:y1, x0:x1] = 1
    return Instance(mask, "mug", 0.9, (x0, y0, x1, y1))


def keyframe(rgb=RGB):
    depth = np.full(rgb.shape[:2], 1000, np.uint16)
    return Keyframe(
        3, Frame(0, 7, rgb, depth, 0.001, np.array([100, 100, 80, 60.0]), np.eye(4)), ""
    )


def test_a_larger_more_central_sharper_view_scores_higher():
    centre = view_score(RGB, instance(60, 40, 100, 80))
    assert centre > view_score(RGB, instance(70, 50, 90, 70))
    assert centre > view_score(RGB, instance(0, 0, 40, 40))
    assert centre > view_score(np.full_like(RGB, 90), instance(60, 40, 100, 80))


def test_views_from_one_direction_compete_for_one_place():
    config = ViewsConfig(max_views=3, min_spread_rad=0.5)
    views = [view(0.5, 0.0), view(0.4, 2.0)]
    assert place_for(views, 0.45, 0.1, config) is None
    assert place_for(views, 0.6, 0.1, config) == 0
    assert place_for(views, 0.1, -2.0, config) == 2


def test_directions_are_compared_around_the_circle():
    config = ViewsConfig(min_spread_rad=0.5)
    assert place_for([view(0.5, math.pi - 0.1)], 0.6, 0.1 - math.pi, config) == 0


def test_a_full_store_gives_up_its_worst_view_only_for_a_better_one():
    config = ViewsConfig(max_views=2, min_spread_rad=0.1)
    views = [view(0.5, 0.0), view(0.4, 1.0)]
    assert place_for(views, 0.3, 2.0, config) is None
    assert place_for(views, 0.45, 2.0, config) == 1


def test_the_crop_shows_the_object_with_context_and_a_bounded_size():
    config = ViewsConfig(context=0.5, max_crop_px=50)
    cut = cut_view(
        keyframe(), instance(40, 30, 120, 90), np.zeros(2, np.float32), [], 0.3, 0.0, config
    )
    image = simplejpeg.decode_jpeg(cut.jpeg)
    assert max(image.shape[:2]) <= 50
    assert (cut.keyframe_id, cut.time_ns) == (3, 7)


def test_bearing_points_from_the_object_to_the_camera():
    assert bearing(keyframe(), np.array([-2.0, 0.0, 5.0])) == pytest.approx(0.0)
    assert bearing(keyframe(), np.array([0.0, 2.0, 0.0])) == pytest.approx(-math.pi / 2)


def test_merged_colours_weigh_views_by_score_and_drop_traces():
    red, grey = ColorShare("red", (200, 0, 0), 1.0), ColorShare("grey", (90, 90, 90), 1.0)
    merged = merged_colors([view(0.97, 0, (red,)), view(0.03, 1, (grey,))])
    assert [c.name for c in merged] == ["red"]
    assert merged[0].share == pytest.approx(0.97)
    assert merged[0].rgb == (200, 0, 0)


def test_small_marks_of_a_clear_hue_are_told_where_as_much_grey_is_not():
    white, red = ColorShare("white", (240, 240, 240), 1.0), ColorShare("red", (180, 90, 90), 0.03)
    merged = merged_colors([view(0.5, 0, (white, red)), view(0.5, 1, (white, red))])
    assert [c.name for c in merged] == ["white", "red"]


def test_no_views_have_no_colours():
    assert merged_colors([]) == []
