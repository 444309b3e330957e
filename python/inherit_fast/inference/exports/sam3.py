"""SAM 3: all instances of a concept that a text names (Carion et al., 2025)."""

from types import SimpleNamespace
from typing import Any

import torch
from transformers import Sam3Config, Sam3Model

from inherit_fast.inference.exports.modules import Wrapped, open_model, tokenizer_json
from inherit_fast.inference.exports.recipe import HALVES, Export, Part, Recipe

TINY_SIDE_PX = 112
LEVELS = ("level_0", "level_1", "level_2")


def tiny_vision(side_px: int) -> dict[str, Any]:
    """A vision encoder of SAM 3's form with 8 x 8 patches, as settings."""
    cells = side_px // 14
    return {
        "backbone_config": {
            "model_type": "sam3_vit_model",
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "image_size": side_px,
            "pretrain_image_size": side_px,
            "window_size": 4,
            "global_attn_indexes": [1],
        },
        "fpn_hidden_size": 32,
        "backbone_feature_sizes": [[cells * k] * 2 for k in (4, 2, 1)],
    }


def _tiny() -> Sam3Config:
    small = {"hidden_size": 32, "num_attention_heads": 2}
    layers = {**small, "intermediate_size": 64, "num_layers": 2}
    return Sam3Config(
        vision_config=tiny_vision(TINY_SIDE_PX),
        text_config={
            "model_type": "clip_text_model",
            **small,
            "vocab_size": 64,
            "intermediate_size": 64,
            "projection_dim": 32,
            "num_hidden_layers": 2,
            "max_position_embeddings": 16,
            "eos_token_id": 2,
            "bos_token_id": 1,
            "pad_token_id": 0,
        },
        geometry_encoder_config=dict(layers),
        detr_encoder_config=dict(layers),
        detr_decoder_config={**layers, "num_queries": 10},
        mask_decoder_config=dict(small),
    )


def _vision(model: Any, image: Any) -> Any:
    return tuple(model.vision_encoder(image).fpn_hidden_states[:-1])


def _text(model: Any, input_ids: Any, attention_mask: Any) -> Any:
    return model.get_text_features(
        input_ids=input_ids, attention_mask=attention_mask, return_dict=True
    ).pooler_output


class _Decoder:
    """Boxes, masks and scores of every query, for each text over the same image."""

    def __init__(self, positions: list[Any]) -> None:
        self.positions = positions  # they depend on the sizes alone

    def __call__(self, model: Any, *inputs: Any) -> Any:
        *levels, text, attention_mask = inputs
        n = text.shape[0]
        vision = SimpleNamespace(
            fpn_hidden_states=[*(level.expand(n, -1, -1, -1) for level in levels), None],
            fpn_position_encoding=[*(p.expand(n, -1, -1, -1) for p in self.positions), None],
            hidden_states=None,
            attentions=None,
        )
        out = model(
            vision_embeds=vision,
            text_embeds=SimpleNamespace(pooler_output=text),
            attention_mask=attention_mask,
        )
        return out.pred_masks, out.pred_boxes, out.pred_logits, out.presence_logits


def make(weights: str | None) -> Export:
    """See Recipe."""
    model = open_model(Sam3Model, weights, _tiny)
    side, max_tokens = model.config.image_size, model.config.text_config.max_position_embeddings
    image = torch.randn(1, 3, side, side)
    with torch.no_grad():
        seen = model.vision_encoder(image)
        ids = torch.ones(2, max_tokens, dtype=torch.int64)
        mask = torch.ones_like(ids)
        mask[1, max_tokens // 2 :] = 0
        text = _text(model, ids, mask)
    texts = {"input_ids": ids, "attention_mask": mask}
    levels = dict(zip(LEVELS, seen.fpn_hidden_states[:-1], strict=True))
    answers = ("masks", "boxes", "logits", "presence")
    parts = (
        Part(
            name="vision",
            role="concept vision encoder",
            module=Wrapped(model, _vision),
            inputs={"image": image},
            outputs=LEVELS,
            free={},
            preprocess={**HALVES, "size_px": side, "fit": "stretch"},
        ),
        Part(
            name="text",
            role="concept text encoder",
            module=Wrapped(model, _text),
            inputs=texts,
            outputs=("text",),
            free={name: {0: "n"} for name in (*texts, "text")},
            preprocess={"max_tokens": max_tokens},
        ),
        Part(
            name="decoder",
            role="concept decoder",
            module=Wrapped(model, _Decoder(list(seen.fpn_position_encoding[:-1]))),
            inputs={**levels, "text": text, "attention_mask": mask},
            outputs=answers,
            free={name: {0: "n"} for name in ("text", "attention_mask", *answers)},
        ),
    )
    return Export(parts, tokenizer_json(weights))


RECIPE = Recipe("sam3", "facebook/sam3", "LicenseRef-SAM", make)
