"""SAM 2 for still images (Ravi et al., 2024)."""

from transformers import Sam2Config, Sam2Model

from inherit_fast.inference.exports.modules import open_model
from inherit_fast.inference.exports.recipe import IMAGENET, Export, Recipe
from inherit_fast.inference.exports.tracker import promptable

TINY_SIDE_PX = 128


def _tiny() -> Sam2Config:
    cells = TINY_SIDE_PX // 16
    return Sam2Config(
        vision_config={
            "backbone_config": {
                "model_type": "sam2_hiera_det_model",
                "hidden_size": 16,
                "image_size": [TINY_SIDE_PX, TINY_SIDE_PX],
                "blocks_per_stage": [1, 1, 2, 1],
                "embed_dim_per_stage": [16, 32, 64, 128],
                "num_attention_heads_per_stage": [1, 2, 4, 8],
                "window_size_per_stage": [8, 4, 8, 4],
                "global_attention_blocks": [3],
                "window_positional_embedding_background_size": [4, 4],
            },
            "backbone_channel_list": [128, 64, 32, 16],
            "backbone_feature_sizes": [[cells * k] * 2 for k in (4, 2, 1)],
            "fpn_hidden_size": 32,
        },
        prompt_encoder_config={"hidden_size": 32, "image_size": TINY_SIDE_PX},
        mask_decoder_config={
            "hidden_size": 32,
            "mlp_dim": 64,
            "num_attention_heads": 2,
            "iou_head_hidden_dim": 32,
        },
    )


def make(weights: str | None) -> Export:
    """See Recipe."""
    model = open_model(Sam2Model, weights, _tiny)
    return promptable(model, model.config.prompt_encoder_config.image_size, IMAGENET)


RECIPE = Recipe("sam2", "facebook/sam2.1-hiera-small", "Apache-2.0", make)
