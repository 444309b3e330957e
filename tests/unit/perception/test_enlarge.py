import numpy as np
import pytest
from PIL import Image

from inherit_fast.perception.enlarge import enlarge, shrink_votes, used_part


@pytest.mark.parametrize("shape", [(96, 128), (480, 640), (300, 100)])
def test_a_stretched_map_is_enlarged_as_pillow_does(shape):
    logits = np.random.default_rng(0).normal(size=(2, 16, 20)).astype(np.float32)
    got = enlarge(logits, used_part("stretch", shape, (16, 20)), shape)
    for one, expected in zip(got, logits, strict=True):
        resized = Image.fromarray(expected).resize(shape[::-1], Image.Resampling.BILINEAR)
        np.testing.assert_allclose(one, np.asarray(resized), atol=1e-4)
    assert got.flags.c_contiguous


def test_of_a_cornered_map_only_the_images_part_is_used():
    logits = np.zeros((1, 64, 64), np.float32)
    logits[0, :48] = 1.0
    logits[0, 48:] = -1.0  # below a 4:3 image
    got = enlarge(logits, used_part("corner", (480, 640), (64, 64)), (480, 640))
    assert (got[0, :470] == 1.0).all()


def test_a_map_that_is_larger_than_the_image_is_sampled():
    logits = np.arange(64, dtype=np.float32).reshape(1, 8, 8)
    assert enlarge(logits, (8.0, 8.0), (4, 4)).shape == (1, 4, 4)


@pytest.mark.parametrize("fit", ["corner", "stretch"])
@pytest.mark.parametrize("shape", [(96, 128), (480, 640), (300, 100), (7, 5)])
def test_votes_are_shrunk_to_the_pixel_under_each_cell(shape, fit):
    votes = np.random.default_rng(1).integers(-1, 2, (2, *shape)).astype(np.int8)
    used = used_part(fit, shape, (16, 20))
    got = shrink_votes(votes, used, (16, 20))
    assert got.shape == (2, 16, 20)
    for row in range(16):
        for col in range(20):
            y, x = (row + 0.5) / used[0] * shape[0], (col + 0.5) / used[1] * shape[1]
            inside = y < shape[0] and x < shape[1]
            expected = votes[:, int(y), int(x)] if inside else [0, 0]
            np.testing.assert_array_equal(got[:, row, col], expected)
