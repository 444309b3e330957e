import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from inherit_fast.perception.coco_rle import decode_rle, encode_rle


@given(
    arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, max_side=40), elements=st.integers(0, 1))
)
def test_a_mask_comes_back(mask):
    np.testing.assert_array_equal(decode_rle(encode_rle(mask), *mask.shape), mask)


@pytest.mark.parametrize("value", [0, 1])
def test_large_plain_masks_come_back(value):
    mask = np.full((2000, 3000), value, np.uint8)
    np.testing.assert_array_equal(decode_rle(encode_rle(mask), 2000, 3000), mask)


def test_the_bytes_are_those_of_the_coco_tools():
    # Columns of a 3 x 4 mask: 000 011 110 000, so the runs are 4, 4, 4.
    mask = np.array([[0, 0, 1, 0], [0, 1, 1, 0], [0, 1, 0, 0]], np.uint8)
    assert encode_rle(mask) == b"444"
    # Runs 0, 1, 11: a mask that begins with a one.
    first = np.zeros((3, 4), np.uint8)
    first[0, 0] = 1
    assert encode_rle(first) == b"01;"
    # 1000 = 8 + 31 * 32: five bits at a time, lowest first; 40 the same.
    long = np.zeros((1, 1040), np.uint8)
    long[0, 1000:] = 1
    assert encode_rle(long) == b"Xo0X1"


@pytest.mark.parametrize("counts", [b"", b"4", b"444 ", b"\xff", b"444444", b"P", b"o" * 40])
def test_damaged_bytes_are_refused(counts):
    with pytest.raises(ValueError, match="mask runs"):
        decode_rle(counts, 3, 4)
