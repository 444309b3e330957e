import numpy as np
import pytest

from box_maker import box
from inherit_fast import kernels

MEASURES = {
    "box_iou": kernels.box_iou,
    "box_containment": kernels.box_containment,
    "footprint_overlap": kernels.footprint_overlap,
    "box_gap": lambda a, b: kernels.box_gap(a, b, max_gap_m=1.0),
}
PAIR = np.array([box(), box((0.5, 0, 0))])


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_wrong_dtype_or_layout_is_refused_not_converted(measure):
    for bad in (PAIR.astype(np.float32), np.asfortranarray(np.repeat(PAIR, 2, axis=0)), [[0.0]]):
        with pytest.raises(TypeError):
            measure(bad, PAIR)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_wrong_shape_names_the_argument(measure):
    with pytest.raises(ValueError, match="a: expected any x 15, got 2 x 14"):
        measure(np.ascontiguousarray(PAIR[:, :14]), PAIR)
    with pytest.raises(ValueError, match="b: expected any x 15, got 15"):
        measure(PAIR, PAIR[0])


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        (1, np.nan, "b: box 1 holds NaN or infinity"),
        (4, -0.1, "b: box 1 has a negative side length"),
        (6, 0.9, "b: box 1 has a rotation that is not orthonormal"),
    ],
)
def test_an_impossible_box_is_named_by_its_row(column, value, message):
    bad = PAIR.copy()
    bad[1, column] = value
    for measure in MEASURES.values():
        with pytest.raises(ValueError, match=message):
            measure(PAIR, bad)


def test_the_limit_of_a_gap_has_no_default():
    with pytest.raises(TypeError):
        kernels.box_gap(PAIR, PAIR)
