"""Models and the runtimes that execute them."""

from inherit_fast.inference.manifest import (
    find_model,
    load_manifest,
    matching_models,
)
from inherit_fast.inference.model_entry import ModelEntry
from inherit_fast.inference.onnx_session import OnnxConfig, OnnxSession
from inherit_fast.inference.session import Held, Session

__all__ = [
    "Held",
    "ModelEntry",
    "OnnxConfig",
    "OnnxSession",
    "Session",
    "find_model",
    "load_manifest",
    "matching_models",
]
