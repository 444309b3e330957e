import numpy as np
import pytest

from inherit_fast.errors import VocabularyError
from inherit_fast.frame import Frame
from inherit_fast.perception.dataset_masks import DatasetSegmenter, DatasetSegmenterConfig

LABELS = {1: "wall", 2: "mug", 3: "chair", 7: "mug"}


def frame(ids):
    ids = np.array(ids, np.int32)
    return Frame(
        index=0,
        time_ns=0,
        rgb=np.zeros((*ids.shape, 3), np.uint8),
        depth=np.ones(ids.shape, np.uint16),
        depth_scale=0.001,
        intrinsics=np.array([1.0, 1.0, 0.0, 0.0]),
        T_world_camera=np.eye(4),
        instances=ids,
    )


SCENE = frame([[1, 1, 2, 2], [7, 3, 2, 2], [7, 3, 9, 0], [-4, 3, 9, 0]])


def segmenter(**config):
    return DatasetSegmenter(LABELS, None, DatasetSegmenterConfig(min_pixels=2, **config))


def test_every_labelled_thing_is_one_instance_and_the_building_is_none():
    found = segmenter()(SCENE)
    assert [(i.label, i.box_px) for i in found] == [
        ("mug", (2, 0, 4, 2)),
        ("chair", (1, 1, 2, 4)),
        ("mug", (0, 1, 1, 3)),
    ]
    np.testing.assert_array_equal(found[1].mask, SCENE.instances == 3)
    assert found[1].mask.dtype == np.uint8


def test_small_instances_are_left_out():
    found = DatasetSegmenter(LABELS, None, DatasetSegmenterConfig(min_pixels=3))(SCENE)
    assert [i.label for i in found] == ["mug", "chair"]


def test_a_vocabulary_limits_the_labels():
    assert [i.label for i in segmenter()(SCENE, ["chair"])] == ["chair"]


def test_what_counts_as_background_is_a_setting():
    found = segmenter(background=("chair",))(SCENE)
    assert {i.label for i in found} == {"wall", "mug"}


def test_a_frame_without_instance_image_gives_none():
    import dataclasses

    assert segmenter()(dataclasses.replace(SCENE, instances=None)) == []


def test_an_unknown_label_is_told_with_both_lists():
    message = r"unknown labels \['cup'\]: asked for \[mug, cup\].*knows \[chair, mug\]"
    with pytest.raises(VocabularyError, match=message):
        segmenter()(SCENE, ["mug", "cup"])


@pytest.mark.parametrize(("labels", "vocabulary"), [({}, None), ({1: "wall"}, None), (LABELS, ())])
def test_an_empty_vocabulary_is_an_error(labels, vocabulary):
    with pytest.raises(VocabularyError, match="an empty vocabulary: asked for"):
        DatasetSegmenter(labels, vocabulary)
