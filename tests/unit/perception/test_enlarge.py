import numpy as np
import pytest
from PIL import Image

from inherit_fast.perception.enlarge import enlarge, used_part


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
