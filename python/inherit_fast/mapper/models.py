"""The models that the mapper runs on."""

from collections.abc import Mapping
from dataclasses import dataclass

from inherit_fast.config import Config
from inherit_fast.geometric.keyframes import GlobalEncoder
from inherit_fast.language import LanguageModel, build_language_model
from inherit_fast.perception import (
    FeatureExtractor,
    Segmenter,
    TextEncoder,
    build_features,
    build_segmenter,
    build_text_encoder,
)


@dataclass(frozen=True, slots=True)
class Models:
    """Perception and language of one run; all but the first two may be absent."""

    segmenter: Segmenter
    features: FeatureExtractor
    encoder: GlobalEncoder | None = None
    texts: TextEncoder | None = None
    language: LanguageModel | None = None


def open_models(config: Config, instance_labels: Mapping[int, str]) -> Models:
    """Open what the config names.

    Raises:
        ModelError: a model or its runtime is absent.
        VocabularyError: the vocabulary is not what the segmenter knows.
    """
    features = build_features(config.perception)
    return Models(
        segmenter=build_segmenter(config.perception, instance_labels),
        features=features,
        encoder=features.global_feature if config.keyframe_features else None,
        texts=build_text_encoder(config.perception),
        language=build_language_model(config.language),
    )
