"""SAM 3's tracker on single images: points and boxes to masks."""

from transformers import Sam3TrackerConfig, Sam3TrackerModel

from inherit_fast.inference.exports.modules import open_model
from inherit_fast.inference.exports.recipe import HALVES, Export, Recipe
from inherit_fast.inference.exports.sam3 import TINY_SIDE_PX, tiny_vision
from inherit_fast.inference.exports.tracker import promptable


def _tiny() -> Sam3TrackerConfig:
    return Sam3TrackerConfig(
        vision_config={"model_type": "sam3_vision_model", **tiny_vision(TINY_SIDE_PX)},
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
    model = open_model(Sam3TrackerModel, weights, _tiny)
    return promptable(model, model.config.prompt_encoder_config.image_size, HALVES)


RECIPE = Recipe("sam3_tracker", "facebook/sam3", "LicenseRef-SAM", make)
