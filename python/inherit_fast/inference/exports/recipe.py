"""What an export is made of: a recipe turns weights into parts, each part becomes one ONNX file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from inherit_fast.errors import ModelError
from inherit_fast.inference.check import CheckResult

IMAGENET = {"mean": [123.675, 116.28, 103.53], "std": [58.395, 57.12, 57.375], "order": "rgb"}
HALVES = {"mean": [127.5, 127.5, 127.5], "std": [127.5, 127.5, 127.5], "order": "rgb"}
CLIP = {
    "mean": [122.7709, 116.7460, 104.0937],
    "std": [68.5005, 66.6322, 70.3232],
    "order": "rgb",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One network to be written.

    Attributes:
        name: appended to the recipe's; empty for the only part.
        role: see ModelEntry.
        module: the torch module.
        inputs: name -> example tensor.
        outputs: names, in the module's order.
        free: input or output name -> {dimension: letter}, sizes that may vary.
        preprocess: see ModelEntry.
        sample: see ModelEntry.
    """

    name: str
    role: str
    module: Any
    inputs: Mapping[str, Any]
    outputs: tuple[str, ...]
    free: Mapping[str, Mapping[int, str]]
    preprocess: Mapping[str, Any] = field(default_factory=dict)
    sample: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Export:
    """All parts of one model.

    Attributes:
        parts: the networks.
        tokenizer: JSON of its tokenizer; empty where it reads no text.
    """

    parts: tuple[Part, ...]
    tokenizer: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one kind of model is exported.

    Attributes:
        name: of the recipe, first word of its models' names.
        weights: where its weights come from by default, a repository of the Hugging Face hub.
        licence: of those weights.
        make: from a folder or repository, or None for tiny random weights, to the parts.
        export: where no torch is needed, the whole export into a folder, instead of ``make``.
    """

    name: str
    weights: str
    licence: str
    make: Callable[[str | None], Export] | None = None
    export: Callable[[str | None, Path], list[CheckResult]] | None = None


# Name -> module of this package with a RECIPE.
RECIPES = {
    name: f"inherit_fast.inference.exports.{name}"
    for name in ("dinov3", "mobilesam", "owlv2", "sam2", "sam3", "sam3_tracker")
}


def find_recipe(name: str) -> Recipe:
    """The recipe called ``name``.

    Raises:
        ModelError: there is none, or torch or transformers is not installed.
    """
    if name not in RECIPES:
        raise ModelError(f"no export called {name!r}; there are {', '.join(RECIPES)}")
    try:
        recipe: Recipe = import_module(RECIPES[name]).RECIPE
    except ImportError as error:
        raise ModelError(
            f"exports need {error.name}, which is not installed; pip install 'inherit-fast[export]'"
        ) from error
    return recipe


def run_recipe(recipe: Recipe, weights: str | None, folder: Path) -> list[CheckResult]:
    """Export into one folder a part below ``folder``; see ``write.export_model``."""
    if recipe.export is not None:
        return recipe.export(weights, folder)
    from inherit_fast.inference.exports.write import export_model  # imports torch

    return export_model(recipe, weights, folder)
