import numpy as np
import pytest

from box_maker import box
from inherit_fast import kernels
from relation_rules import rules


@pytest.fixture
def scene():
    return {
        "boxes": np.array([box(), box((0.5, 0, 0)), box((0, 0, 1))]),
        "kinds": np.zeros(3, np.uint8),
        "groups": np.zeros(3, np.int32),
        "subjects": np.array([2, 0], np.int32),
        **rules(),
    }


def relate(scene):
    return kernels.relate_boxes(scene.pop("boxes"), **scene)


@pytest.mark.parametrize("name", ["boxes", "kinds", "groups", "subjects"])
def test_wrong_dtype_is_refused_not_converted(scene, name):
    scene[name] = scene[name].astype(np.int64)
    with pytest.raises(TypeError):
        relate(scene)


def test_strided_rows_are_refused_not_copied(scene):
    scene["boxes"] = np.asfortranarray(scene["boxes"])
    with pytest.raises(TypeError):
        relate(scene)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("boxes", np.zeros((3, 14)), "boxes: expected any x 15, got 3 x 14"),
        ("boxes", np.full((3, 15), np.nan), "boxes: box 0 holds NaN or infinity"),
        ("kinds", np.zeros(2, np.uint8), "kinds: expected 3, got 2"),
        ("kinds", np.array([0, 7, 0], np.uint8), "kinds: expected 0 to 6, got 7 for box 1"),
        ("groups", np.zeros((3, 1), np.int32), "groups: expected 3, got 3 x 1"),
        ("subjects", np.array([3], np.int32), "subjects: 3 is no row of boxes"),
        ("subjects", np.array([-1], np.int32), "subjects: -1 is no row of boxes"),
        ("subjects", np.zeros((1, 1), np.int32), "subjects: expected any, got 1 x 1"),
    ],
)
def test_a_wrong_value_names_the_argument(scene, name, value, message):
    scene[name] = value
    with pytest.raises(ValueError, match=message):
        relate(scene)


@pytest.mark.parametrize("name", sorted(rules()))
def test_no_threshold_has_a_default(scene, name):
    del scene[name]
    with pytest.raises(TypeError):
        relate(scene)


def test_columns_have_their_types_and_follow_the_order_of_the_subjects(scene):
    subject, other, predicate, confidence = relate(scene)
    assert [c.dtype for c in (subject, other, predicate, confidence)] == [
        np.int32,
        np.int32,
        np.uint8,
        np.float32,
    ]
    assert subject.tolist() == sorted(subject.tolist(), reverse=True)
    assert "on" in [kernels.relation_predicates()[p] for p in predicate[subject == 2]]
