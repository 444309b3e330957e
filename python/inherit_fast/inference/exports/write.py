"""Writes a recipe's parts as ONNX files with manifests, each held against torch first."""

import hashlib
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers

from inherit_fast.errors import ModelError
from inherit_fast.inference.cache import scratch, settle
from inherit_fast.inference.check import RECORD, CheckResult, check_model, write_record
from inherit_fast.inference.exports.recipe import Export, Part, Recipe
from inherit_fast.inference.manifest import find_model
from inherit_fast.inference.onnx_session import OnnxSession
from inherit_fast.inference.toml import to_toml

OPSET = 18  # TensorRT's parser takes 18 and 20, and stumbles over 23
TRIAL_SIZE = 3  # of free sizes in the trial run; the graph is traced with another
TOLERANCE = 1e-3


def export_model(recipe: Recipe, weights: str | None, folder: Path) -> list[CheckResult]:
    """Export ``recipe`` into one folder a part below ``folder``.

    Args:
        recipe: what to export.
        weights: a folder or hub repository; None means tiny random weights.
        folder: ``models_folder()``, or one that ``load_manifest`` is given.

    Returns:
        How far each part is from torch.

    Raises:
        ModelError: the weights cannot be had, the export fails, or an output differs from torch's.
    """
    torch.manual_seed(0)
    if recipe.make is None:
        raise ModelError(f"{recipe.name} is not exported from torch")
    export = recipe.make(weights)
    with scratch(folder) as room:
        results = [_write(room, recipe, export, part, weights) for part in export.parts]
        if wrong := [text for result in results for text in result.wrong]:
            raise ModelError(f"export of {recipe.name}: {'; '.join(wrong)}; nothing was kept")
        for result in results:
            settle(room / result.name, folder / result.name)
    return results


def _write(
    room: Path, recipe: Recipe, export: Export, part: Part, weights: str | None
) -> CheckResult:
    name = f"{recipe.name}_{part.name}" if part.name else recipe.name
    home = room / name
    home.mkdir()
    _to_onnx(part, home / "model.onnx")
    inputs, outputs = _trial(part)
    write_record(home / "record.npz", inputs, outputs)
    companions = {RECORD: "record.npz"}
    if export.tokenizer and "input_ids" in part.inputs:
        (home / "tokenizer.json").write_text(export.tokenizer, encoding="utf-8")
        companions["tokenizer"] = "tokenizer.json"
    table = {
        "role": part.role,
        "file": "model.onnx",
        "sha256": hashlib.sha256((home / "model.onnx").read_bytes()).hexdigest(),
        "licence": recipe.licence if weights else "Apache-2.0",
        "source": _source(weights),
        "recipe": recipe.name,
        "companions": companions,
        "inputs": {key: _note(array, part.free.get(key, {})) for key, array in inputs.items()},
        "outputs": {key: _note(array, part.free.get(key, {})) for key, array in outputs.items()},
        "preprocess": dict(part.preprocess),
    }
    (home / "manifest.toml").write_text(to_toml({name: table}), encoding="utf-8")
    return check_model(find_model(name, home), OnnxSession, TOLERANCE)


def _to_onnx(part: Part, path: Path) -> None:
    free = {name: dict(sizes) for name, sizes in part.free.items() if sizes}
    try:
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the tracer notes every Python branch it fixes
            # The tracing exporter: the newer one takes ten times as long, for the same numbers.
            torch.onnx.export(
                part.module,
                tuple(part.inputs.values()),
                str(path),
                input_names=list(part.inputs),
                output_names=list(part.outputs),
                dynamic_axes=free,
                opset_version=OPSET,
                dynamo=False,
            )
    except (RuntimeError, torch.onnx.errors.OnnxExporterError) as error:
        reason = str(error).strip().split("\n")[0]
        raise ModelError(f"export of {part.role}: torch cannot write it: {reason}") from error


def _trial(part: Part) -> tuple[dict[str, Any], dict[str, Any]]:
    """Inputs with other free sizes than the traced ones, and what torch makes of them."""
    inputs = {name: _resized(x, part.free.get(name, {})) for name, x in part.inputs.items()}
    with torch.no_grad():
        values = part.module(*inputs.values())
    values = (values,) if torch.is_tensor(values) else values
    outputs = dict(zip(part.outputs, values, strict=True))
    return _arrays(inputs), _arrays(outputs)


def _resized(tensor: Any, free: Mapping[int, str]) -> Any:
    for dimension in free:
        places = torch.arange(TRIAL_SIZE) % tensor.shape[dimension]
        tensor = tensor.index_select(dimension, places)
    return tensor


def _arrays(tensors: Mapping[str, Any]) -> dict[str, Any]:
    return {name: np.ascontiguousarray(x.detach().numpy()) for name, x in tensors.items()}


def _note(array: Any, free: Mapping[int, str]) -> str:
    sizes = [free.get(i, str(size)) for i, size in enumerate(array.shape)]
    return f"{array.dtype} {'x'.join(sizes)}"


def _source(weights: str | None) -> str:
    origin = weights or "tiny random weights"
    versions = f"torch {torch.__version__}, transformers {transformers.__version__}"
    return f"{origin}; {versions}, opset {OPSET}"
