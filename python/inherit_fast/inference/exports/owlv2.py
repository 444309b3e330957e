"""OWLv2: boxes for any text (Minderer et al., 2023)."""

from typing import Any

import torch
from transformers import Owlv2Config, Owlv2ForObjectDetection

from inherit_fast.inference.exports.modules import Wrapped, open_model, tokenizer_json
from inherit_fast.inference.exports.recipe import CLIP, Export, Part, Recipe

TINY_SIDE_PX = 64


def _tiny() -> Owlv2Config:
    small = {
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
    }
    return Owlv2Config(
        vision_config={**small, "image_size": TINY_SIDE_PX},
        text_config={**small, "vocab_size": 64, "bos_token_id": 1, "eos_token_id": 2},
        projection_dim=32,
    )


def _unit(vectors: Any) -> Any:
    return vectors / (torch.linalg.norm(vectors, dim=-1, keepdim=True) + 1e-6)


def _vision(model: Any, image: Any) -> Any:
    """For each patch a vector to compare with texts, shift and scale of the result, and a box."""
    seen = model.image_embedder(image)[0]
    patches = seen.reshape(seen.shape[0], -1, seen.shape[-1])
    head = model.class_head
    return (
        _unit(head.dense0(patches)),
        head.logit_shift(patches)[..., 0],
        head.elu(head.logit_scale(patches))[..., 0] + 1,
        model.box_predictor(patches, seen),
    )


def _text(model: Any, input_ids: Any, attention_mask: Any) -> Any:
    pooled = model.owlv2.text_model(input_ids=input_ids, attention_mask=attention_mask)[1]
    return _unit(model.owlv2.text_projection(pooled))


def make(weights: str | None) -> Export:
    """See Recipe."""
    model = open_model(Owlv2ForObjectDetection, weights, _tiny)
    side = model.config.vision_config.image_size
    max_tokens = model.config.text_config.max_position_embeddings
    ids = torch.zeros(2, max_tokens, dtype=torch.int64)
    ids[:, 0], ids[0, 3], ids[1, 5] = 1, 2, 2
    found = ("vectors", "shift", "scale", "boxes")
    parts = (
        Part(
            name="vision",
            role="open detector",
            module=Wrapped(model, _vision),
            inputs={"image": torch.randn(2, 3, side, side)},
            outputs=found,
            free={name: {0: "n"} for name in ("image", *found)},
            preprocess={**CLIP, "size_px": side, "fit": "corner"},
        ),
        Part(
            name="text",
            role="open detector text encoder",
            module=Wrapped(model, _text),
            inputs={"input_ids": ids, "attention_mask": (ids > 0).to(torch.int64)},
            outputs=("vectors",),
            free={name: {0: "n"} for name in ("input_ids", "attention_mask", "vectors")},
            preprocess={"max_tokens": max_tokens},
        ),
    )
    return Export(parts, tokenizer_json(weights))


RECIPE = Recipe("owlv2", "google/owlv2-base-patch16-ensemble", "Apache-2.0", make)
