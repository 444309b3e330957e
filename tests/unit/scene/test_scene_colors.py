"""The colour of a masked thing."""

import numpy as np
import pytest

from inherit_fast.scene import basic_color, mask_color
from inherit_fast.scene.colors import typical_rgb


def picture():
    rgb = np.full((20, 30, 3), (90, 160, 90), np.uint8)
    rgb[5:15, 5:25] = (200, 30, 30)
    mask = np.zeros((20, 30), np.uint8)
    mask[5:15, 5:25] = 255
    return rgb, mask


def test_highlights_and_colours_that_bleed_in_do_not_move_the_median():
    rgb, mask = picture()
    rgb[6:9, 6:14] = 255
    mask[4:16, 4] = 1
    assert mask_color(rgb, mask) == ((200, 30, 30), "red")


def test_an_empty_mask_has_no_colour():
    assert mask_color(picture()[0], np.zeros((20, 30), np.uint8)) == (None, None)


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((0, 0, 0), "black"), ((255, 255, 255), "white"), ((128, 128, 128), "grey"),
        ((200, 30, 30), "red"), ((240, 130, 20), "orange"), ((240, 215, 40), "yellow"),
        ((30, 140, 50), "green"), ((30, 60, 200), "blue"), ((110, 70, 40), "brown"),
    ],
)  # fmt: skip
def test_an_rgb_has_the_name_that_people_give_it(rgb, name):
    assert basic_color(rgb) == name


@pytest.mark.parametrize("name", ["black", "white", "grey", "red", "orange", "yellow", "green",
                                  "blue", "purple", "pink", "brown", "beige"])  # fmt: skip
def test_a_names_typical_colour_is_called_by_it(name):
    assert basic_color(typical_rgb(name)) == name
