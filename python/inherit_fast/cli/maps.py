"""What the commands that read a map share."""

from pathlib import Path

from inherit_fast.config import load_config
from inherit_fast.errors import ConfigError, ModelError
from inherit_fast.graph import SceneGraph, Store
from inherit_fast.language import LanguageModel, build_language_model
from inherit_fast.perception import PerceptionConfig, TextEncoder, build_text_encoder


def load_graph(path: Path) -> SceneGraph:
    """The graph of a map, opened for reading only.

    Raises:
        StoreError: the map is missing, damaged or not a map.
    """
    with Store.open(path, readonly=True) as store:
        return store.load()


def text_encoder() -> TextEncoder | None:
    """The sentence encoder, or None where its runtime is not installed: words must do then."""
    try:
        return build_text_encoder(PerceptionConfig())
    except ModelError:
        return None


def encoder_for(graph: SceneGraph) -> TextEncoder | None:
    """The sentence encoder if the graph has vectors to compare with."""
    has_vectors = any(node.text_feature.size for node in graph.objects.values())
    return text_encoder() if has_vectors else None


def language_model(path: Path) -> LanguageModel:
    """The model of a configuration file's ``[language]``.

    Raises:
        ConfigError: the file names none.
    """
    model = build_language_model(load_config(path).language)
    if model is None:
        raise ConfigError(f"{path}: expected a model in [language], got provider = 'template'")
    return model
