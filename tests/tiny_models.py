"""Tiny random-weight models of the real architectures, exported once a test run."""

import os
import warnings
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

_ROOM = TemporaryDirectory(prefix="tiny-models-")


@cache
def _exported(recipe: str):
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch and transformers, at import and while tracing
        from inherit_fast.inference.exports.recipe import find_recipe, run_recipe

        return run_recipe(find_recipe(recipe), None, Path(_ROOM.name))


def need_tiny(*recipes: str) -> Path:
    """A folder that holds these exports, or skip the test with the reason."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in ("torch", "transformers"):
            pytest.importorskip(module, reason="exports need the extra inherit-fast[export]")
    for recipe in recipes:
        _exported(recipe)
    return Path(_ROOM.name)


def differences(recipe: str):
    """What the export itself measured against torch."""
    need_tiny(recipe)
    return _exported(recipe)
