"""Incremental hierarchical scene graphs from RGB-D, and object queries in plain language.

Names are imported when they are first used, so that ``import inherit_fast`` stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from inherit_fast._core import __version__

if TYPE_CHECKING:
    from inherit_fast.config import Config, load_config
    from inherit_fast.datasets import open_dataset
    from inherit_fast.frame import Frame
    from inherit_fast.graph import SceneGraph
    from inherit_fast.graph.store import Store
    from inherit_fast.mapper import Mapper
    from inherit_fast.retrieval import Retriever

_PLACES = {
    "Config": "config",
    "Frame": "frame",
    "Mapper": "mapper",
    "Retriever": "retrieval",
    "SceneGraph": "graph",
    "Store": "graph.store",
    "load_config": "config",
    "open_dataset": "datasets",
}

__all__ = [
    "Config",
    "Frame",
    "Mapper",
    "Retriever",
    "SceneGraph",
    "Store",
    "__version__",
    "load_config",
    "open_dataset",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'inherit_fast' has no attribute {name!r}")
    return getattr(import_module(f"inherit_fast.{_PLACES[name]}"), name)
