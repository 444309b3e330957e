"""Models that look at images and read texts."""

from inherit_fast.perception.providers import (
    PerceptionConfig,
    build_features,
    build_segmenter,
    build_text_encoder,
)
from inherit_fast.perception.seams import FeatureExtractor, Instance, Segmenter, TextEncoder

__all__ = [
    "FeatureExtractor",
    "Instance",
    "PerceptionConfig",
    "Segmenter",
    "TextEncoder",
    "build_features",
    "build_segmenter",
    "build_text_encoder",
]
