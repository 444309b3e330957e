import numpy as np
import pytest

from inherit_fast import kernels

ORIGIN = np.zeros(2, np.int32)


@pytest.mark.parametrize(
    ("labels", "origin", "error"),
    [
        (np.zeros((2, 2), np.int64), ORIGIN, TypeError),
        (np.zeros((2, 4), np.int32)[:, ::2], ORIGIN, TypeError),
        (np.zeros(4, np.int32), ORIGIN, ValueError),
        (np.full((2, 2), -1, np.int32), ORIGIN, ValueError),
        (np.zeros((2, 2), np.int32), np.zeros(3, np.int32), ValueError),
    ],
)
def test_other_arrays_than_labels_are_refused(labels, origin, error):
    with pytest.raises(error):
        kernels.RoomLabels(labels, origin=origin)


def test_a_label_asked_for_twice_is_named():
    labels = kernels.RoomLabels(np.ones((2, 2), np.int32), origin=ORIGIN)
    with pytest.raises(ValueError, match="labels: 1 is asked for twice"):
        labels.cells(np.array([1, 1], np.int32))
