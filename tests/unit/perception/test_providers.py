import subprocess
import sys

import pytest

from inherit_fast.errors import ConfigError, VocabularyError
from inherit_fast.perception import PerceptionConfig, build_features, build_segmenter
from inherit_fast.perception.vocabulary import INDOOR_COCO


def test_the_detector_looks_for_indoor_things_by_default():
    segmenter = build_segmenter(PerceptionConfig(), {})
    assert segmenter.vocabulary == INDOOR_COCO
    assert not {"person", "car", "dog"} & set(segmenter.vocabulary)


def test_the_data_set_is_read_when_asked_for():
    segmenter = build_segmenter(PerceptionConfig(segmenter="dataset"), {1: "mug", 2: "wall"})
    assert segmenter.vocabulary == ("mug",)


def test_an_unknown_label_is_told_with_both_lists():
    config = PerceptionConfig(vocabulary=("chair", "sofa"))
    with pytest.raises(VocabularyError, match=r"\['sofa'\]: asked for \[chair, sofa\].*couch"):
        build_segmenter(config, {})


def test_an_empty_vocabulary_is_an_error():
    with pytest.raises(VocabularyError, match=r"asked for \[\];.*knows \[airplane"):
        build_segmenter(PerceptionConfig(vocabulary=()), {})


def test_an_unknown_segmenter_is_told():
    with pytest.raises(ConfigError, match=r"expected detector.* or dataset, got 'sam'"):
        build_segmenter(PerceptionConfig(segmenter="sam"), {})


def test_features_say_their_length():
    assert build_features(PerceptionConfig()).dim == 1280


def test_importing_perception_loads_no_runtime():
    code = (
        "import sys, inherit_fast.perception;"
        "print(sorted({'onnxruntime', 'tokenizers', 'PIL', 'numba'} & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
