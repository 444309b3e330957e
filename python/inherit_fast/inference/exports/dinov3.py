"""DINOv3 vision transformers: patch features of an image (Simeoni et al., 2025)."""

from typing import Any

import torch
from transformers import DINOv3ViTConfig, DINOv3ViTModel

from inherit_fast.inference.exports.modules import Wrapped, open_model
from inherit_fast.inference.exports.recipe import IMAGENET, Export, Part, Recipe

SIDE_PX = 512  # of the square input; 32 x 32 patches of 16 pixels
TINY_SIDE_PX = 64


def _tiny() -> DINOv3ViTConfig:
    return DINOv3ViTConfig(
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        image_size=TINY_SIDE_PX,
        num_register_tokens=4,
    )


def _features(model: Any, image: Any) -> Any:
    """Patch features as a map, and the feature of the class token."""
    tokens = model(image).last_hidden_state
    cells = image.shape[2] // model.config.patch_size
    first = 1 + model.config.num_register_tokens
    patches = tokens[:, first:].transpose(1, 2)
    return patches.reshape(-1, tokens.shape[2], cells, cells), tokens[:, 0]


def make(weights: str | None) -> Export:
    """See Recipe."""
    model = open_model(DINOv3ViTModel, weights, _tiny)
    side = TINY_SIDE_PX if weights is None else SIDE_PX
    part = Part(
        name="",
        role="features",
        module=Wrapped(model, _features),
        inputs={"image": torch.randn(2, 3, side, side)},
        outputs=("patches", "pooled"),
        free={"image": {0: "n"}, "patches": {0: "n"}, "pooled": {0: "n"}},
        preprocess={**IMAGENET, "size_px": side},
    )
    return Export((part,))


RECIPE = Recipe("dinov3", "facebook/dinov3-vits16-pretrain-lvd1689m", "LicenseRef-DINOv3", make)
