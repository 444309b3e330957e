"""Incremental hierarchical scene graphs from RGB-D, and object queries in plain language."""

from inherit_fast._core import __version__

__all__ = ["__version__"]
