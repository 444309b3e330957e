"""Which perception to run, chosen by name: the one place that opens models for the mapper."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import ConfigError, ModelError
from inherit_fast.inference import ModelEntry, OnnxConfig, OnnxSession, Session, load_manifest
from inherit_fast.inference.tensorrt_build import EngineConfig
from inherit_fast.inference.tensorrt_session import TensorRtSession
from inherit_fast.perception.dataset_masks import DatasetSegmenter, DatasetSegmenterConfig
from inherit_fast.perception.depth_segmenter import (
    DepthSegmenterConfig,
    Detector,
    DetectorDepthSegmenter,
)
from inherit_fast.perception.detector_segmenter import DetectorSegmenter, DetectorSegmenterConfig
from inherit_fast.perception.dinov3 import DinoV3Config, DinoV3Features
from inherit_fast.perception.efficientnet import EfficientNetConfig, EfficientNetFeatures
from inherit_fast.perception.nanodet import NanoDet, NanoDetConfig
from inherit_fast.perception.owlv2 import OwlV2, OwlV2Config
from inherit_fast.perception.promptable import PromptableConfig, PromptableMasks
from inherit_fast.perception.region_segmenter import RegionSegmenter
from inherit_fast.perception.regions import RegionsConfig
from inherit_fast.perception.remote import RemoteConfig, RemoteSegmenter
from inherit_fast.perception.sam3 import Sam3Config, Sam3Segmenter
from inherit_fast.perception.seams import FeatureExtractor, Segmenter
from inherit_fast.perception.text import MiniLmConfig, MiniLmEncoder
from inherit_fast.perception.vocabulary import INDOOR_COCO


@dataclass(frozen=True, slots=True)
class PerceptionConfig:
    """What looks at the images.

    Attributes:
        segmenter: ``detector`` cuts a detector's boxes out by depth, ``prompted`` by a promptable
            segmenter, ``sam3`` finds instances by text, ``remote`` asks a perception service,
            ``dataset`` reads the source's instances.
        boxes: the detector: ``nanodet`` knows 80 labels, ``owlv2`` any words.
        extractor: visual features: ``efficientnet`` or ``dinov3``.
        vocabulary: labels to look for; None means the segmenter's own choice.
        models: folder of models, such as exports, that go before the package's and the cache's.
        runtime: ``onnx`` for ONNX Runtime, ``tensorrt`` for engines built on this machine.
        onnx: how ONNX Runtime executes.
        engines: how TensorRT's engines are built.
        detector: NanoDet's boxes.
        owlv2: OWLv2's boxes.
        masks: how boxes become masks by depth, for ``detector`` and for the vote in ``prompted``.
        prompter: the promptable segmenter's family in the manifest.
        promptable: how its masks are made.
        prompted: whether depth has a vote, and which of its masks are kept.
        sam3: which instances are kept.
        remote: how the service is asked.
        dataset: which of the source's instances are things.
        regions: what the segmenter leaves free and an image classifier can name.
        features: EfficientNet's features.
        dinov3: DINOv3's features.
        text: sentence vectors.
    """

    segmenter: Literal["detector", "prompted", "sam3", "remote", "dataset"] = "detector"
    boxes: Literal["nanodet", "owlv2"] = "nanodet"
    extractor: Literal["efficientnet", "dinov3"] = "efficientnet"
    vocabulary: tuple[str, ...] | None = None
    models: str = ""
    runtime: Literal["onnx", "tensorrt"] = "onnx"
    onnx: OnnxConfig = field(default_factory=OnnxConfig)
    engines: EngineConfig = field(default_factory=EngineConfig)
    detector: NanoDetConfig = field(default_factory=NanoDetConfig)
    owlv2: OwlV2Config = field(default_factory=OwlV2Config)
    masks: DepthSegmenterConfig = field(default_factory=DepthSegmenterConfig)
    prompter: str = "mobilesam"
    promptable: PromptableConfig = field(default_factory=PromptableConfig)
    prompted: DetectorSegmenterConfig = field(default_factory=DetectorSegmenterConfig)
    sam3: Sam3Config = field(default_factory=Sam3Config)
    remote: RemoteConfig = field(default_factory=RemoteConfig)
    dataset: DatasetSegmenterConfig = field(default_factory=DatasetSegmenterConfig)
    regions: RegionsConfig = field(default_factory=RegionsConfig)
    features: EfficientNetConfig = field(default_factory=EfficientNetConfig)
    dinov3: DinoV3Config = field(default_factory=DinoV3Config)
    text: MiniLmConfig = field(default_factory=MiniLmConfig)

    @property
    def labels(self) -> tuple[str, ...]:
        """The vocabulary of segmenters that know more words than a home needs."""
        return INDOOR_COCO if self.vocabulary is None else self.vocabulary


class FrameFeatures(FeatureExtractor, Protocol):
    """A feature extractor that can also tell whole frames apart."""

    def global_feature(self, rgb: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """(dim,) float32 unit feature of the whole image, for the choice of keyframes."""


def build_segmenter(config: PerceptionConfig, instance_labels: Mapping[int, str]) -> Segmenter:
    """The configured segmenter; ``instance_labels`` are those of the source (see Dataset).

    Raises:
        ConfigError: there is no segmenter of that name.
        ModelError: a model or its runtime is absent.
        VocabularyError: the vocabulary is empty, or not what the segmenter knows.
    """
    segmenter = _named_segmenter(config, instance_labels)
    return _with_regions(segmenter, config) if config.regions.enabled else segmenter


def _named_segmenter(config: PerceptionConfig, instance_labels: Mapping[int, str]) -> Segmenter:
    if config.segmenter == "dataset":
        return DatasetSegmenter(instance_labels, config.vocabulary, config.dataset)
    if config.segmenter not in _SEGMENTERS:
        known = ", ".join(_SEGMENTERS)
        raise ConfigError(
            f"perception.segmenter: expected {known} or dataset, got {config.segmenter!r}"
        )
    return _SEGMENTERS[config.segmenter](config)


def build_features(config: PerceptionConfig) -> FrameFeatures:
    """The configured feature extractor.

    Raises:
        ModelError: the model or its runtime is absent.
    """
    if config.extractor == "dinov3":
        return DinoV3Features(*_open("dinov3", config), config.dinov3)
    return EfficientNetFeatures(*_open("efflite2", config), config.features)


def build_text_encoder(config: PerceptionConfig) -> MiniLmEncoder:
    """The configured text encoder.

    Raises:
        ModelError: the model, its tokenizer or their runtime is absent.
    """
    return MiniLmEncoder(*_open("minilm", config), config.text)


def _depth_segmenter(config: PerceptionConfig) -> Segmenter:
    return DetectorDepthSegmenter(_detector(config), config.labels, config.masks)


def _prompted_segmenter(config: PerceptionConfig) -> Segmenter:
    encoder, decoder = (_open(f"{config.prompter}_{part}", config) for part in _PROMPTER_PARTS)
    prompter = PromptableMasks(encoder, decoder, config.promptable)
    return DetectorSegmenter(
        _detector(config), prompter, config.labels, config.prompted, config.masks
    )


def _sam3_segmenter(config: PerceptionConfig) -> Segmenter:
    vision, text, decoder = (_open(f"sam3_{part}", config) for part in _SAM3_PARTS)
    return Sam3Segmenter(vision, text, decoder, config.labels, config.sam3)


def _remote_segmenter(config: PerceptionConfig) -> Segmenter:
    return RemoteSegmenter(config.vocabulary or (), config.remote)


def _with_regions(segmenter: Segmenter, config: PerceptionConfig) -> Segmenter:
    from inherit_fast.language.sizes import Sizes  # brings Pillow, which others do without

    regions = config.regions
    too_small = Sizes.load().is_too_small
    hints = replace(config.features, min_hint=regions.min_probability)
    classifier = EfficientNetFeatures(*_open("efflite2", config), hints)
    words = config.vocabulary or ()
    return RegionSegmenter(segmenter, classifier, words, regions, config.masks, too_small)


def _detector(config: PerceptionConfig) -> Detector:
    if config.boxes == "owlv2":
        vision, text = (_open(f"owlv2_{part}", config) for part in _OWLV2_PARTS)
        return OwlV2(vision, text, config.labels, config.owlv2)
    return NanoDet(*_open("nanodet", config), config.detector)


_PROMPTER_PARTS = ("encoder", "decoder")
_SAM3_PARTS = ("vision", "text", "decoder")
_OWLV2_PARTS = ("vision", "text")
_SEGMENTERS: dict[str, Callable[[PerceptionConfig], Segmenter]] = {
    "detector": _depth_segmenter,
    "prompted": _prompted_segmenter,
    "sam3": _sam3_segmenter,
    "remote": _remote_segmenter,
}


def _open(name: str, config: PerceptionConfig) -> tuple[Session, ModelEntry]:
    manifest = load_manifest()
    if config.models:
        manifest |= load_manifest(Path(config.models).expanduser())
    if name not in manifest:
        raise ModelError(f"unknown model {name!r}; the manifest lists {', '.join(manifest)}")
    entry = manifest[name]
    # Texts run once a label, in integers that TensorRT refuses: they stay with ONNX Runtime.
    if config.runtime == "tensorrt" and entry.role != "text":
        return TensorRtSession(entry.path(), config.engines), entry
    return OnnxSession(entry.path(), config.onnx), entry
