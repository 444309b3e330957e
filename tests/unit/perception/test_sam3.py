import numpy as np
import pytest

from inherit_fast.errors import VocabularyError
from inherit_fast.frame import Frame
from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.perception.sam3 import Sam3Config, Sam3Segmenter
from tiny_models import need_tiny


def model(name):
    entry = find_model(name, need_tiny("sam3"))
    return OnnxSession(entry.path()), entry


def frame(seed=0, height=96, width=128):
    rng = np.random.default_rng(seed)
    blocks = rng.integers(0, 256, (height // 16, width // 16, 3), dtype=np.uint8)
    return Frame(
        index=0,
        time_ns=0,
        rgb=blocks.repeat(16, 0).repeat(16, 1),
        depth=np.ones((height, width), np.float32),
        depth_scale=1.0,
        intrinsics=np.array([100.0, 100.0, 64.0, 48.0]),
        T_world_camera=np.eye(4),
    )


def segmenter(vocabulary, **config):
    parts = (model(f"sam3_{part}") for part in ("vision", "text", "decoder"))
    return Sam3Segmenter(*parts, vocabulary, Sam3Config(**config))


def key(instance):
    return instance.label, round(instance.score, 5), instance.box_px, int(instance.mask.sum())


def test_instances_have_the_frames_shape_a_label_asked_for_and_the_masks_box():
    found = segmenter(("gizmo", "cup"), min_score=0.05)(frame())
    assert found
    for instance in found:
        x0, y0, x1, y1 = instance.box_px
        assert instance.mask.shape == (96, 128)
        assert instance.mask.dtype == np.uint8
        assert instance.mask.flags.c_contiguous
        assert instance.label in {"gizmo", "cup"}
        assert instance.mask[y0:y1, x0:x1].sum() == instance.mask.sum() > 0
    scores = [instance.score for instance in found]
    assert scores == sorted(scores, reverse=True)


def test_the_batch_of_labels_does_not_change_the_answer():
    labels = ("cup", "bowl", "lamp", "mug", "tray")
    answers = [
        list(map(key, segmenter(labels, min_score=0.05, batch=n)(frame()))) for n in (1, 2, 5)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]


def test_a_call_may_name_other_labels_and_any_words():
    ask = segmenter(("cup",), min_score=0.0, max_instances=3)
    assert {instance.label for instance in ask(frame(), ("blue thing",))} == {"blue thing"}


def test_an_empty_vocabulary_is_refused():
    with pytest.raises(VocabularyError, match="an empty vocabulary"):
        segmenter(())


def test_the_three_parts_together_are_torchs_whole_model():
    need_tiny("sam3")
    import torch
    from transformers import Sam3Model

    from inherit_fast.inference.exports.modules import open_model
    from inherit_fast.inference.exports.sam3 import _tiny
    from inherit_fast.perception.tokens import TextTokens

    whole = open_model(Sam3Model, None, _tiny)
    image = np.random.default_rng(0).normal(size=(1, 3, 112, 112)).astype(np.float32)
    text, mask = TextTokens(*model("sam3_text"))(["red mug"])
    levels = model("sam3_vision")[0].run({"image": image})
    got = model("sam3_decoder")[0].run({**levels, "text": text, "attention_mask": mask})
    ids = model("sam3_text")[1]
    tokens = np.zeros_like(mask)
    from inherit_fast.perception.tokens import open_tokenizer

    words = open_tokenizer(ids).encode("red mug").ids
    tokens[0, : len(words)] = words
    with torch.no_grad():
        expected = whole(
            pixel_values=torch.tensor(image),
            input_ids=torch.tensor(tokens),
            attention_mask=torch.tensor(mask),
        )
    np.testing.assert_allclose(got["masks"], expected.pred_masks, atol=1e-3)
    np.testing.assert_allclose(got["boxes"], expected.pred_boxes, atol=1e-4)
    np.testing.assert_allclose(got["logits"], expected.pred_logits, atol=1e-4)
