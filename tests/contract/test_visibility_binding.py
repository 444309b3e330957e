import numpy as np
import pytest

from inherit_fast.kernels import visible_cells


@pytest.fixture
def scene():
    return {
        "blocked": np.zeros((6, 7), np.uint8),
        "labels": np.ones((6, 7), np.int32),
        "column": 3.0,
        "row": 3.0,
        "heading_rad": 0.0,
        "fov_rad": 1.0,
        "range_cells": 10.0,
        "label_count": 2,
    }


def call(scene):
    return visible_cells(scene.pop("blocked"), scene.pop("labels"), **scene)


@pytest.mark.parametrize("name", ["blocked", "labels"])
def test_wrong_dtype_is_refused_not_converted(scene, name):
    scene[name] = scene[name].astype(np.float32)
    with pytest.raises(TypeError):
        call(scene)


def test_strided_view_is_refused_not_copied(scene):
    scene["labels"] = np.ones((6, 14), np.int32)[:, ::2]
    with pytest.raises(TypeError):
        call(scene)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("blocked", np.zeros(4, np.uint8), "blocked: expected any x any, got 4"),
        ("labels", np.zeros((6, 8), np.int32), "same shape"),
        ("column", float("nan"), "column"),
        ("row", float("inf"), "row"),
        ("heading_rad", float("nan"), "heading_rad"),
        ("fov_rad", 7.0, "fov_rad"),
        ("range_cells", 0.0, "range_cells"),
        ("range_cells", 1e9, "range_cells"),
    ],
)
def test_wrong_values_name_the_argument(scene, name, value, message):
    scene[name] = value
    with pytest.raises(ValueError, match=message):
        call(scene)


def test_numbers_given_by_position_are_refused(scene):
    with pytest.raises(TypeError):
        visible_cells(*scene.values())


def test_result_owns_its_memory(scene):
    labels = scene["labels"]
    counts = call(scene)
    before = counts.copy()
    labels[:] = 0
    assert counts.dtype == np.uint32
    assert counts.flags.writeable
    np.testing.assert_array_equal(counts, before)
