"""Which perception to run, chosen by name: the one place that opens models for the mapper."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from inherit_fast.errors import ConfigError
from inherit_fast.inference import ModelEntry, OnnxConfig, OnnxSession, Session, find_model
from inherit_fast.perception.dataset_masks import DatasetSegmenter, DatasetSegmenterConfig
from inherit_fast.perception.depth_segmenter import DepthSegmenterConfig, DetectorDepthSegmenter
from inherit_fast.perception.efficientnet import EfficientNetConfig, EfficientNetFeatures
from inherit_fast.perception.nanodet import NanoDet, NanoDetConfig
from inherit_fast.perception.text import MiniLmConfig, MiniLmEncoder
from inherit_fast.perception.vocabulary import INDOOR_COCO


@dataclass(frozen=True, slots=True)
class PerceptionConfig:
    """What looks at the images.

    Attributes:
        segmenter: ``detector`` looks at the images, ``dataset`` reads the source's instances.
        vocabulary: labels to look for; None means the segmenter's own choice.
        onnx: runtime of the embedded models.
        detector: boxes of the detector.
        masks: how its boxes become masks.
        dataset: which of the source's instances are things.
        features: visual features of instances.
        text: sentence vectors.
    """

    segmenter: Literal["detector", "dataset"] = "detector"
    vocabulary: tuple[str, ...] | None = None
    onnx: OnnxConfig = field(default_factory=OnnxConfig)
    detector: NanoDetConfig = field(default_factory=NanoDetConfig)
    masks: DepthSegmenterConfig = field(default_factory=DepthSegmenterConfig)
    dataset: DatasetSegmenterConfig = field(default_factory=DatasetSegmenterConfig)
    features: EfficientNetConfig = field(default_factory=EfficientNetConfig)
    text: MiniLmConfig = field(default_factory=MiniLmConfig)


def build_segmenter(
    config: PerceptionConfig, instance_labels: Mapping[int, str]
) -> DetectorDepthSegmenter | DatasetSegmenter:
    """The configured segmenter; ``instance_labels`` are those of the source (see Dataset).

    Raises:
        ConfigError: there is no segmenter of that name.
        ModelError: a model or its runtime is absent.
        VocabularyError: the vocabulary is empty, or not what the segmenter knows.
    """
    if config.segmenter == "dataset":
        return DatasetSegmenter(instance_labels, config.vocabulary, config.dataset)
    if config.segmenter != "detector":
        raise ConfigError(
            f"perception.segmenter: expected detector or dataset, got {config.segmenter!r}"
        )
    session, entry = _open("nanodet", config)
    detector = NanoDet(session, entry, config.detector)
    vocabulary = INDOOR_COCO if config.vocabulary is None else config.vocabulary
    return DetectorDepthSegmenter(detector, vocabulary, config.masks)


def build_features(config: PerceptionConfig) -> EfficientNetFeatures:
    """The configured feature extractor.

    Raises:
        ModelError: the model or its runtime is absent.
    """
    return EfficientNetFeatures(*_open("efflite2", config), config.features)


def build_text_encoder(config: PerceptionConfig) -> MiniLmEncoder:
    """The configured text encoder.

    Raises:
        ModelError: the model, its tokenizer or their runtime is absent.
    """
    return MiniLmEncoder(*_open("minilm", config), config.text)


def _open(name: str, config: PerceptionConfig) -> tuple[Session, ModelEntry]:
    entry = find_model(name)
    return OnnxSession(entry.path(), config.onnx), entry
