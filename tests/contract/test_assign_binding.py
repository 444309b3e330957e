import numpy as np
import pytest

from assign_case import RULES, bank_of, case
from inherit_fast.kernels import assign


@pytest.fixture
def call():
    rows, inputs = case(np.random.default_rng(0), 4, 6, 8, noise=0.2)
    return {"bank": bank_of(rows, 8), **inputs, **RULES}


ARRAYS = ["features", "boxes", "labels", "node_ids", "node_boxes", "node_labels", "agree"]


@pytest.mark.parametrize("name", ARRAYS)
def test_wrong_dtype_is_refused_not_converted(call, name):
    call[name] = call[name].astype(np.float16)
    with pytest.raises(TypeError):
        assign(**call)


@pytest.mark.parametrize("name", ["features", "boxes", "node_boxes"])
def test_wrong_layout_is_refused_not_copied(call, name):
    call[name] = np.asfortranarray(call[name])
    with pytest.raises(TypeError):
        assign(**call)


@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("features", (4, 7), "features: expected any x 8, got 4 x 7"),
        ("boxes", (3, 15), "boxes: expected 4 x 15, got 3 x 15"),
        ("labels", (5,), "labels: expected 4, got 5"),
        ("node_ids", (6, 1), "node_ids: expected any, got 6 x 1"),
        ("node_boxes", (6, 14), "node_boxes: expected 6 x 15, got 6 x 14"),
        ("node_labels", (7,), "node_labels: expected 6, got 7"),
        ("agree", (36,), "agree: expected any x any, got 36"),
    ],
)
def test_wrong_shape_names_the_argument(call, name, shape, message):
    call[name] = np.zeros(shape, call[name].dtype)
    with pytest.raises(ValueError, match=message):
        assign(**call)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("labels", 6, "labels: expected 0 to 5, got 6"),
        ("labels", -1, "labels: expected 0 to 5, got -1"),
        ("node_labels", -2, "node_labels: expected -1 to 5, got -2"),
    ],
)
def test_labels_outside_the_table_are_refused(call, name, value, message):
    call[name][0] = value
    with pytest.raises(ValueError, match=message):
        assign(**call)


def test_an_impossible_box_is_refused(call):
    call["boxes"][2, 3] = np.nan
    with pytest.raises(ValueError, match="boxes: box 2 holds NaN or infinity"):
        assign(**call)


def test_an_impossible_box_of_a_node_in_question_is_refused(call):
    call["node_boxes"][:, 4] = -1
    with pytest.raises(ValueError, match=r"node_boxes: box \d has a negative side length"):
        assign(**call)


def test_a_feature_that_is_no_unit_vector_is_refused(call):
    call["features"][1, 0] = np.nan
    with pytest.raises(ValueError, match="features: a row is not finite"):
        assign(**call)


def test_a_slot_without_a_node_is_refused(call):
    call["bank"].remove(0)
    call["bank"].put(77, call["features"][:1])
    with pytest.raises(ValueError, match="bank: slot 77 has no node"):
        assign(**call | {"far_gap_m": np.inf})


def test_results_own_their_memory(call):
    nodes, stages, cosines = assign(**call)
    assert (nodes.dtype, stages.dtype, cosines.dtype) == (np.int32, np.int32, np.float32)
    before = nodes.copy(), cosines.copy()
    call["features"][:] = 0
    np.testing.assert_array_equal(nodes, before[0])
    np.testing.assert_array_equal(cosines, before[1])


@pytest.mark.parametrize("name", list(RULES))
def test_thresholds_have_no_defaults(call, name):
    del call[name]
    with pytest.raises(TypeError):
        assign(**call)
