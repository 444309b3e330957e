import numpy as np

from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.perception.owlv2 import OwlV2, OwlV2Config
from tiny_models import need_tiny


def model(name):
    entry = find_model(name, need_tiny("owlv2"))
    return OnnxSession(entry.path()), entry


def detector(labels, **config):
    return OwlV2(model("owlv2_vision"), model("owlv2_text"), labels, OwlV2Config(**config))


RGB = np.random.default_rng(0).integers(0, 256, (96, 128, 3), dtype=np.uint8)


def test_boxes_lie_in_the_image_best_first_with_labels_asked_for():
    found = detector(("mug", "lamp", "rug"), min_score=0.1)(RGB, ("mug", "rug"))
    assert found
    assert {d.label for d in found} <= {"mug", "rug"}
    assert [d.score for d in found] == sorted((d.score for d in found), reverse=True)
    for x0, y0, x1, y1 in (d.box_px for d in found):
        assert 0 <= x0 < x1 <= 128
        assert 0 <= y0 < y1 <= 96


def test_nothing_asked_for_finds_nothing():
    assert detector(("mug",))(RGB, ()) == []


def test_scores_are_those_of_torchs_whole_model():
    need_tiny("owlv2")
    import torch
    from transformers import Owlv2ForObjectDetection

    from inherit_fast.inference.exports.modules import open_model
    from inherit_fast.inference.exports.owlv2 import _tiny
    from inherit_fast.perception.crops import NetworkInput
    from inherit_fast.perception.tokens import open_tokenizer

    entry = model("owlv2_text")[1]
    ids = np.zeros((1, entry.preprocess["max_tokens"]), np.int64)
    words = open_tokenizer(entry).encode("a photo of a mug").ids
    ids[0, : len(words)] = words
    image = NetworkInput.of(model("owlv2_vision")[1].preprocess).crop(RGB, (0, 0, 128, 128))
    with torch.no_grad():
        whole = open_model(Owlv2ForObjectDetection, None, _tiny)(
            pixel_values=torch.tensor(image[None]),
            input_ids=torch.tensor(ids),
            attention_mask=torch.tensor((ids > 0).astype(np.int64)),
        )
    best = float(torch.sigmoid(whole.logits[0, :, 0]).max())
    (found, *_) = detector(("mug",), min_score=0.0)(RGB, ("mug",))
    np.testing.assert_allclose(found.score, best, atol=1e-4)
