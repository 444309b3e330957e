"""Which perception to run, chosen by name: the one place that opens models for the mapper."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from inherit_fast.errors import ConfigError
from inherit_fast.inference import ModelEntry, OnnxConfig, OnnxSession, Session, find_model
from inherit_fast.perception.dataset_masks import DatasetSegmenter, DatasetSegmenterConfig
from inherit_fast.perception.depth_segmenter import DepthSegmenterConfig, DetectorDepthSegmenter
from inherit_fast.perception.detector_segmenter import DetectorSegmenter, DetectorSegmenterConfig
from inherit_fast.perception.efficientnet import EfficientNetConfig, EfficientNetFeatures
from inherit_fast.perception.nanodet import NanoDet, NanoDetConfig
from inherit_fast.perception.promptable import PromptableConfig, PromptableMasks
from inherit_fast.perception.seams import Segmenter
from inherit_fast.perception.text import MiniLmConfig, MiniLmEncoder
from inherit_fast.perception.vocabulary import INDOOR_COCO


@dataclass(frozen=True, slots=True)
class PerceptionConfig:
    """What looks at the images.

    Attributes:
        segmenter: ``detector`` cuts a detector's boxes out by depth, ``prompted`` by a promptable
            segmenter, ``dataset`` reads the source's instances.
        vocabulary: labels to look for; None means the segmenter's own choice.
        models: folder with a model manifest of its own; empty means the package's and the cache's.
        onnx: runtime of the models.
        detector: boxes of the detector.
        masks: how its boxes become masks by depth.
        prompter: the promptable segmenter's family in the manifest.
        promptable: how its masks are made.
        prompted: which of its masks are kept.
        dataset: which of the source's instances are things.
        features: visual features of instances.
        text: sentence vectors.
    """

    segmenter: Literal["detector", "prompted", "dataset"] = "detector"
    vocabulary: tuple[str, ...] | None = None
    models: str = ""
    onnx: OnnxConfig = field(default_factory=OnnxConfig)
    detector: NanoDetConfig = field(default_factory=NanoDetConfig)
    masks: DepthSegmenterConfig = field(default_factory=DepthSegmenterConfig)
    prompter: str = "mobilesam"
    promptable: PromptableConfig = field(default_factory=PromptableConfig)
    prompted: DetectorSegmenterConfig = field(default_factory=DetectorSegmenterConfig)
    dataset: DatasetSegmenterConfig = field(default_factory=DatasetSegmenterConfig)
    features: EfficientNetConfig = field(default_factory=EfficientNetConfig)
    text: MiniLmConfig = field(default_factory=MiniLmConfig)


def build_segmenter(config: PerceptionConfig, instance_labels: Mapping[int, str]) -> Segmenter:
    """The configured segmenter; ``instance_labels`` are those of the source (see Dataset).

    Raises:
        ConfigError: there is no segmenter of that name.
        ModelError: a model or its runtime is absent.
        VocabularyError: the vocabulary is empty, or not what the segmenter knows.
    """
    if config.segmenter == "dataset":
        return DatasetSegmenter(instance_labels, config.vocabulary, config.dataset)
    if config.segmenter not in _SEGMENTERS:
        known = ", ".join(_SEGMENTERS)
        raise ConfigError(
            f"perception.segmenter: expected {known} or dataset, got {config.segmenter!r}"
        )
    return _SEGMENTERS[config.segmenter](config)


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


def _depth_segmenter(config: PerceptionConfig) -> Segmenter:
    return DetectorDepthSegmenter(*_detector(config), config.masks)


def _prompted_segmenter(config: PerceptionConfig) -> Segmenter:
    detector, vocabulary = _detector(config)
    prompter = PromptableMasks(
        _open(f"{config.prompter}_encoder", config),
        _open(f"{config.prompter}_decoder", config),
        config.promptable,
    )
    return DetectorSegmenter(detector, prompter, vocabulary, config.prompted)


def _detector(config: PerceptionConfig) -> tuple[NanoDet, tuple[str, ...]]:
    session, entry = _open("nanodet", config)
    vocabulary = INDOOR_COCO if config.vocabulary is None else config.vocabulary
    return NanoDet(session, entry, config.detector), vocabulary


_SEGMENTERS: dict[str, Callable[[PerceptionConfig], Segmenter]] = {
    "detector": _depth_segmenter,
    "prompted": _prompted_segmenter,
}


def _open(name: str, config: PerceptionConfig) -> tuple[Session, ModelEntry]:
    entry = find_model(name, Path(config.models) if config.models else None)
    return OnnxSession(entry.path(), config.onnx), entry
