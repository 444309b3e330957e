import numpy as np
import pytest

from inherit_fast.graph import ColorShare
from inherit_fast.perception.colors import ColorConfig, dominant_colors
from inherit_fast.perception.oklab import oklab


def picture(*patches, light=1.0, tint=(1.0, 1.0, 1.0)):
    """A grey room with white trim and a thing of equal vertical patches; and the thing's mask."""
    rgb = np.full((90, 120, 3), 128.0)
    rgb[:12] = 250
    rgb[30:78, 20:100] = np.repeat(np.array(patches, float), -(-80 // len(patches)), axis=0)[:80]
    mask = np.zeros((90, 120), np.uint8)
    mask[30:78, 20:100] = 1
    shaded = rgb.copy()
    shaded[30:78] *= np.reshape(light, (-1, 1, 1)) if np.ndim(light) else light
    return np.clip(shaded * tint, 0, 255).astype(np.uint8), mask


def names(rgb, mask, **config):
    return [c.name for c in dominant_colors(rgb, mask, ColorConfig(**config))]


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((15, 15, 18), "black"),
        ((240, 240, 238), "white"),
        ((128, 130, 128), "grey"),
        ((180, 30, 35), "red"),
        ((240, 130, 30), "orange"),
        ((240, 215, 50), "yellow"),
        ((50, 140, 60), "green"),
        ((40, 80, 190), "blue"),
        ((20, 35, 90), "blue"),
        ((110, 60, 150), "purple"),
        ((245, 150, 180), "pink"),
        ((110, 70, 40), "brown"),
        ((70, 55, 45), "brown"),
        ((220, 195, 155), "beige"),
    ],
)
def test_plain_things_have_the_name_that_people_use(rgb, name):
    (found,) = dominant_colors(*picture(rgb))
    assert (found.name, found.rgb, found.share) == (name, rgb, 1.0)


@pytest.mark.parametrize(
    ("rgb", "name"), [((200, 40, 40), "red"), ((50, 90, 200), "blue"), ((60, 160, 70), "green")]
)
def test_shading_does_not_change_the_name(rgb, name):
    light = np.linspace(0.45, 1.15, 48)
    assert names(*picture(rgb, light=light))[0] == name


def test_a_highlight_is_not_a_second_colour():
    rgb, mask = picture((200, 40, 40))
    rgb[40:50, 40:56] = 255
    assert names(rgb, mask) == ["red"]


def test_white_that_is_the_things_own_stays():
    rgb, mask = picture((200, 40, 40), (255, 255, 255))
    assert sorted(names(rgb, mask)) == ["red", "white"]


@pytest.mark.parametrize("tint", [(1.0, 0.93, 0.82), (0.86, 0.95, 1.0)])
def test_the_light_of_the_room_does_not_colour_greys(tint):
    assert names(*picture((130, 130, 130), tint=tint)) == ["grey"]
    assert names(*picture((245, 245, 245), tint=tint)) == ["white"]


def test_few_red_flowers_on_a_white_mug_are_told():
    rgb, mask = picture((235, 235, 232))
    rgb[45:59, 50:78] = (190, 40, 50)
    found = dominant_colors(rgb, mask)
    assert [c.name for c in found] == ["white", "red"]
    assert found[1].share == pytest.approx(14 * 28 / (44 * 76), rel=0.05)


def test_shares_fall_and_name_what_is_there():
    found = dominant_colors(*picture((40, 80, 190), (40, 80, 190), (240, 215, 50)))
    assert [c.name for c in found] == ["blue", "yellow"]
    assert found[0].share > 0.6 > 0.4 > found[1].share
    assert all(isinstance(c, ColorShare) for c in found)


def test_the_edge_of_the_mask_does_not_count():
    rgb, mask = picture((40, 80, 190))
    rgb[30:32, 20:100] = rgb[76:78, 20:100] = (200, 40, 40)
    assert names(rgb, mask) == ["blue"]


def test_a_thing_of_one_pixel_has_a_colour_and_none_has_none():
    rgb, mask = picture((200, 40, 40))
    mask[:] = 0
    assert dominant_colors(rgb, mask) == []
    mask[50, 50] = 1
    assert names(rgb, mask) == ["red"]


def test_a_thing_all_of_glare_is_white():
    assert names(*picture((255, 255, 255))) == ["white"]


def test_oklab_of_known_colours():
    lab = oklab(np.array([[255, 255, 255], [0, 0, 0], [255, 0, 0]], np.uint8))
    expected = [[1, 0, 0], [0, 0, 0], [0.62796, 0.22486, 0.12585]]
    np.testing.assert_allclose(lab, expected, atol=2e-4)


@pytest.mark.parametrize(
    ("own", "mark", "name"),
    [
        ((230, 228, 222), (215, 175, 165), "red"),  # red, mixed with the white around it
        ((215, 205, 185), (190, 140, 125), "red"),
        ((230, 228, 222), (175, 205, 225), "blue"),
        ((230, 228, 222), (190, 220, 180), "green"),
    ],
)
def test_pale_marks_on_a_pale_thing_are_told_by_their_hue(own, mark, name):
    rgb, mask = picture(own)
    rgb[40:70:10, 30:90:6] = mark
    rgb[41:71:10, 30:90:6] = mark
    rgb[40:70:10, 31:91:6] = mark
    assert names(rgb, mask)[-1] == name
    assert name not in names(*picture(own))


def test_the_grain_of_wood_and_a_tables_reflection_are_no_marks():
    rgb, mask = picture((230, 228, 222))
    rgb[60:78, 20:100] = (228, 210, 180)  # what a wooden table throws on a mug
    assert set(names(rgb, mask)) <= {"white", "beige", "grey"}
